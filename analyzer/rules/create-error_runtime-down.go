package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startRuntimeDown = &Rule{
	ID:    "create-error/runtime-down",
	Title: "Container runtime does not answer",
	Doc:   `The kubelet lost the container runtime while it created the container. Look at the runtime and at other Pods of the node.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "container runtime does not answer"
		x.Cause = fmt.Sprintf("The kubelet%s lost its container runtime while it created container %q.", onNode(t.pod), t.container.Name)
		x.Culprit, x.Group = blameNode(t.pod, ""), "Node "+t.pod.Spec.NodeName
		x.Next = []Step{t.nodeLog(c)}
	}, message.StartRuntimeDown),
}
