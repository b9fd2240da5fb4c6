package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var sandboxHandler = &Rule{
	ID:    "sandbox-network/runtime-handler",
	Title: "Runtime of the Pod's RuntimeClass is not on the node",
	Doc: `The Pod names a RuntimeClass, and the container runtime of its node has no handler of that name: gvisor, kata and the like must be
installed and configured on each node. A RuntimeClass with scheduling.nodeSelector keeps Pods off nodes without it.

Install the handler on the node, keep the Pod off it, or drop runtimeClassName.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		class := ""
		if f.pod.Spec.RuntimeClassName != nil {
			class = *f.pod.Spec.RuntimeClassName
		}
		x.Title = "handler of its RuntimeClass is not on the node"
		x.Cause = fmt.Sprintf("RuntimeClass %q asks for the handler %q, which the container runtime%s does not know.",
			class, f.Handler, onNode(f.pod))
		x.Culprit, x.Group = blame(f.pod, "runtimeClassName"), "RuntimeClass "+class
		if class != "" {
			x.Culprit = Culprit{Ref: loader.Ref{Kind: "RuntimeClass", Name: class}, Field: "handler"}
		}
		x.RuledOut = append(x.RuledOut, "the network plugin: the sandbox failed before the network was set up")
		x.Next = []Step{
			{Kind: Ask, Text: "the handler and the nodes it is meant for", Command: "kubectl get runtimeclass " + class + " -o yaml"},
			{Kind: Check, Text: "the handlers of the runtime on the node", Command: "crictl info"},
			editWorkload(f.pod, "drop runtimeClassName, or name nodes that have the handler"),
		}
	}, message.SandboxHandler),
}
