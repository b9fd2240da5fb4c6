package rules

import (
	"fmt"
	"time"
)

var nodeGarbage = &Rule{
	ID:    "other/node-garbage-collection",
	Title: "Node cannot free disk space or clean up containers",
	Doc: `The kubelet could not free enough space by deleting unused images (FreeDiskSpaceFailed, ImageGCFailed), or could not list or
delete dead containers (ContainerGCFailed), which often means that the container runtime does not answer. DiskPressure and evictions
follow.

What to do: look at what fills the disk besides images: logs, volumes, data outside of Kubernetes; or at the runtime.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			evidence := c.nodeEvents(n.Name, "FreeDiskSpaceFailed", "ImageGCFailed", "ContainerGCFailed")
			if len(evidence) == 0 || len(badConditions(n, true)) > 0 || !NodeWell(n) {
				continue
			}
			f := c.nodeFinding(n, "cannot free disk space or clean up", fmt.Sprintf("The kubelet of node %s could not clean up: %s", n.Name,
				oneLine(evidence[len(evidence)-1].Text)), evidence)
			if c.Now.Sub(f.Last) > 15*time.Minute {
				f.Severity = Info
			}
			out = append(out, f)
		}
		return out
	},
}
