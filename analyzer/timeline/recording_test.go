package timeline_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

const recording = "../../fixtures/recording/"

// transition is one change that truly happened, watched from outside.
type transition struct {
	At, Received      time.Time
	Kind              string
	Container         string
	Condition         string
	TraceQuality      string
	AfterDump, InDump bool
	To, Reason        string
}

// watched is one object's true past.
type watched struct {
	Kind, Namespace, Name, UID string
	Transitions                []transition
}

// words are what an entry says of a change that names no container or condition.
var words = map[string][]string{
	"created": {"creat", "replica set"}, "scheduled": {"schedul", "assign"}, "deletion-requested": {"delet", "kill"},
	"deleted": {"delet", "gone", "kill"}, "evicted": {"evict"}, "phase": {""}, "ready": {"ready"}, "not-ready": {"ready"},
	"restart": {"start", "back-off"}, "node-condition": {"ready"}, "taint-added": {"taint", "notready"},
	"taint-removed": {"nodeready", "nodeschedulable"}, "uncordoned": {"schedulable"},
	"cron-scheduled": {"created job"}, "scaled": {"scaled"}, "revision": {"scaled", "revision"}, "template-changed": {"scaled", "revision"},
	"rollback": {"rolled back"}, "condition": {"complet", "backofflimit", "deadline", "failedcreate"},
}

func (tr transition) told(e timeline.Entry) bool {
	tolerance := 1010 * time.Millisecond
	if tr.TraceQuality == "near" {
		tolerance += time.Second
	}
	if !within(tr.At, e.At, tolerance) && !within(tr.At, e.Until, tolerance) {
		return false
	}
	said := strings.ToLower(strings.Join([]string{string(e.Kind), e.Container, e.Condition, e.Reason, e.Text}, " "))
	if tr.Container != "" {
		return strings.Contains(said, tr.Container)
	}
	if tr.Condition != "" && strings.Contains(said, strings.ToLower(tr.Condition)) {
		return true
	}
	for _, w := range words[tr.Kind] {
		if strings.Contains(said, w) {
			return true
		}
	}
	return false
}

func within(x, y time.Time, d time.Duration) bool {
	return !x.IsZero() && !y.IsZero() && x.Sub(y).Abs() <= d
}

// TestRecording measures timelines against a recording: how many of the changes that left a trace stand in them, and how
// many timed states were made up.
func TestRecording(t *testing.T) {
	s, err := loader.Load(context.Background(), []string{recording + "dump.tar.gz"}, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	entries := map[loader.Ref][]timeline.Entry{}
	for _, l := range timeline.Build(s, change.Of(s)) {
		entries[l.Object] = append(entries[l.Object], l.Entries...)
		entries[l.Object.Key()] = append(entries[l.Object.Key()], l.Entries...)
	}
	for group, objects := range truth(t) {
		t.Run(group, func(t *testing.T) { measure(t, objects, entries) })
	}
}

func measure(t *testing.T, objects []watched, entries map[loader.Ref][]timeline.Entry) {
	var told, traced, timed, madeUp int
	for _, o := range objects {
		ref := loader.Ref{Kind: o.Kind, Namespace: o.Namespace, Name: o.Name, UID: ""}
		list := entries[ref]
		ref.UID = types.UID(o.UID)
		if own := entries[ref]; len(own) > 0 {
			list = own
		}
		for _, tr := range o.Transitions {
			if tr.AfterDump || !tr.InDump || tr.TraceQuality != "exact" && tr.TraceQuality != "near" {
				continue
			}
			traced++
			if anyTells(list, tr) {
				told++
			} else {
				t.Logf("not told: %s %s/%s %s %s %s %s", o.Kind, o.Namespace, o.Name, tr.At.Format(time.TimeOnly), tr.Kind, tr.Condition, tr.Container)
			}
		}
		n, invented := made(list, o.Transitions)
		timed, madeUp = timed+n, madeUp+len(invented)
		for _, e := range invented {
			t.Logf("made up: %s %s/%s %s %s", o.Kind, o.Namespace, o.Name, e.At.Format(time.TimeOnly), e.Text)
		}
	}
	t.Logf("told %d of %d; made up %d of %d", told, traced, madeUp, timed)
	if traced == 0 || timed == 0 {
		t.Fatal("nothing was measured")
	}
	if recall := float64(told) / float64(traced); recall < 0.95 {
		t.Errorf("recall is %.3f, want 0.95", recall)
	}
	if invented := float64(madeUp) / float64(timed); invented > 0.002 {
		t.Errorf("made up %.4f, want at most 0.002", invented)
	}
}

func anyTells(list []timeline.Entry, tr transition) bool {
	for _, e := range list {
		if tr.told(e) {
			return true
		}
	}
	return false
}

// made counts the states with an exact time and returns those near which nothing happened.
func made(list []timeline.Entry, happened []transition) (timed int, invented []timeline.Entry) {
	var began time.Time // the watch saw nothing before the object's first change
	for _, tr := range happened {
		if began.IsZero() || tr.At.Before(began) {
			began = tr.At
		}
	}
	for _, e := range list {
		if e.Kind != timeline.Container && e.Kind != timeline.Condition || e.Precision != timeline.Exact || e.At.Before(began) {
			continue
		}
		timed++
		if !anyNear(happened, e.At) {
			invented = append(invented, e)
		}
	}
	return timed, invented
}

func anyNear(list []transition, at time.Time) bool {
	for _, tr := range list {
		if within(tr.At, at, 2010*time.Millisecond) || within(tr.Received, at, 2010*time.Millisecond) {
			return true
		}
	}
	return false
}

func truth(t *testing.T) map[string][]watched {
	t.Helper()
	f, err := os.Open(recording + "transitions.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string][]watched
	if err := json.NewDecoder(z).Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}
