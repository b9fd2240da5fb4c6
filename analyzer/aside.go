package analyzer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// SetAside is a loud fact that explains nothing that is failing now: it is named, with the reason, so that nobody
// stumbles over it later.
type SetAside struct {
	Object loader.Ref `json:"object"`
	Text   string     `json:"text"`
	Reason string     `json:"reason"` // why it is set aside
	At     time.Time  `json:"at,omitzero"`
	Count  int        `json:"count,omitempty"`
	File   string     `json:"file"`
	Line   int        `json:"line"`

	NotInDump bool `json:"notInDump,omitempty"` // the dump holds no such objects, so how it does now is unknown
}

// maxAside is how many are listed; more would bury the report.
const maxAside = 40

// setAside lists restarts and Warning Events of Pods that are well at capture time, the newest first. In ranks of a
// healthy cluster these are the facts that mislead.
func setAside(c *rules.Context, explained map[loader.Ref]string, known told) []SetAside {
	out := []SetAside{}
	for _, p := range c.Pods {
		if !p.Healthy || p.Recalled || explained[p.Ref.Key()] != "" || known.owns(p.Ref) {
			continue
		}
		if p.Collector {
			out = append(out, ofCollector(c, p))
			continue
		}
		out = append(out, restarts(c, p)...)
		out = append(out, known.warnings(p.Ref, p.Events, wellNow(p))...)
	}
	out = append(out, unseen(c, explained, known)...)
	slices.SortStableFunc(out, func(a, b SetAside) int {
		return cmp.Or(b.At.Compare(a.At), a.Object.Compare(b.Object), cmp.Compare(a.Text, b.Text))
	})
	return out[:min(maxAside, len(out))]
}

// ofCollector names a Pod of the tool that took the dump.
func ofCollector(c *rules.Context, p *rules.Pod) SetAside {
	pos := c.Snapshot.Pos(p.Pod)
	return SetAside{Object: p.Ref, At: p.CreationTimestamp.UTC(), File: pos.File, Line: pos.Line,
		Text: "STATUS " + p.Row.Status + ", " + p.Row.Ready + " ready", Reason: "it is the collecting tool's own Pod, so its state is no finding"}
}

func restarts(c *rules.Context, p *rules.Pod) []SetAside {
	var out []SetAside
	for _, k := range p.Containers {
		t := k.Status.LastTerminationState.Terminated
		if t == nil || k.Status.State.Running == nil {
			continue
		}
		pos := c.Snapshot.Pos(p.Pod)
		out = append(out, SetAside{
			Object: p.Ref, At: t.FinishedAt.UTC(), Count: int(k.Status.RestartCount), File: pos.File, Line: pos.Line,
			Text:   fmt.Sprintf("container %s restarted, last exit %s (code %d)", k.Name, cmp.Or(t.Reason, "without a reason"), t.ExitCode),
			Reason: fmt.Sprintf("it has run since %s and the Pod %s", k.Status.State.Running.StartedAt.UTC().Format(time.RFC3339), stands(p, "is ready")),
		})
	}
	return out
}

// wellNow says how the Pod does that its past is set aside: only one that serves or has finished is called healthy.
func wellNow(p *rules.Pod) string {
	return "the Pod " + stands(p, "is healthy at the dump time") + " (STATUS " + p.Row.Status + ", " + p.Row.Ready + " ready)"
}

// stands says how the Pod does, in the words for well where it serves or has finished.
func stands(p *rules.Pod, well string) string {
	ready, all, _ := strings.Cut(p.Row.Ready, "/")
	switch {
	case p.DeletionTimestamp != nil:
		return "is being deleted, and is within its time"
	case p.Status.Phase == corev1.PodFailed:
		return "has ended, and its workload does well without it"
	case p.Status.Phase != corev1.PodSucceeded && ready != all:
		return "is not ready yet, and is within its time"
	}
	return well
}

// warnings joins an object's Warning Events by reason, without those that an incident quotes.
func (t told) warnings(object loader.Ref, events []*loader.Event, why string) []SetAside {
	var out []SetAside
	at, quoted := map[string]int{}, t.reasons(events)
	for _, e := range events {
		if !e.Warning() || quoted[e.Reason] {
			continue
		}
		if i, ok := at[e.Reason]; ok {
			out[i].Count += e.Count
			if e.Last.After(out[i].At) {
				out[i].At, out[i].Text, out[i].File, out[i].Line = e.Last, e.Reason+": "+e.Message, e.Pos.File, e.Pos.Line
			}
			continue
		}
		at[e.Reason] = len(out)
		out = append(out, SetAside{Object: object, At: e.Last, Count: e.Count, File: e.Pos.File, Line: e.Pos.Line,
			Text: e.Reason + ": " + e.Message, Reason: why})
	}
	return out
}

// unseen lists the Warning Events about Pods of which the dump holds nothing else.
func unseen(c *rules.Context, explained map[loader.Ref]string, known told) []SetAside {
	var out []SetAside
	seen := map[loader.Ref]bool{}
	for _, e := range c.Snapshot.Events {
		pod := e.Object.Key()
		if pod.Kind != "Pod" || !e.Warning() || seen[pod] || explained[pod] != "" || known.owns(pod) {
			continue
		}
		seen[pod] = true
		why := "only Events tell of this Pod: it was gone at the dump time"
		presence := c.Snapshot.Lookup(pod)
		if presence == loader.Present {
			continue
		}
		if presence == loader.NotCollected {
			why = "only Events tell of this Pod: the dump does not hold the Pods of its namespace"
			if c.Snapshot.Coverage.CutOff("Pod", pod.Namespace) {
				why = "only Events tell of this Pod: the dump is cut off, so it is unknown whether the Pod was still there"
			}
		}
		for _, a := range known.warnings(pod, c.Snapshot.EventsOf(pod), why) {
			a.NotInDump = presence == loader.NotCollected
			out = append(out, a)
		}
	}
	return out
}
