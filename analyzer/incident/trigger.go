package incident

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/podtriage/podtriage/analyzer/change"
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
			if c.Kind != change.Created && c.Object.Kind != "Pod" { // a birth sets nothing off
				in.Trigger = sentence(&c, at)
				in.TriggerConfidence = rules.Likely
				in.addEvidence(places(&c))
				return
			}
		}
	}
}

// about are the objects whose changes matter to the incident.
func (g *grouper) about(in *draft) []loader.Ref {
	out := []loader.Ref{in.workload, in.Culprit.Ref}
	for _, r := range in.Affected {
		out = append(out, r, g.workload(r))
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

// sentence tells the change and how long before the first symptom it was.
func sentence(c *change.Change, at time.Time) string {
	when := c.At.UTC().Format("15:04:05Z")
	if gap := at.Sub(c.At); gap >= time.Second {
		when += ", " + duration.HumanDuration(gap) + " before the first symptom"
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
