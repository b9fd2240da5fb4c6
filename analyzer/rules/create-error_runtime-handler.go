package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startHandler = &Rule{
	ID:    "create-error/runtime-handler",
	Title: "Runtime handler is not on the node",
	Doc:   `The container's runtime handler (RuntimeClass, or docker's --runtime) is not known to the runtime of the node.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "runtime handler is not on the node"
		x.Cause = fmt.Sprintf("The runtime%s does not know the handler that container %q asks for.", onNode(t.pod), t.container.Name)
		x.Culprit = blame(t.pod, "runtimeClassName")
		x.Next = []Step{{Kind: Check, Text: "handlers of the runtime", Command: "crictl info"}, t.nodeLog(c)}
	}, message.StartHandler),
}
