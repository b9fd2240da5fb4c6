package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxAddresses = &Rule{
	ID:    "sandbox-network/no-address",
	Title: "No Pod IP address is left",
	Doc: `The network plugin found no free address for the Pod: the node's range is used up (host-local: "no IP addresses available in range set"),
the cloud network has none (AWS: "failed to assign an IP address to container"), or addresses of dead Pods were not
given back. If the node accepts more Pods than it has addresses, the scheduler keeps filling it.

Compare the number of Pods on the node with its range: lower maxPods, enlarge the range or prefix, or free leaked
addresses. Restarting the plugin does not make addresses.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "no Pod IP address is left on the node"
		x.Cause = fmt.Sprintf("The network plugin%s%s has no address to give to the Pod.", quoted(f.Plugin), onNode(f.pod))
		x.Culprit.Field = "status.allocatable.pods"
		if n := f.pod.Node; n != nil {
			here := len(c.Snapshot.PodsOn(n.Name))
			x.Cause += fmt.Sprintf(" The node accepts %s Pods; the dump holds %d of it.", n.Status.Allocatable.Pods(), here)
			x.Evidence = append(x.Evidence, c.Field("Node", n, "status.allocatable.pods", n.Status.Allocatable.Pods().String()))
		}
		x.RuledOut = append(x.RuledOut, "a broken network plugin: it answered that it has no address left")
		x.Unknown = []string{"how many addresses the node or its subnet has: the plugin's own records are not in the dump"}
		x.Next = []Step{
			{Kind: Ask, Text: "Pods on the node that use an address",
				Command: "kubectl get pods -A -o wide --field-selector spec.nodeName=" + f.pod.Spec.NodeName},
			{Kind: Check, Text: "addresses that the node or subnet has, and how many are taken; the cloud console or the plugin's metrics tell"},
			{Kind: Fix, Text: "lower maxPods of the kubelet to the number of addresses, or give the node more (changes the node; " +
				"Pods above the limit must move)"},
		}
	}, message.SandboxIPs),
}
