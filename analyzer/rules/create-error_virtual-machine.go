package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startVM = &Rule{
	ID:    "create-error/virtual-machine",
	Title: "Virtual machine of the container cannot be started",
	Doc: `The Pod uses a runtime that puts containers into a virtual machine (Kata and the like), and the machine or its agent failed: no KVM on the node, a device that cannot be passed on,
an agent that does not answer.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "its virtual machine cannot be started"
		x.Cause = fmt.Sprintf("The virtual-machine runtime%s failed for container %q; its words stand in the evidence.",
			onNode(t.pod), t.container.Name)
		x.Culprit = blameNode(t.pod, "")
		x.Next = []Step{{Kind: Check, Text: "KVM on the node", Command: "ls -l /dev/kvm"}, t.nodeLog(c)}
	}, message.StartVM),
}
