package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxTimeout = &Rule{
	ID:    "sandbox-network/timeout",
	Title: "Making the sandbox takes too long",
	Doc: `The kubelet waits 4 minutes for a sandbox. Only the time-out is recorded, so what was slow is not: a hanging network plugin, a slow disk, an overloaded
runtime or node. Look for other Pods on the node that name a cause.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "the Pod's sandbox is not made in time"
		x.Confidence = Likely
		x.Cause = fmt.Sprintf("The container runtime%s did not finish the Pod's sandbox within the kubelet's limit of 4 minutes.%s",
			onNode(f.pod), f.nodesHit(c))
		x.Unknown = []string{"what was slow: network plugin, disk or runtime; the time-out does not tell"}
		x.Next = []Step{f.nodeLog(c), f.networkPods()}
	}, message.SandboxTimeout),
}
