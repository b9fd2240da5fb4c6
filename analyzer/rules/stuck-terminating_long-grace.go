package rules

import (
	"fmt"
	"time"

	"github.com/podtriage/podtriage/analyzer/podstatus"
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
				Cause: fmt.Sprintf("The deletion was asked for at %s with a grace period of %s, which ends at %s, %s after the dump time.",
					clock(ev.At), podstatus.Duration(p.DeletionTimestamp.Sub(ev.At)), p.DeletionTimestamp.UTC().Format(time.RFC3339),
					podstatus.Duration(p.DeletionTimestamp.Sub(c.Now))),
			}
			f.Evidence = append(f.Evidence, c.cited(p.Events, "Killing", "FailedPreStopHook")...)
			out = append(out, f)
		}
		return out
	},
}
