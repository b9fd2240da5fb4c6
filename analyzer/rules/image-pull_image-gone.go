package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageGone = &Rule{
	ID:    "image-pull/image-gone",
	Title: "Image vanished from the node between pull and start",
	Doc: `The image was pulled and is no longer there when the container is created: garbage collection removed it (look for DiskPressure), or
somebody pruned images on the node. The next pull usually heals it; if it comes back, the node's disk is too full.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "image vanished from the node"
		x.Cause = fmt.Sprintf("The runtime%s no longer has %s, which the kubelet had pulled or found before.", onNode(f.pod), f.Image)
		x.Culprit = blameNode(f.pod, "")
		x.Evidence = append(x.Evidence, c.nodeDisk(f.pod)...)
		x.RuledOut = append(x.RuledOut, "the registry: the image is missing on the node, not there")
		x.Next = []Step{{Kind: Check, Text: "room for images on the node", Command: "df -h /var/lib/containerd; crictl images"},
			describePod(f.pod)}
	}, message.PullImageGone),
}
