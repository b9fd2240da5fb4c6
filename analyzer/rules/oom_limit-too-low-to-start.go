package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startMemory = &Rule{
	ID:    "oom/limit-too-low-to-start",
	Title: "Memory limit is too low to start the container",
	Doc: `The kernel killed the runtime's own init process before the program could start: the memory limit is below what the runtime needs (some MiB), often a missing unit (limit
"128" is 128 bytes, "100m" is a tenth of a byte).`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		limit := t.container.Spec.Resources.Limits.Memory().String()
		x.Title = "memory limit is too low to start the container"
		x.Cause = fmt.Sprintf("The memory limit of container %q, %s, is too low even to start it.", t.container.Name, limit)
		x.Culprit.Field += ".resources.limits.memory"
		x.Evidence = append(x.Evidence, c.PodField(t.pod, "spec."+t.container.Path+".resources.limits.memory", limit))
		x.Next = []Step{editWorkload(t.pod, "raise limits.memory; mind the unit (Mi)")}
	}, message.StartMemory),
}
