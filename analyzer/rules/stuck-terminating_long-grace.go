package rules

import (
	"fmt"
	"time"

	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

var stuckLongGrace = &Rule{
	ID:    "stuck-terminating/long-grace",
	Title: "Pod is being deleted and its long grace period has not ended",
	Doc: `The deletion was asked for minutes ago and the Pod still runs, within a grace period that is long on purpose
(terminationGracePeriodSeconds). That is normal and needs nothing; this is information for whoever waits for the Pod to go.

What to do: if it should go faster, look at the preStop hook and at whether the process handles SIGTERM; then shorten the grace
period.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, p := range c.Pods {
			if p.DeletionTimestamp == nil || c.Now.IsZero() || !c.Now.Before(p.DeletionTimestamp.Time) ||
				c.Now.Sub(deletionRequested(p)) < settle || !p.Healthy {
				continue
			}
			ev := c.PodField(p, "metadata.deletionTimestamp", p.DeletionTimestamp.UTC().Format(time.RFC3339))
			ev.At = deletionRequested(p)
			f := Finding{
				Severity: Info, Confidence: Confirmed, Subject: p.Ref, Culprit: blame(p, "terminationGracePeriodSeconds"), First: ev.At,
				Last: c.Now, Evidence: []Evidence{ev}, Title: "is deleted with a long grace period",
				Cause: fmt.Sprintf("The deletion of Pod %s was %s.", p.Name, c.graceText(p)),
			}
			f.Evidence = append(f.Evidence, c.cited(p.Events, "Killing", "FailedPreStopHook")...)
			out = append(out, f)
		}
		return out
	},
}

// graceText is when the deletion of the Pod was asked for and how its grace period stands at the dump time, for a sentence.
func (c *Context) graceText(p *Pod) string {
	end := p.DeletionTimestamp.UTC()
	text := "asked for"
	if asked := loader.DeletionAsked(p.Pod).UTC(); !asked.IsZero() {
		text += fmt.Sprintf(" at %s with a grace period of %s", clock(asked), podstatus.Duration(end.Sub(asked)))
	}
	verb, left := "which ends at ", podstatus.Duration(end.Sub(c.Now))+" after"
	if !c.Now.Before(end) {
		verb, left = "which ended at ", podstatus.Duration(c.Now.Sub(end))+" before"
	}
	return text + ", " + verb + end.Format(time.RFC3339) + ", " + left + " the dump time"
}
