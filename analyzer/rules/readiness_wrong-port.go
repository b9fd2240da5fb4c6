package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var readinessWrongPort = &Rule{
	ID:    "readiness/wrong-port",
	Title: "Readiness probe asks a port on which the container does not listen",
	Doc: `The container runs, and its readiness probe finds nobody on its port while the container declares other ports: in
containerPorts, in a probe that does not fail, or as a Service's targetPort. Probes go to the Pod's own address, so the
container's port counts, not the Service's.

What to do: correct the port of the probe.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, u := range c.unreadies() {
			declared, from, wrong := c.wrongPort(u.pod, u.ct, message.Readiness, u.said)
			if u.event == nil || !wrong {
				continue
			}
			f := u.finding(c)
			s := u.ct.Spec.ReadinessProbe
			f.Evidence = append(f.Evidence, from...)
			f.Culprit.Field += portField(s)
			f.Confidence = Likely
			f.Title = fmt.Sprintf("readiness probe asks port %d, not %s", probePort(u.ct, s), portList(declared))
			f.Cause = fmt.Sprintf("Container %q runs but is never ready: %s. %s.",
				u.ct.Name, how(u.said, s), portsTold(declared, from))
			f.Next = append(f.Next, c.change(u.pod, f.Confidence, "set the port of the readiness probe to "+portList(declared)))
			out = append(out, f)
		}
		return out
	},
}
