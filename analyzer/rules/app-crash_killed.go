package rules

import (
	"fmt"
	"strings"
)

var appCrashKilled = &Rule{
	ID:    "app-crash/killed",
	Title: "Container was killed by a signal, by whom is not in the dump",
	Doc: `The exit code is 137 (SIGKILL) or 143 (SIGTERM) and no record tells who sent the signal: the runtime did not say
OOMKilled, no Killing Event fits, the Pod is not being deleted or evicted, the node did not restart, and no neighbour ended
in the same minute.

What is left: a memory kill that the runtime missed (if a limit is set, rule oom/suspected says so), a probe's kill whose
Events have expired (they live one hour by default), a supervisor inside the container, or a kill on the node.

What to do: the kernel's log and the kubelet's log of the node at the time of the end settle it.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, e := range c.ended(shaky, readKilled) {
			if e.memory || e.ct.Role == Init || c.toldByLog(e) {
				continue // oom/suspected
			}
			f := c.crash(e, fmt.Sprintf("%skilled (exit %d), by whom is not recorded", lead(e.pod, e.ct), e.exit.ExitCode))
			f.Cause = fmt.Sprintf("%s was killed by a signal from outside its process (exit code %d)%s%s. What is left: %s.",
				e.ct.name(), e.exit.ExitCode, e.after(), e.ct.restarts(), strings.Join(e.possible, "; "))
			f.Unknown = []string{"who sent the signal: the node's kernel and kubelet logs would tell"}
			f.Next = append(f.Next, nodeLogs(e.pod, e.exit.FinishedAt.Time))
			f.Next = noFix(f.Next)
			out = append(out, f)
		}
		return out
	},
}
