package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startPropagation = &Rule{
	ID:    "create-error/mount-propagation",
	Title: "Mount of the node is not shared",
	Doc: `The container asks for mountPropagation Bidirectional or HostToContainer, and the mount of the path on the node is private. systemd makes "/" shared; nodes without it, or
in containers, need "mount --make-rshared /".`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "mount on the node is not shared"
		x.Cause = fmt.Sprintf("Container %q asks for mount propagation of %s, which is a private mount%s.",
			t.container.Name, t.From, onNode(t.pod))
		x.Culprit, x.Group = blameNode(t.pod, ""), "Node "+t.pod.Spec.NodeName
		x.Next = []Step{{Kind: Check, Text: "propagation of the mount on the node", Command: "findmnt -o TARGET,PROPAGATION " + t.Mount}}
	}, message.StartPropagation),
}
