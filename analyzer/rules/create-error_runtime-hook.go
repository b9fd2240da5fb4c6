package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startHook = &Rule{
	ID:    "create-error/runtime-hook",
	Title: "Hook of the runtime fails",
	Doc: `An OCI hook that the node's runtime is set to run (GPU, network, tracing tools) failed and stopped the container. ` +
		`It is a setting of the node, not a lifecycle hook of the Pod.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "hook of the container runtime fails"
		x.Cause = fmt.Sprintf("A hook in the runtime's configuration%s failed for container %q.", onNode(t.pod), t.container.Name)
		x.Culprit, x.Group = blameNode(t.pod, ""), "Node "+t.pod.Spec.NodeName
		x.RuledOut = append(x.RuledOut, "the Pod's own postStart hook: the container had not started")
		x.Next = []Step{t.nodeLog(c)}
	}, message.StartHook),
}
