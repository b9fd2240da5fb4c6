package incident

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// window is how long before the first symptom a change counts as what may have set it off.
const window = 15 * time.Minute

// trigger offers what was changed shortly before the incident began: on its workloads, on the object at fault, on what its
// Pods use. It is likely at best: that one followed the other is recorded, that it was the reason is not.
func (g *grouper) trigger(in *draft) {
	if in.Trigger != "" || in.Severity == rules.Info || in.Category == "node-lost" {
		return
	}
	about := g.about(in)
	for _, at := range g.starts(in) {
		for _, c := range change.Before(g.c.Changes, about, at, window) {
			if c.Kind == change.Created || c.Object.Kind == "Pod" || strings.HasPrefix(c.Text, "kubelet started") { // a birth sets nothing off
				continue
			}
			if before := g.failedBefore(in, c.At); !before.IsZero() {
				in.note(fmt.Sprintf("not set off by %s (%s): Pods of it failed before, at %s", c.Object, c.Text, before.Format("15:04:05Z")))
				in.stay(&c)
				return
			}
			in.Trigger, in.TriggerConfidence = sentence(&c, at), rules.Likely
			in.addEvidence(places(&c))
			return
		}
	}
}

// stay drops the advice to go back from a change that did not set the incident off.
func (in *draft) stay(c *change.Change) {
	if c.Kind == change.Revision || c.Kind == change.Rollback {
		in.Next = slices.DeleteFunc(in.Next, func(s rules.Step) bool { return strings.Contains(s.Command, " rollout undo ") })
	}
}

// endure stretches the incident to the dump where one of its Pods is still not well then.
func (g *grouper) endure(in *draft) {
	if in.Severity != rules.Error || in.FirstSeen.IsZero() {
		return
	}
	for _, p := range g.pods(in) {
		if !p.Healthy && !p.Recalled && !podstatus.Ended(p.Pod) {
			in.LastSeen = g.c.Now
			return
		}
	}
}

// about are the objects whose changes matter to the incident.
func (g *grouper) about(in *draft) []loader.Ref {
	out := []loader.Ref{in.workload, in.Culprit.Ref}
	for _, r := range in.Affected {
		out = append(out, r, g.c.WorkloadOf(r))
	}
	return out
}

// starts are the times at which the incident may have begun: its first record, and the birth of its oldest Pod, a minute
// of grace added for what stands in one second with it.
func (g *grouper) starts(in *draft) []time.Time {
	var out []time.Time
	if !in.FirstSeen.IsZero() {
		out = append(out, in.FirstSeen)
	}
	var born time.Time
	for _, p := range g.pods(in) {
		if t := p.CreationTimestamp.UTC(); born.IsZero() || t.Before(born) {
			born = t
		}
	}
	if !born.IsZero() {
		out = append(out, born.Add(time.Minute))
	}
	return out
}

// failedBefore returns when a Pod of the incident's workload, be it one that is gone, first failed in the way of the incident's
// category, if that was before the time; else zero. A change cannot have set off what was there before it.
func (g *grouper) failedBefore(in *draft, at time.Time) time.Time {
	reasons := []string{"BackOff", "Failed"}
	if in.Category == "readiness" {
		reasons = []string{"Unhealthy"}
	}
	if in.Category == "unschedulable" {
		reasons = []string{"FailedScheduling"}
	}
	var first time.Time
	for _, e := range g.podEvents(in.workload) {
		if e.Warning() && slices.Contains(reasons, e.Reason) && e.First.Before(at) && (first.IsZero() || e.First.Before(first)) {
			first = e.First
		}
	}
	return first
}

// podEvents are the Events about Pods that the workload made, told by the names that controllers give.
func (g *grouper) podEvents(w loader.Ref) []*loader.Event {
	if g.eventsOf == nil {
		g.eventsOf = map[loader.Ref][]*loader.Event{}
		for _, e := range g.c.Snapshot.Events {
			if e.Object.Kind != "Pod" {
				continue
			}
			made := loader.Ref{Namespace: e.Object.Namespace, Name: generated.ReplaceAllString(e.Object.Name, "")}
			g.eventsOf[made] = append(g.eventsOf[made], e)
			cron := loader.CronJobOf(loader.Ref{Kind: "Job", Namespace: made.Namespace, Name: made.Name}, g.c.Now)
			if cron.Kind = ""; cron != made {
				g.eventsOf[cron] = append(g.eventsOf[cron], e)
			}
		}
	}
	return g.eventsOf[loader.Ref{Namespace: w.Namespace, Name: w.Name}]
}

// sentence tells the change and how long before the first symptom it was.
func sentence(c *change.Change, at time.Time) string {
	when := c.At.UTC().Format("15:04:05Z")
	if gap := at.Sub(c.At); gap >= time.Second {
		when += ", " + podstatus.Duration(gap) + " before the first symptom"
	}
	by := ""
	if c.By != "" {
		by = ", written by " + c.By
	}
	return fmt.Sprintf("%s: %s (%s%s).", c.Object, c.Text, when, by)
}

// places cites the object that was changed.
func places(c *change.Change) []rules.Evidence {
	if len(c.Positions) == 0 {
		return nil
	}
	p := c.Positions[0]
	return []rules.Evidence{{File: p.File, Line: p.Line, Object: c.Object.String(), Field: "what changed", At: c.At, Text: c.Text}}
}
