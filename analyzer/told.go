package analyzer

import (
	"regexp"
	"slices"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// told is what the incidents of a report tell already: it is not set aside as what nothing fails by.
type told struct {
	c     *rules.Context
	owned map[loader.Ref]bool // workloads that an incident is about
	cited map[place]bool      // records that one quotes
}

type place struct {
	file string
	line int
}

// workloads are the kinds that own Pods.
var workloads = []string{"Deployment", "ReplicaSet", "ReplicationController", "StatefulSet", "DaemonSet", "Job", "CronJob"}

func (d *Diagnosis) told(c *rules.Context) told {
	t := told{c, map[loader.Ref]bool{}, map[place]bool{}}
	for _, i := range d.Incidents {
		for _, r := range append(slices.Clone(i.Affected), i.Culprit.Ref) {
			if slices.Contains(workloads, r.Kind) {
				t.owned[r.Key()] = true
			}
		}
		for _, e := range i.Evidence {
			t.cited[place{e.File, e.Line}] = true
		}
	}
	return t
}

// owns reports whether an incident is about a workload of the Pod, which for one that is gone its name tells.
func (t told) owns(pod loader.Ref) bool {
	if p := t.c.Pod(pod); p != nil && !p.Recalled {
		owner, _ := loader.Controller(p.Pod)
		return t.owned[p.Workload.Key()] || t.owned[owner.Key()]
	}
	for kind, suffix := range made {
		owner := suffix.ReplaceAllString(pod.Name, "")
		if owner != pod.Name && t.owned[loader.Ref{Kind: kind, Namespace: pod.Namespace, Name: owner}] {
			return true
		}
	}
	return false
}

// made is what controllers put behind their own name to name a Pod (k8s.io/apimachinery, util/rand: no vowels).
var made = map[string]*regexp.Regexp{
	"Deployment":            regexp.MustCompile(`-[bcdfghjklmnpqrstvwxz2456789]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}$`),
	"ReplicaSet":            randomEnd,
	"ReplicationController": randomEnd,
	"DaemonSet":             randomEnd,
	"Job":                   randomEnd,
	"StatefulSet":           regexp.MustCompile(`-\d+$`),
}

var randomEnd = regexp.MustCompile(`-[bcdfghjklmnpqrstvwxz2456789]{5}$`)

// reasons are those of an object's Events that are quoted: one Event of a reason is enough.
func (t told) reasons(events []*loader.Event) map[string]bool {
	out := map[string]bool{}
	for _, e := range events {
		if t.cited[place{e.Pos.File, e.Pos.Line}] {
			out[e.Reason] = true
		}
	}
	return out
}
