package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/podstatus"
)

var startupBudget = &Rule{
	ID:    "startup-probe/budget",
	Title: "Startup probe does not pass within its budget",
	Doc: `A startup probe gives the application initialDelaySeconds plus periodSeconds times failureThreshold to come up. When it
has not passed by then, the kubelet kills the container and starts it again. Until it passes, no other probe is asked, the
container is not ready, and for a native sidecar nothing after it starts.

How it is told apart: a Killing Event with "failed startup probe", or a running container with started=false whose startup
probe fails.

What to do: raise failureThreshold so that the budget covers the slowest start; if the probe meets an error answer, correct the
probe or the application.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, k := range c.probeKills(message.Startup) {
			if k.atWrongPort(c) {
				continue
			}
			f := k.finding(c)
			f.Title = "startup probe does not pass"
			if s := probeSpec(k.ct, message.Startup); s != nil {
				f.Title = fmt.Sprintf("startup probe does not pass within %s", podstatus.Duration(budgetOf(s).most()))
				if k.ct.Status.RestartCount == 0 {
					f.Title = "startup probe has not passed yet"
				}
			}
			fix := "raise failureThreshold of the startup probe, or correct what it asks"
			f.Culprit.Field += ".failureThreshold"
			if hopeless(probeSpec(k.ct, message.Startup)) {
				f.Title, fix = "startup probe's command always fails", "give the startup probe a command that can succeed"
				f.Culprit = blame(k.pod, k.ct.Path+".startupProbe.exec.command")
			}
			f.Cause = k.opening() + k.met() + k.arithmetic() + hopelessNote(probeSpec(k.ct, message.Startup))
			if k.answersLate() {
				c.askCPU(&f, k.pod, k.ct)
			}
			if k.ct.Role == Sidecar {
				f.Cause += " It is a native sidecar, so the containers after it do not start."
			}
			f.Evidence = append(f.Evidence, c.lastLinesOf(k.pod, k.ct).evidence...)
			f.Next = append(f.Next, c.change(k.pod, f.Confidence, fix))
			out = append(out, f)
		}
		return out
	},
}
