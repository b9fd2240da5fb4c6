package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxNoPlugin = &Rule{
	ID:    "sandbox-network/plugin-missing",
	Title: "Network plugin is not installed on the node",
	Doc: `The runtime has no network configuration (/etc/cni/net.d is empty) or cannot find the plugin's binary (/opt/cni/bin). On a new node this is
normal for the first minute, until the plugin's DaemonSet Pod has run; if it lasts, look at that Pod. The node's Ready
condition usually says NetworkPluginNotReady as well.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "network plugin is not installed on the node"
		x.Cause = fmt.Sprintf("The container runtime%s has no working network plugin%s.%s", onNode(f.pod), quoted(f.Plugin), f.nodesHit(c))
		x.Evidence = append(x.Evidence, c.nodeNetwork(f.pod)...)
		x.Next = []Step{
			f.networkPods(),
			{Kind: Check, Text: "configuration and binaries of the plugin on the node", Command: "ls -l /etc/cni/net.d /opt/cni/bin"},
			f.nodeLog(c),
		}
	}, message.SandboxNoPlugin),
}
