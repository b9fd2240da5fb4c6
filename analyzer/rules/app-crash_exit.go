package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var appCrashExit = &Rule{
	ID:    "app-crash/exit",
	Title: "Application ended by itself with an error",
	Doc: `The container's process started, ran and ended with an exit code of its own. Kubernetes restarts it after a delay
that doubles up to five minutes; CrashLoopBackOff is that delay, not the cause.

How it is told apart: the exit record holds no OOMKilled and no start failure, no Killing Event of a probe or hook fits its
end, the Pod is not being deleted or evicted, and the node did not restart. The cause stands in the output of the run that
ended; a well-known text in it makes the cause likely.

What to do: read the log of the run that ended (logs --previous) and the termination message. With
terminationMessagePolicy FallbackToLogsOnError the last lines of the log are kept in the exit record for the next time.`,
	Detect: detectAppCrashExit,
}

func detectAppCrashExit(c *Context) []Finding {
	var out []Finding
	for _, e := range c.ended(shaky, readItself) {
		code := int64(e.exit.ExitCode)
		if e.ct.Role == Init || code == 0 || e.childCode || crashSignal(code) || c.toldByLog(e) {
			continue
		}
		f := c.crash(e, fmt.Sprintf("%sexits with code %d", lead(e.pod, e.ct), code))
		c.lookUp(e, &f)
		out = append(out, f)
	}
	return out
}

// crash is the Finding of a process that ended by itself: the exit record and its last words.
func (c *Context) crash(e ended, title string) Finding {
	f := c.endedFinding(e)
	w := c.lastLinesOf(e.pod, e.ct)
	exit := message.ExplainExit(int64(e.exit.ExitCode))
	f.Title = title
	meaning := " (" + exit.Meaning + ")"
	if w.Fault == message.LogProcessor {
		meaning = "" // it is of a shell, and this end is not
	}
	f.Cause = fmt.Sprintf("%s ended by itself with exit code %d%s%s%s.%s", e.ct.name(), e.exit.ExitCode, meaning, e.after(),
		e.ct.restarts(), w.says())
	f.Evidence = append(f.Evidence, w.evidence...)
	if w.Fault != message.LogNone && w.Fault < message.LogPanic {
		f.Title = title + ": " + w.Fault.Short()
	}
	f.Next = append(f.Next, c.crashSteps(e, w)...)
	if w.text == "" {
		f.Unknown = append(f.Unknown, w.silence())
		if exit.Causes != "" {
			f.Unknown[0] += "; usual for this code: " + exit.Causes
		}
	} else if !w.ofRun && len(w.evidence) > 0 {
		f.Note = "The log in the dump is of the run after the one that ended; it fails in the same way if its lines are alike."
	}
	return f
}

// lookUp adds what the dump holds of the file or the host that the last words name.
func (c *Context) lookUp(e ended, f *Finding) {
	w := c.lastLinesOf(e.pod, e.ct)
	c.tellFile(e, w, f)
	if w.Fault == message.LogConnect && w.Remote() {
		if service, found := c.serviceAt(e.pod.Namespace, w.Host); service.Name != "" && found == nil {
			c.tellAbsent(service, f)
		}
	}
}

// toldByLog reports an end whose log names a cause with a rule of its own: an unreachable service, a full heap.
func (c *Context) toldByLog(e ended) bool {
	w := c.lastLinesOf(e.pod, e.ct)
	return c.blamesOther(e.pod, w) || w.Fault == message.LogHeap
}

func (c *Context) crashSteps(e ended, w lastLines) []Step {
	steps := []Step{previousLog(e.pod, e.ct)}
	switch w.Fault {
	case message.LogRBAC:
		sa := e.pod.Spec.ServiceAccountName
		if sa == "" {
			sa = "default"
		}
		steps = append(steps, Step{Kind: Check, Text: "what its ServiceAccount may do",
			Command: Kubectl(e.pod.Namespace, "auth can-i --list --as=system:serviceaccount:%s:%s", e.pod.Namespace, sa)})
	case message.LogSetting, message.LogConfig, message.LogArguments:
		steps = append(steps, Step{Kind: Check, Text: "the environment and configuration that the template gives it",
			Command: Kubectl(e.pod.Namespace, "get %s -o yaml", handle(e.pod.Workload))})
	}
	if e.severity == Error {
		steps = append(steps, c.rollback(e.pod)...)
	}
	if isStatic(e.pod) {
		steps = append(steps, c.change(e.pod, e.confidence, "correct what the log names"))
	}
	return steps
}
