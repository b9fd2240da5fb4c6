package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxRuntime = &Rule{
	ID:    "sandbox-network/runtime-down",
	Title: "Container runtime of the node fails",
	Doc: `The container runtime did not answer or broke off while the sandbox was made (socket gone, shim lost, snapshotter error). Other Pods on the node and the
node's Ready condition usually show it too.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "container runtime of the node fails"
		x.Cause = fmt.Sprintf("The container runtime%s broke off while it made the Pod's sandbox.", onNode(f.pod))
		x.Group = "Node " + f.pod.Spec.NodeName
		x.Next = []Step{f.nodeLog(c)}
	}, message.SandboxRuntime),
}
