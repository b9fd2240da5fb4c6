package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxBridge = &Rule{
	ID:    "sandbox-network/stale-bridge",
	Title: "Bridge of the node has an address of an earlier network",
	Doc: `The bridge on the node (cni0) still has the address of another Pod range: the node was given a new podCIDR, or another plugin was there before.

Drain the node, delete the bridge (ip link delete cni0) and let the plugin make it anew, or reboot.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "network bridge of the node has a stale address"
		x.Cause = fmt.Sprintf("The bridge%s has an address of another range than the plugin%s wants, so no Pod gets a network there.",
			onNode(f.pod), quoted(f.Plugin))
		if f.pod.Node != nil && f.pod.Node.Spec.PodCIDR != "" {
			x.Cause += fmt.Sprintf(" The node's podCIDR is %s.", f.pod.Node.Spec.PodCIDR)
			x.Evidence = append(x.Evidence, c.Field("Node", f.pod.Node, "spec.podCIDR", f.pod.Node.Spec.PodCIDR))
		}
		x.Next = []Step{
			{Kind: Check, Text: "the bridge's address and the plugin's range",
				Command: "ip address show cni0; cat /run/flannel/subnet.env /etc/cni/net.d/*"},
			{Kind: Fix, Text: "drain the node, delete the bridge, let the plugin make it again (interrupts every Pod on the node)",
				Command: "kubectl drain " + f.pod.Spec.NodeName + " --ignore-daemonsets"},
		}
	}, message.SandboxBridge),
}
