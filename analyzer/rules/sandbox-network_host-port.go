package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxPort = &Rule{
	ID:    "sandbox-network/host-port",
	Title: "Host port of the Pod is taken on the node",
	Doc: `The port mapping of the Pod could not be set up because something on the node uses the port: a process outside Kubernetes, or a mapping that an
earlier Pod left behind. The scheduler knows only of hostPorts of Pods.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "host port is taken on the node"
		x.Cause = fmt.Sprintf("A hostPort of the Pod is in use%s by something that the scheduler does not know.", onNode(f.pod))
		x.Next = []Step{{Kind: Check, Text: "who listens on the port of the message", Command: "ss -lntup"}, f.nodeLog(c)}
	}, message.SandboxPort),
}
