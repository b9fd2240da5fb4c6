package rules

import "fmt"

var nodeWithoutRange = &Rule{
	ID:    "other/node-without-pod-range",
	Title: "Node got no range of Pod addresses",
	Doc: `The controller manager gives each node a part of the cluster's range of Pod addresses, and none is left, or the range of the node clashes: the Event CIDRNotAvailable or CIDRAssignmentFailed. Network plugins
that use these ranges cannot start on the node, so it stays NotReady or its Pods get no network.

What to do: a larger cluster range, smaller ranges for each node, or fewer nodes.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			words := c.nodeEvents(n.Name, "CIDRNotAvailable", "CIDRAssignmentFailed")
			if len(words) == 0 || n.Spec.PodCIDR != "" || len(n.Spec.PodCIDRs) > 0 {
				continue
			}
			f := c.nodeFinding(n, "got no range of Pod addresses", fmt.Sprintf("Node %s has no range of Pod addresses: %s", n.Name,
				sentence(words[len(words)-1].Text)), words)
			f.Culprit.Field = "spec.podCIDR"
			for _, p := range c.unfinishedOn(n.Name) {
				if !p.Healthy && !p.Spec.HostNetwork {
					f.Affected = append(f.Affected, p.Ref)
				}
			}
			out = append(out, f)
		}
		return out
	},
}
