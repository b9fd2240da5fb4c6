package rules

import (
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
)

// ruleOut names the usual explanations that the dump contradicts.
func (c *Context) ruleOut(p *Pod, ct Container, e *ending) {
	if e.exit == nil {
		return
	}
	code := e.exit.ExitCode
	if code == 137 && e.reading != readMemory && e.reading != readKilled {
		e.ruledOut = append(e.ruledOut, fmt.Sprintf("out of memory: the runtime recorded reason %q, not OOMKilled", e.exit.Reason))
	}
	probes := probeSpec(ct, message.Liveness) != nil || probeSpec(ct, message.Startup) != nil
	if e.reading == readItself || e.reading == readMemory || e.reading == readKilled {
		if !probes && mayBeProbe(p, ct, e) {
			e.ruledOut = append(e.ruledOut, "a probe's kill: the container has neither a liveness nor a startup probe")
		} else if probes && c.eventsReach(e.exit.StartedAt.Time) && e.reading != readMemory {
			e.ruledOut = append(e.ruledOut, "a probe's kill: no Killing Event of that time names the container, "+
				"though other Events reach back to it")
		}
	}
	if e.reading == readKilled && p.DeletionTimestamp == nil {
		e.ruledOut = append(e.ruledOut, "a deletion: the Pod has no deletionTimestamp")
	}
}

// handled is how long a run must last for its own exit code to be that of a handler of SIGTERM.
const handled = time.Hour

// mayBeProbe reports whether somebody would think of a probe: at the codes of a kill, or where a program that serves ended after long.
func mayBeProbe(p *Pod, ct Container, e *ending) bool {
	switch {
	case ct.Role == Init || p.Workload.Kind == "Job" || p.Workload.Kind == "CronJob":
		return false
	case e.exit.ExitCode == 137 || e.exit.ExitCode == 143:
		return true
	}
	return p.Spec.RestartPolicy != corev1.RestartPolicyNever && e.exit.FinishedAt.Sub(e.exit.StartedAt.Time) >= handled
}

// eventsReach reports whether the dump has Events that are as old as t.
func (c *Context) eventsReach(t time.Time) bool {
	since := c.Snapshot.Capture.EventsSince
	return !since.IsZero() && !since.After(t)
}
