package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var livenessFailing = &Rule{
	ID:    "liveness/failing",
	Title: "Liveness probe fails, so the kubelet kills and restarts the container",
	Doc: `The kubelet kills a container when its liveness probe fails failureThreshold times in a row: SIGTERM, then SIGKILL
after the grace period. The exit code is that of the kill: 143 if the application handles SIGTERM, 137 if it does not, or
whatever it returns on SIGTERM. None of them means out of memory.

A command that can never succeed (false, exit 1) kills for ever, whatever the application does. A log which shows that the
application was up before the kill speaks against a slow start: then it hangs, or the probe is too strict.

How it is told apart: a Killing Event with "failed liveness probe" at the time of the end; or failures of the probe around an
end with 137 or 143, where that Event has been dropped. A failed readiness probe never restarts anything.

What to do: look at what the probe met. 404 or 401 is a wrong path; 5xx and a time-out are an application that hangs or is
starved of CPU; a command that cannot be found is a wrong probe.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, k := range c.probeKills(message.Liveness) {
			if k.atWrongPort(c) || k.tooEarly() {
				continue
			}
			f := k.finding(c)
			f.Title = "liveness probe fails"
			switch k.said.Fault {
			case message.ProbeStatus:
				f.Title = fmt.Sprintf("liveness probe gets HTTP %d", k.said.Status)
				f.Culprit.Field += ".httpGet.path"
			case message.ProbeTimeout, message.ProbeExecTimeout:
				f.Title = "liveness probe times out"
			case message.ProbeExecMissing:
				f.Title = "liveness probe's command cannot be run"
				f.Culprit.Field += ".exec.command"
			}
			if k.also != nil {
				f.Title = "liveness probe " + silence(k.said.Fault, k.also.Fault) + ""
			}
			fix := "correct the liveness probe, or what keeps the application from answering it"
			s := probeSpec(k.ct, message.Liveness)
			f.Cause = k.opening() + k.met() + k.arithmetic() + hopelessNote(s)
			if hopeless(s) {
				f.Title, fix = "liveness probe's command always fails", "give the liveness probe a command that can succeed"
				f.Culprit.Field += ".exec.command"
			} else {
				k.tellUp(c, &f)
			}
			if k.answersLate() {
				c.askCPU(&f, k.pod, k.ct)
			}
			f.Evidence = withLines(f.Evidence, c.lastLinesOf(k.pod, k.ct).evidence)
			f.Next = append(f.Next, c.change(k.pod, f.Confidence, fix))
			out = append(out, f)
		}
		return out
	},
}
