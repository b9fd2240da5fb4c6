package rules

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

var appCrashSignal = &Rule{
	ID:    "app-crash/signal",
	Title: "Application crashed on a signal",
	Doc: `The process was ended by a signal that it raised itself: a segmentation fault (139), an abort (134), an illegal
instruction (132), a bus error (135), an arithmetic error (136), a forbidden system call (159), or a Windows status such as
an access violation. That is a fault in native code, a library or a CPU feature, not a decision of Kubernetes.

How it is told apart: exit codes 137 (SIGKILL) and 143 (SIGTERM) come from outside and are judged by other rules. A program
may also return such a number by itself, which is rare.

What to do: compare with the image before; for 132 compare the CPU of the node with what the image was built for; for 135
look at the size of /dev/shm; for 159 at the seccomp profile.`,
	Detect: detectAppCrashSignal,
}

// crashSignal reports whether the code is one of a signal that a process raises by a fault of its own.
func crashSignal(code int64) bool {
	switch code {
	case 131, 132, 133, 134, 135, 136, 139, 152, 153, 159:
		return true
	}
	return message.ExplainExit(code).Windows()
}

func detectAppCrashSignal(c *Context) []Finding {
	var out []Finding
	for _, e := range c.ended(shaky, readItself) {
		code := int64(e.exit.ExitCode)
		if e.ct.Role == Init || !crashSignal(code) && e.exit.Reason != "seccomp killed" || c.toldByLog(e) {
			continue
		}
		exit := message.ExplainExit(code)
		name := exit.Signal
		if exit.Windows() {
			name = exit.Name
		}
		f := c.crash(e, fmt.Sprintf("%scrashes with %s (exit %d)", lead(e.pod, e.ct), name, code))
		f.Culprit = blame(e.pod, e.ct.Path+".image")
		f.Cause = strings.TrimSuffix(f.Cause, ".") + fmt.Sprintf(". Its image is %s.", e.ct.Spec.Image)
		f.Next = append(f.Next, Step{Kind: Check,
			Text: "did an earlier build of " + e.ct.Spec.Image + " run on the same nodes? Usual causes: " + exit.Causes})
		out = append(out, f)
	}
	return out
}
