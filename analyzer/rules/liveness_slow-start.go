package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var livenessStart = &Rule{
	ID:    "liveness/slow-start",
	Title: "Liveness probe kills the container before it has started",
	Doc: `Every run ends at the first moment at which the liveness probe may kill: initialDelaySeconds plus periodSeconds times
failureThreshold, or up to one period less, for the first try comes within a period after the delay. So the probe never
passed: the application needs longer to start than the probe allows, or it never opens what the probe asks.
Without a startup probe the liveness probe starts to count right after initialDelaySeconds.

How it is told apart: the length of the last run fits the arithmetic, and the probe met a refused connection, a time-out or a
command that says "not yet"; an answer such as 404, a command that can never succeed, or a log which shows that the
application was up, is another rule.

What to do: add a startupProbe with a budget that covers the slowest start, and keep the liveness probe strict. A small CPU
limit may make starts slow.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, k := range c.probeKills(message.Liveness) {
			s := probeSpec(k.ct, message.Liveness)
			if k.atWrongPort(c) || !k.tooEarly() {
				continue
			}
			f := k.finding(c)
			f.Title = fmt.Sprintf("liveness probe kills it before it is up (%s)", budgetOf(s).short())
			f.Culprit.Field += ".initialDelaySeconds"
			if f.Confidence == Confirmed {
				f.Confidence = Likely
			}
			f.Cause = k.opening() + k.met() + k.arithmetic() + " The probe never passed in that run: the application starts more slowly " +
				"than that, or never gets that far."
			k.tellStart(c, &f)
			c.askCPU(&f, k.pod, k.ct)
			f.Evidence = withLines(f.Evidence, c.lastLinesOf(k.pod, k.ct).evidence)
			f.Next = append(f.Next, c.change(k.pod, f.Confidence,
				"add a startupProbe that covers the slowest start, or raise initialDelaySeconds or failureThreshold of the liveness probe"))
			out = append(out, f)
		}
		return out
	},
}
