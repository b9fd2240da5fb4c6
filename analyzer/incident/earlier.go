package incident

import (
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// ways are the sorts of rules.Sign in which Pods of a category's incidents fail; of other categories Events are too poor to
// tell whether two Pods failed alike.
var ways = map[string][]string{
	"app-crash":     {"restart"},
	"oom":           {"restart"},
	"command-error": {"restart", "start"},
	"create-error":  {"restart", "start"},
	"init-failure":  {"restart"},
	"hook-failure":  {"restart"},
	"liveness":      {"probe"},
	"startup-probe": {"probe"},
	"readiness":     {"probe"},
	"image-pull":    {"pull"},
	"config-error":  {"start"},
}

// mostEarlier is how many Pods that are gone are cited.
const mostEarlier = 2

// earlier makes Pods part of the incident that are gone and failed in the same way: controllers replace Pods, the fault is older
// than the Pod that shows it now.
func (g *grouper) earlier(in *draft) {
	signs := g.signs(in)
	if in.Severity == rules.Info || len(signs) == 0 {
		return
	}
	first := map[loader.Ref]*loader.Event{}
	for _, e := range g.madeEvents(in) {
		pod := e.Object.Key()
		if signs[rules.Sign(e)] && g.gone(e) && !g.wellBetween(in, e.Last) && (first[pod] == nil || e.First.Before(first[pod].First)) {
			first[pod] = e
		}
	}
	var list []*loader.Event
	for _, e := range first {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b *loader.Event) int {
		if n := a.First.Compare(b.First); n != 0 {
			return n
		}
		return a.Object.Compare(b.Object)
	})
	for i, e := range list {
		if i < mostEarlier {
			in.addEvidence([]rules.Evidence{g.c.EventEvidence(e)})
		}
		in.widen(e.First, e.Last)
		in.Earlier = append(in.Earlier, e.Object.Key())
	}
}

// signs are the ways in which the incident's Pods fail, as far as Events tell.
func (g *grouper) signs(in *draft) map[string]bool {
	out := map[string]bool{}
	for _, p := range g.pods(in) {
		if p.Healthy || g.c.WorkloadOf(p.Ref).Key() != in.workload.Key() {
			continue
		}
		for _, e := range p.Events {
			s := rules.Sign(e)
			sort, _, _ := strings.Cut(s, " ")
			if s != "" && slices.Contains(ways[in.Category], sort) && (in.container == "" || e.Container() == "" || e.Container() == in.container) {
				out[s] = true
			}
		}
	}
	return out
}

// madeEvents are the Events about Pods of the incident's workload, the names of its Pods included: a StatefulSet gives a name
// again.
func (g *grouper) madeEvents(in *draft) []*loader.Event {
	out := slices.Clone(g.podEvents(in.workload))
	for _, p := range g.pods(in) {
		if p.Workload.Kind == "StatefulSet" && p.Workload.Key() == in.workload.Key() {
			out = append(out, g.podEvents(p.Ref)...)
		}
	}
	return out
}

// gone reports whether the Event is about a Pod that was not there any more.
func (g *grouper) gone(e *loader.Event) bool {
	pod := e.Object
	if p := g.c.Pod(loader.Ref{Kind: "Pod", Namespace: pod.Namespace, Name: pod.Name}); p != nil && !p.Recalled {
		return !slices.Contains(p.Events, e)
	}
	return g.c.Snapshot.Lookup(pod.Key()) == loader.Absent
}

// wellBetween reports whether a Pod of the workload became ready, and stayed so, after the time and before the incident: then
// what failed up to the time had come to its end.
func (g *grouper) wellBetween(in *draft, at time.Time) bool {
	for _, p := range g.c.PodsOf(in.workload) {
		ready := p.Condition(corev1.PodReady)
		if p.Healthy && ready != nil && ready.LastTransitionTime.Time.After(at) && ready.LastTransitionTime.Time.Before(in.FirstSeen) {
			return true
		}
	}
	return false
}

// shown is the oldest time at which a record of the Finding shows the failure itself: a Warning Event or an end.
func shown(f *rules.Finding) time.Time {
	var first time.Time
	for _, e := range f.Evidence {
		if !e.At.IsZero() && shows(&e) && (first.IsZero() || e.At.Before(first)) {
			first = e.At
		}
	}
	return first
}

// failures are the reasons of Events that record a failure.
var failures = []string{"BackOff", "Failed", "Unhealthy", "FailedScheduling", "FailedMount", "FailedAttachVolume", "FailedCreatePodSandBox",
	"BackoffLimitExceeded", "DeadlineExceeded", "FailedCreate", "FailedPostStartHook", "Evicted"}

func shows(e *rules.Evidence) bool {
	reason, event := strings.CutPrefix(e.Field, "Event ")
	return event && slices.Contains(failures, reason) || strings.HasSuffix(e.Field, ".terminated")
}
