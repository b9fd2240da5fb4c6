package rules

import "fmt"

var appCrashChildKilled = &Rule{
	ID:    "app-crash/child-killed",
	Title: "A process inside the container was killed, and its parent passed the code on",
	Doc: `Exit code 137 looks like a kill of the container. Here its first process was still there to write that a child of
its own was killed by signal 9, and then ended with the child's code. So nobody killed the container.

How it is told apart: the runtime recorded no OOMKilled, and the last lines of the log report the child's end. A process
that is killed itself cannot write anything.

What to do: find who kills the child. A watchdog or supervisor inside the image is usual; a memory limit that only the child
ran into would be recorded as OOMKilled by most runtimes.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, e := range c.ended(shaky, readItself) {
			if !e.childCode || e.ct.Role == Init {
				continue
			}
			f := c.crash(e, lead(e.pod, e.ct)+"passes on the 137 of a killed child")
			f.Confidence = Likely
			f.Cause = fmt.Sprintf("%s ended with 137%s%s because it passed on the code of a child that was killed: %s",
				e.ct.name(), e.after(), e.ct.restarts(), oneLine(e.evidence[len(e.evidence)-1].Text))
			f.Unknown = []string{"who killed the child: the kernel's log of the node would show a memory kill"}
			if l := memoryLimit(e.pod, e.ct); l != "" {
				f.Next = append(f.Next, Step{Kind: Check, Text: "in monitoring: did memory come near the limit of " + l + " before " +
					clock(e.exit.FinishedAt.Time) + "?"})
			}
			out = append(out, f)
		}
		return out
	},
}
