package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startImageGone = &Rule{
	ID:    "create-error/image-gone",
	Title: "Image vanished between pull and create",
	Doc: `The image was on the node when the kubelet looked, and gone when the runtime created the container: image garbage collection (look for DiskPressure) or a manual clean-up. The
next pull heals it.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "image vanished from the node"
		x.Cause = fmt.Sprintf("The runtime%s no longer had image %s when it created container %q.",
			onNode(t.pod), t.container.image(), t.container.Name)
		x.Culprit = blameNode(t.pod, "")
		x.Evidence = append(x.Evidence, c.nodeDisk(t.pod)...)
		x.Next = []Step{{Kind: Check, Text: "room for images on the node", Command: "df -h /var/lib/containerd; crictl images"}}
	}, message.StartImageGone),
}
