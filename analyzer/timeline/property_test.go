package timeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

type object = map[string]any

var noon = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)

// TestProperties draws small dumps of Pods and Events and holds what must be true of any timeline.
func TestProperties(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		pods := rapid.SliceOfN(rapid.Custom(drawPod), 0, 3).Draw(rt, "pods")
		events := rapid.SliceOfN(rapid.Custom(drawEvent), 1, 12).Draw(rt, "events")
		for i, e := range events {
			e["metadata"].(object)["name"] = fmt.Sprintf("e%d", i)
		}
		files := write(rt, dir, pods, events)
		all := build(rt, files)
		for _, l := range all {
			wellFormed(rt, l)
		}
		if diff := cmp.Diff(all, build(rt, rapid.Permutation(files).Draw(rt, "order"))); diff != "" {
			rt.Errorf("the order of files changes timelines (-one +other):\n%s", diff)
		}
		i := rapid.IntRange(0, len(events)-1).Draw(rt, "removed")
		fewer := build(rt, write(rt, dir, pods, slices.Delete(slices.Clone(events), i, i+1)))
		before := tally(all)
		for k, n := range tally(fewer) {
			if n > before[k] {
				rt.Errorf("without Event %d there is more of %+v: %d, was %d", i, k, n, before[k])
			}
		}
	})
}

// wellFormed holds that entries are in order and that spans and moments are what their precision says.
func wellFormed(rt *rapid.T, l timeline.Timeline) {
	for i, e := range l.Entries {
		switch {
		case !e.Until.IsZero() && e.Until.Before(e.At):
			rt.Errorf("%s: a span ends before it begins: %+v", l.Object, e)
		case e.Precision == timeline.Exact && (!e.Until.IsZero() || e.Count > 1):
			rt.Errorf("%s: an exact moment is a span: %+v", l.Object, e)
		case e.Precision == timeline.Between && e.Until.IsZero():
			rt.Errorf("%s: between one time and none: %+v", l.Object, e)
		case e.Precision == "" || e.Kind == "" || e.Text == "" || e.File == "":
			rt.Errorf("%s: an entry without precision, kind, text or source: %+v", l.Object, e)
		case i > 0 && !e.At.IsZero() && e.At.Unix() < l.Entries[i-1].At.Unix():
			rt.Errorf("%s: out of order: %+v after %+v", l.Object, e, l.Entries[i-1])
		case i > 0 && e == l.Entries[i-1]:
			rt.Errorf("%s: told twice: %+v", l.Object, e)
		}
	}
}

// fact is what an entry says, without when.
type fact struct {
	kind                                     timeline.Kind
	object, container, condition, to, reason string
}

// tally counts facts by object name. Gaps are left out: what is not recorded grows when a record goes. So are births and ends without
// a time of their own: where only Events know Pods of one name, their number too is read from the Events.
func tally(all []timeline.Timeline) map[fact]int {
	out := map[fact]int{}
	for _, l := range all {
		for _, e := range l.Entries {
			if e.Kind != timeline.Gap && (e.Kind != timeline.Lifecycle || e.Precision == timeline.Exact) {
				out[fact{kind: e.Kind, object: l.Object.Key().String(), container: e.Container, condition: e.Condition, to: e.To, reason: e.Reason}]++
			}
		}
	}
	return out
}

func drawPod(rt *rapid.T) object {
	start := second(rapid.IntRange(2*lifetime, 3*lifetime-1).Draw(rt, "created"))
	pod := object{
		"apiVersion": "v1", "kind": "Pod",
		"metadata": object{"name": drawName(rt), "namespace": "shop", "uid": uidAt(2 * lifetime), "creationTimestamp": start},
		"spec":     object{"nodeName": "n1", "containers": []object{{"name": "app", "image": "app:v1"}}},
	}
	status := object{"phase": "Running", "conditions": []object{
		{"type": "PodScheduled", "status": "True", "lastTransitionTime": start},
		{"type": "Ready", "status": rapid.SampledFrom([]string{"True", "False"}).Draw(rt, "ready"), "lastTransitionTime": at(rt, "ready since")},
	}}
	cs := object{"name": "app", "restartCount": rapid.IntRange(0, 5).Draw(rt, "restarts"), "state": rapid.SampledFrom([]object{
		{"running": object{"startedAt": at(rt, "started")}},
		{"waiting": object{"reason": "CrashLoopBackOff"}},
		{"terminated": object{"exitCode": 1, "startedAt": start, "finishedAt": at(rt, "finished")}},
		{"terminated": object{"exitCode": 128, "reason": "StartError", "startedAt": "1970-01-01T00:00:00Z", "finishedAt": nil}},
	}).Draw(rt, "state")}
	if rapid.Bool().Draw(rt, "ran before") {
		cs["lastState"] = object{"terminated": object{"exitCode": 137, "reason": "OOMKilled", "startedAt": start,
			"finishedAt": at(rt, "last finished")}}
	}
	status["containerStatuses"] = []object{cs}
	pod["status"] = status
	if rapid.Bool().Draw(rt, "deleting") {
		pod["metadata"].(object)["deletionTimestamp"] = at(rt, "deleted")
		pod["metadata"].(object)["deletionGracePeriodSeconds"] = 30
	}
	return pod
}

