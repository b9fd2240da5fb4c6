package rules

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

// conditionResource is the resource whose shortage the condition tells.
var conditionResource = map[string]string{"MemoryPressure": "memory", "DiskPressure": "ephemeral-storage", "PIDPressure": "pids"}

var evictedAdmission = &Rule{
	ID:    "evicted/refused-under-pressure",
	Title: "Pod was refused by a node that was under pressure; it never ran",
	Doc: `The scheduler gave the Pod to a node, and the kubelet refused it because the node had a pressure condition. Status reason
and Event say Evicted, but the Pod never ran there. A controller makes new Pods while the condition lasts, so one cause can leave
dozens of them.

How it is told apart: the message says "The node had condition", not "The node was low on resource".

What to do: the node's pressure is the cause; these Pods are its effect and can be deleted. Under MemoryPressure only Pods
without any memory request are refused.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, v := range c.evictions(message.EvictionAdmission) {
			f := c.evictionFinding(v)
			conditions := strings.Join(v.Conditions, ", ")
			f.Title = "refused by its node: " + conditions
			f.Cause = fmt.Sprintf("Node%s refused the Pod because it had the condition %s; the Pod never ran there.", nodeSuffix(v.pod), conditions)
			f.Culprit = blameNode(v.pod, "status.conditions")
			if len(v.Conditions) > 0 {
				f.Group = pressureGroup(v.pod, conditionResource[v.Conditions[0]])
			}
			f.Next = append(f.Next, Step{Kind: Check, Text: "does the node still have the condition, and what uses it up?",
				Command: "kubectl describe node" + nodeSuffix(v.pod)})
			out = append(out, f)
		}
		return out
	},
}
