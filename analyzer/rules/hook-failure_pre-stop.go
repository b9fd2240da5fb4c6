package rules

import "fmt"

var hookPreStop = &Rule{
	ID:    "hook-failure/pre-stop",
	Title: "Pre-stop hook failed; it is not why the container ended",
	Doc: `lifecycle.preStop runs when something has already decided to end the container: a deletion, a probe's kill, an
eviction. Its failure never ends anything; SIGTERM follows all the same, and the hook's time is taken out of the grace period.
So a FailedPreStopHook Event beside restarts is an effect, not the cause.

What to do: look for what ended the container first. The hook itself is worth a repair, for connections may be cut when the
Pod goes.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, p := range c.Pods {
			for _, ct := range p.Containers {
				events := hookEvents(p, ct, "FailedPreStopHook")
				if len(events) == 0 {
					continue
				}
				f := Finding{
					Severity: Info, Confidence: Confirmed, Subject: p.Ref, Container: ct.Name,
					Culprit: blame(p, ct.Path+".lifecycle.preStop"), Symptom: true,
					Title: "pre-stop hook fails (an effect, not the cause)",
					Cause: fmt.Sprintf("The pre-stop hook of container %q (%s) failed. It runs only when the container is already "+
						"to end, so it explains no restart.", ct.Name, hookText(ct, false)),
					RuledOut: []string{"the hook as the cause of restarts: SIGTERM follows whatever the hook does"},
					Next:     []Step{c.change(p, Confirmed, "correct or remove lifecycle.preStop of container "+fmt.Sprintf("%q", ct.Name))},
				}
				if p.DeletionTimestamp != nil {
					f.Cause = fmt.Sprintf("The pre-stop hook of container %q (%s) failed at the Pod's deletion. "+
						"SIGTERM follows all the same, so it delays the end by no more than the grace period.",
						ct.Name, hookText(ct, false))
				}
				for _, e := range events {
					f.Evidence = append(f.Evidence, c.EventEvidence(e))
				}
				f.Evidence = append(f.Evidence, c.PodField(p, "spec."+ct.Path+".lifecycle.preStop", hookText(ct, false)))
				f.First, f.Last = span(f.Evidence)
				out = append(out, f)
			}
		}
		return out
	},
}
