package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/loader"
)

var lintOvercommit = &Rule{
	ID:    "hygiene/overcommitted",
	Title: "memory limits on a node add up to more than twice its memory",
	Doc: `The memory limits of the Pods on the node are more than double of what it can give. All is well until several of them use what they may at the same time; then the kernel kills processes, or the kubelet evicts Pods. Where the
node ran short already, other/node-overcommitted says so without being asked.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			limits, _ := c.memoryLimits(n)
			have := n.Status.Allocatable.Memory()
			if have.IsZero() || limits.Value() <= 2*have.Value() || len(c.shortOfMemory(n)) > 0 {
				continue
			}
			out = append(out, lint(loader.RefOf("Node", n), fmt.Sprintf("memory limits are %d%% of what it can give",
				limits.Value()*100/have.Value()),
				c.Field("Node", n, "status.allocatable[memory]", "limits of its Pods: "+limits.String()+", allocatable: "+have.String())))
		}
		return out
	},
}
