package rules

import (
	"fmt"
	"strings"
)

var oomSuspected = &Rule{
	ID:    "oom/suspected",
	Title: "Container was killed with SIGKILL, its memory limit is the first suspect",
	Doc: `Exit code 137 with reason Error, a memory limit, and nothing that names another killer: no Killing Event, no deletion,
no eviction, no restart of the node. Runtimes miss memory kills (containerd with some cgroup set-ups, k3s, nested containers),
so the limit is the first suspect. It is not proved, and this rule says so.

How it is told apart: reason OOMKilled is proof and another rule; without a memory limit this rule stays silent.

What to do: the node's kernel log at the time of the end settles it: it holds a line "Memory cgroup out of memory" or not.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, e := range c.ended(once, readKilled) {
			limit := memoryLimit(e.pod, e.ct)
			if !e.memory || standingOf(e.pod, e.ct, c.Now) == once && e.ct.Status.Ready {
				continue
			}
			f := c.endedFinding(e)
			f.Culprit.Field += ".resources.limits.memory"
			f.Title = fmt.Sprintf("%skilled (137), perhaps by its limit of %s", lead(e.pod, e.ct), limit)
			f.Cause = fmt.Sprintf("%s ended with exit code 137%s%s and reason %s. No record names who killed it. What is left: %s.",
				e.ct.name(), e.after(), e.ct.restarts(), e.exit.Reason, strings.Join(e.possible, "; "))
			f.Evidence = append(f.Evidence, c.PodField(e.pod, "spec."+e.ct.Path+".resources.limits.memory", limit))
			f.Evidence = append(f.Evidence, c.lastLinesOf(e.pod, e.ct).evidence...)
			f.Unknown = []string{"who killed it: the runtime did not record OOMKilled, which some set-ups miss"}
			f.Next = []Step{nodeLogs(e.pod, e.exit.FinishedAt.Time),
				{Kind: Check, Text: "in monitoring: was the container's memory near " + limit + " before the end?"}, previousLog(e.pod, e.ct)}
			out = append(out, f)
		}
		return out
	},
}
