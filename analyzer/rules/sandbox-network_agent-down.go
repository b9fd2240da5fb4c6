package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxAgent = &Rule{
	ID:    "sandbox-network/agent-down",
	Title: "Network plugin's agent on the node does not answer",
	Doc: `The plugin's binary on the node ran, and the daemon behind it (calico-node, cilium-agent, flannel, aws-node, ovnkube, multus) was not there or
not ready: its socket or file is missing, or its port refuses. Look at the DaemonSet Pod of the plugin on this node; its
own failure is the cause, and the Pods on the node are its effects.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "network plugin's agent does not answer"
		x.Cause = fmt.Sprintf("The network plugin%s%s could not reach its agent, so the Pod gets no network.%s",
			quoted(f.Plugin), onNode(f.pod), f.nodesHit(c))
		x.RuledOut = append(x.RuledOut, "a lack of addresses: the agent that hands them out was not reached")
		x.Next = []Step{f.networkPods(), f.nodeLog(c)}
	}, message.SandboxAgent),
}
