package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var nodePressure = &Rule{
	ID:    "other/node-pressure",
	Title: "Node is short of memory, disk or process ids",
	Doc: `The node reports MemoryPressure, DiskPressure or PIDPressure. The kubelet evicts Pods until the signal is back, and for five
minutes longer refuses new ones (under MemoryPressure only those without a memory request).

How it is told apart: the condition is True. Unknown means that the node stopped reporting, which is another rule.

What to do: find what fills the node: the Pods with the largest use over request, images, logs, or processes outside of Kubernetes.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			for _, cond := range badConditions(n, true) {
				_, _, words := message.JudgeCondition(string(cond.Type), "True")
				f := c.nodeFinding(n, words, fmt.Sprintf("Node %s %s since %s.", n.Name, words, clock(cond.LastTransitionTime.Time)),
					[]Evidence{c.nodeCondition(n, cond)})
				f.Evidence = append(f.Evidence, c.nodeEvents(n.Name, "EvictionThresholdMet", "FreeDiskSpaceFailed", "ImageGCFailed")...)
				f.Culprit.Field = "status.conditions[" + string(cond.Type) + "]"
				out = append(out, f)
			}
		}
		return out
	},
}
