package rules

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
)

var nodeCordoned = &Rule{
	ID:    "other/node-cordoned",
	Title: "Node is cordoned: no new Pods come to it",
	Doc: `spec.unschedulable is set: somebody cordoned the node, by hand or for a drain. That is maintenance, not a failure, but a
forgotten cordon takes room away.

What to do: uncordon it when the maintenance is over.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			if !n.Spec.Unschedulable {
				continue
			}
			evidence := []Evidence{c.Field("Node", n, "spec.unschedulable", "true")}
			since := ""
			for _, t := range n.Spec.Taints {
				if t.Key == corev1.TaintNodeUnschedulable && t.TimeAdded != nil {
					evidence[0].At = t.TimeAdded.UTC()
					since = " since " + t.TimeAdded.UTC().Format("2006-01-02 15:04:05Z")
				}
			}
			f := c.nodeFinding(n, "cordoned", fmt.Sprintf("Node %s takes no new Pods%s: it is cordoned.", n.Name, since), evidence)
			f.Severity, f.Culprit.Field = Info, "spec.unschedulable"
			out = append(out, f)
		}
		return out
	},
}
