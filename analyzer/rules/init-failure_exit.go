package rules

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

var initFailureExit = &Rule{
	ID:    "init-failure/exit",
	Title: "Init container fails, so the Pod does not start",
	Doc: `Init containers run one after the other before the Pod's own containers; each must end with exit code 0. One of
them ran and ended with an error, so nothing after it starts. STATUS shows Init:Error, Init:CrashLoopBackOff or, while it
runs again, Init:n/m.

How it is told apart: an init container that waits is not failing; one whose image, configuration, command or memory is at
fault is reported under that category. Native sidecars (init containers with restartPolicy Always) run on and are not
counted here.

What to do: read the init container's log; the Pod's own containers are not at fault.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, e := range c.ended(once, readItself, readKilled) {
			if e.ct.Role != Init || e.exit.ExitCode == 0 || e.memory || c.toldByLog(e) {
				continue
			}
			f := c.crash(e, fmt.Sprintf("%sexits with code %d", lead(e.pod, e.ct), e.exit.ExitCode))
			f.Confidence = Confirmed
			if e.reading == readKilled { // by whom is not on record
				f.Confidence = Possible
				f.Unknown = append([]string{"who ended it; left are: " + strings.Join(e.possible, "; ")}, f.Unknown...)
			}
			f.Cause = fmt.Sprintf("Init container %q (%d of %d) ended with exit code %d (%s)%s%s, so the containers after it do not start.%s",
				e.ct.Name, e.ct.Index+1, len(e.pod.Spec.InitContainers), e.exit.ExitCode, message.ExplainExit(int64(e.exit.ExitCode)).Meaning,
				e.after(), e.ct.restarts(), c.lastLinesOf(e.pod, e.ct).says())
			c.lookUp(e, &f)
			if e.pod.Status.Phase == "Failed" {
				f.Note = "The Pod's restartPolicy lets it fail for good; it must be made anew."
			}
			out = append(out, f)
		}
		return out
	},
}
