// Package compare says what differs between two dumps of one cluster: objects, incidents, restarts.
//
// In go two Snapshots with their Diagnoses, out comes one [Difference]. What one of the dumps does not hold at all is not called
// gone or new. A dump compared with itself has no difference.
package compare

import (
	"cmp"
	"slices"
	"time"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// Schema names the form of a Difference in JSON.
const Schema = "podtriage.diff/v1"

// Dump is one of the two.
type Dump struct {
	Snapshot  *loader.Snapshot
	Diagnosis *analyzer.Diagnosis
}

// Difference is what changed from the old dump to the new one.
type Difference struct {
	Schema    string     `json:"schema"`
	Old       Side       `json:"old"`
	New       Side       `json:"new"`
	Incidents []Incident `json:"incidents"`
	Same      []Incident `json:"same"` // incidents that are as they were
	Restarts  []Restart  `json:"restarts"`
	Objects   []Object   `json:"objects"`
	Uncovered []Scope    `json:"uncovered,omitempty"` // namespaces of the new dump of which the old one holds nothing

	OtherCluster bool `json:"otherCluster,omitempty"` // the dumps are of two clusters: nothing here is a change

	Redaction analyzer.Redaction `json:"redaction"` // what was taken out of this; set by the report
}

// Scope is a namespace that only the new dump holds: new, or not collected before.
type Scope struct {
	Namespace string `json:"namespace"`
	Pods      int    `json:"pods"`
}

// Side names a dump.
type Side struct {
	Paths     []string  `json:"paths"`
	Time      time.Time `json:"time,omitzero"`
	Pods      int       `json:"pods"`
	Unhealthy int       `json:"unhealthy"`
}

// What says how something differs.
type What string

// The ways in which incidents and objects differ.
const (
	New      What = "new"
	Gone     What = "gone"
	Changed  What = "changed"
	Replaced What = "replaced" // another object of the same name
	Worse    What = "worse"
	Better   What = "better"
	Fixed    What = "fixed"
	Same     What = "same"

	// The other dump does not hold the kinds or namespaces of any object of the incident, so it tells nothing of it.
	OnlyNew What = "onlyNew"
	OnlyOld What = "onlyOld"
)

// Incident is an incident that only one dump has, or that grew or shrank.
type Incident struct {
	What     What           `json:"what"`
	Rule     string         `json:"rule"`
	Severity rules.Severity `json:"severity"`
	Title    string         `json:"title"`
	Cause    string         `json:"cause"`
	Old      int            `json:"old"` // objects affected in the old dump
	New      int            `json:"new"`
}

// Restart is a container that was restarted between the dumps.
type Restart struct {
	Pod       loader.Ref `json:"pod"`
	Container string     `json:"container"`
	Old       int        `json:"old"`
	New       int        `json:"new"`
}

// Object is an object that is new, gone, replaced or changed; Text says what changed.
type Object struct {
	What   What       `json:"what"`
	Object loader.Ref `json:"object"`
	Text   string     `json:"text,omitempty"`
}

// Empty reports whether nothing differs.
func (d *Difference) Empty() bool {
	return len(d.Incidents) == 0 && len(d.Restarts) == 0 && len(d.Objects) == 0
}

// Of compares two dumps.
func Of(old, now Dump) *Difference {
	d := &Difference{
		Schema: Schema, Old: side(old), New: side(now), Same: []Incident{},
		Restarts: restarts(old.Snapshot, now.Snapshot), Objects: objects(old.Snapshot, now.Snapshot),
		Uncovered: uncovered(old.Snapshot, now.Snapshot), OtherCluster: old.Snapshot.OtherCluster(now.Snapshot),
	}
	all := incidents(old, now)
	same := slices.IndexFunc(all, func(i Incident) bool { return i.What == Same })
	if same < 0 {
		same = len(all)
	}
	d.Incidents, d.Same = slices.Clip(all[:same]), append(d.Same, all[same:]...)
	return d
}

func side(d Dump) Side {
	return Side{d.Diagnosis.Source.Paths, d.Diagnosis.Capture.Time, d.Diagnosis.Summary.Pods, d.Diagnosis.Summary.Unhealthy}
}

// restarts lists containers of Pods that are in both dumps and were restarted between them.
func restarts(old, now *loader.Snapshot) []Restart {
	out := []Restart{}
	for _, p := range now.Pods {
		ref := loader.RefOf("Pod", p)
		was, ok := podOf(old, ref)
		if !ok || was.UID != p.UID {
			continue
		}
		before := map[string]int32{}
		for _, cs := range slices.Concat(was.Status.InitContainerStatuses, was.Status.ContainerStatuses) {
			before[cs.Name] = cs.RestartCount
		}
		for _, cs := range slices.Concat(p.Status.InitContainerStatuses, p.Status.ContainerStatuses) {
			if n, ok := before[cs.Name]; ok && cs.RestartCount > n {
				out = append(out, Restart{ref, cs.Name, int(n), int(cs.RestartCount)})
			}
		}
	}
	return out
}

// transient kinds come and go all the time, or say again what others say.
var transient = []string{"Event", "Lease", "EndpointSlice", "Endpoints", "ControllerRevision"}

func objects(old, now *loader.Snapshot) []Object {
	out := []Object{}
	for r := range now.Objects() {
		if slices.Contains(transient, r.Kind) {
			continue
		}
		was, is := old.Find(r), now.Find(r)
		switch {
		case was == nil && old.Lookup(r) == loader.Absent:
			out = append(out, Object{New, r, ""})
		case was == nil:
		case was.GetUID() != is.GetUID():
			out = append(out, Object{Replaced, r, changed(old, now, was, is)})
		default:
			if text := changed(old, now, was, is); text != "" {
				out = append(out, Object{Changed, r, text})
			}
		}
	}
	for r := range old.Objects() {
		if !slices.Contains(transient, r.Kind) && now.Find(r) == nil && now.Lookup(r) == loader.Absent {
			out = append(out, Object{Gone, r, ""})
		}
	}
	slices.SortFunc(out, func(x, y Object) int { return cmp.Or(x.Object.Compare(y.Object), cmp.Compare(x.What, y.What)) })
	return out
}
