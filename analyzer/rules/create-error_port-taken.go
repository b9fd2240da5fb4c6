package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startPort = &Rule{
	ID:    "create-error/port-taken",
	Title: "Host port is taken on the node",
	Doc:   `The runtime could not publish a host port because another process of the node has it.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "host port is taken on the node"
		x.Cause = fmt.Sprintf("A port that container %q wants is in use%s.", t.container.Name, onNode(t.pod))
		x.Culprit.Field += ".ports"
		x.Next = []Step{{Kind: Check, Text: "who listens on the port", Command: "ss -lntup"}}
	}, message.StartPort),
}
