package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var readinessUnknown = &Rule{
	ID:    "readiness/no-record",
	Title: "Container runs but is not ready, and what its probe met is not in the dump",
	Doc: `The container runs, has a readiness probe and is not ready, but no Unhealthy Event is left: Events live one hour by
default, and the kubelet drops some of a Pod that has many.

What is left: the probe fails for a reason that has expired; the application needs long to start; or the probe has not passed
since a restart of the kubelet.

What to do: describe the Pod, or take a new dump while it is not ready.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, u := range c.unreadies() {
			if u.event != nil {
				continue
			}
			f := u.finding(c)
			f.Confidence = Possible
			f.Evidence = append(f.Evidence, c.PodField(u.pod, "spec."+u.ct.Path+".readinessProbe", probeText(u.ct, message.Readiness)),
				c.PodField(u.pod, u.ct.StatusPath()+".ready", "false"))
			w := c.lastLinesOf(u.pod, u.ct)
			f.Evidence = append(f.Evidence, w.evidence...)
			f.Title = "runs but is not ready, no record says why"
			f.Cause = fmt.Sprintf("Container %q runs but its readiness probe has not passed. What is left: "+
				"the probe fails and its Events have expired, or the application is still starting.%s", u.ct.Name, w.says())
			f.Unknown = []string{"what the readiness probe met: no Unhealthy Event of this container is in the dump"}
			f.Next = append([]Step{describePod(u.pod)}, f.Next...)
			out = append(out, f)
		}
		return out
	},
}