func drawEvent(rt *rapid.T) object {
	first := rapid.IntRange(0, 3*lifetime-1).Draw(rt, "first")
	last := first + rapid.IntRange(0, 300).Draw(rt, "span")
	about := rapid.SampledFrom([]string{"container", "container", "pod", "owner", "node"}).Draw(rt, "about")
	if about == "container" || about == "pod" {
		last = min(last, first-first%lifetime+lifetime-1) // a Pod has no Events after its life
	}
	e := object{
		"apiVersion": "v1", "kind": "Event", "metadata": object{"namespace": "shop", "creationTimestamp": second(first)},
		"firstTimestamp": second(first), "lastTimestamp": second(last), "count": 1, "type": "Normal",
		"source": object{"component": "kubelet", "host": "n1"},
	}
	if last > first {
		e["count"] = rapid.IntRange(2, 20).Draw(rt, "count")
	}
	name := drawName(rt)
	switch about {
	case "container":
		e["reason"], e["message"] = rapid.SampledFrom([]string{"Started", "Created", "Pulled", "Killing", "BackOff"}).Draw(rt, "reason"), "said"
		e["involvedObject"] = object{"kind": "Pod", "namespace": "shop", "name": name, "uid": uidAt(first), "fieldPath": "spec.containers{app}"}
	case "pod":
		e["reason"], e["message"] = rapid.SampledFrom([]string{"Scheduled", "FailedScheduling", "TaintManagerEviction", "Evicted"}).Draw(rt,
			"reason"), "said"
		e["involvedObject"] = object{"kind": "Pod", "namespace": "shop", "name": name,
			"uid": rapid.SampledFrom([]string{"", uidAt(first)}).Draw(rt, "uid")}
	case "owner":
		e["reason"], e["message"] = "SuccessfulCreate", "create Pod "+name+" in StatefulSet web successful"
		if rapid.Bool().Draw(rt, "delete") {
			e["reason"], e["message"] = "SuccessfulDelete", "delete Pod "+name+" in StatefulSet web successful"
		}
		e["involvedObject"] = object{"kind": "StatefulSet", "namespace": "shop", "name": "web", "uid": "s"}
	case "node":
		e["reason"], e["message"] = rapid.SampledFrom([]string{"NodeNotReady", "Rebooted", "Starting"}).Draw(rt, "reason"), "said"
		e["involvedObject"] = object{"kind": "Node", "name": "n1", "uid": "n1"}
	}
	return e
}

func drawName(rt *rapid.T) string {
	return rapid.SampledFrom([]string{"web-0", "web-1"}).Draw(rt, "name")
}

// lifetime is how many seconds a Pod lives before the next of its name.
const lifetime = 200

func uidAt(n int) string { return fmt.Sprintf("u%d", n/lifetime) }

func at(rt *rapid.T, label string) string {
	return second(rapid.IntRange(0, 3*lifetime-1).Draw(rt, label))
}

// second is n seconds after noon, in steps that are further apart than two records of one moment.
func second(n int) string { return noon.Add(time.Duration(n-n%5) * time.Second).Format(time.RFC3339) }

// write puts Pods and Events into files of their own, so that their order can be changed.
func write(rt *rapid.T, dir string, pods, events []object) []string {
	var out []string
	for i, items := range [][]object{pods, events[:len(events)/2], events[len(events)/2:]} {
		raw, err := json.Marshal(object{"apiVersion": "v1", "kind": "List", "items": items})
		if err != nil {
			rt.Fatal(err)
		}
		path := filepath.Join(dir, fmt.Sprintf("%d.json", i))
		if err := os.WriteFile(path, raw, 0o644); err != nil {
			rt.Fatal(err)
		}
		out = append(out, path)
	}
	return out
}

func build(rt *rapid.T, files []string) []timeline.Timeline {
	s, err := loader.Load(context.Background(), files, loader.Options{Now: noon.Add(15 * time.Minute)})
	if errors.Is(err, loader.ErrNothing) {
		return nil
	}
	if err != nil {
		rt.Fatal(err)
	}
	return timeline.Build(s, change.Of(s))
}
