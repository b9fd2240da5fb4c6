package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startSecurity = &Rule{
	ID:    "create-error/security",
	Title: "Security setting of the container cannot be applied",
	Doc: `The runtime or kernel refused part of the container's securityContext: a capability, an SELinux label, a sysctl, ` +
		`a user namespace, or an operation that the node forbids.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "security setting cannot be applied"
		x.Cause = fmt.Sprintf("The runtime%s could not apply a security setting of container %q; its words stand in the evidence.",
			onNode(t.pod), t.container.Name)
		x.Culprit.Field += ".securityContext"
		x.Next = []Step{editWorkload(t.pod, "ask only for what the node allows"), t.nodeLog(c)}
	}, message.StartSecurity),
}
