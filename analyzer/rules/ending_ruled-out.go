package rules

import (
	"fmt"
	"time"

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
		if !probes {
			e.ruledOut = append(e.ruledOut, "a probe's kill: the container has neither a liveness nor a startup probe")
		} else if c.eventsReach(e.exit.StartedAt.Time) && e.reading != readMemory {
			e.ruledOut = append(e.ruledOut, "a probe's kill: no Killing Event of that time names the container, though other Events reach back to it")
		}
	}
	if e.reading == readKilled && p.DeletionTimestamp == nil {
		e.ruledOut = append(e.ruledOut, "a deletion: the Pod has no deletionTimestamp")
	}
}

// eventsReach reports whether the dump has Events that are as old as t.
func (c *Context) eventsReach(t time.Time) bool {
	since := c.Snapshot.Capture.EventsSince
	return !since.IsZero() && !since.After(t)
}
