package rules

import (
	"cmp"
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imagePlatform = &Rule{
	ID:    "image-pull/platform",
	Title: "Image has no build for the node's platform",
	Doc: `The tag exists, but its index has no entry for the node's operating system and architecture (or, for Windows, its version).
The text often ends in "not found", with gRPC code NotFound; it is still not a missing tag.

Publish a multi-architecture image, or let the Pod run only where its architecture is (nodeSelector
kubernetes.io/arch).`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "image lacks the node's platform"
		platform := platformOf(f.pod)
		x.Cause = fmt.Sprintf("%s exists, but holds no image for %s%s.", f.Image, cmp.Or(platform, "the platform"), onNode(f.pod))
		x.RuledOut = append(x.RuledOut, "a missing tag: the registry returned the tag's index, only no entry of it fits the node")
		x.Unknown = []string{"which platforms the image was built for"}
		x.Next = []Step{
			{Kind: Check, Text: "the platforms of the image", Command: "docker manifest inspect " + f.Image},
			editWorkload(f.pod, "name a multi-architecture image, or a nodeSelector kubernetes.io/arch that fits the image"),
		}
	}, message.PullPlatform),
}

// platformOf is the node's platform, such as linux/arm64, or "" when the dump does not tell.
func platformOf(p *Pod) string {
	if p.Node == nil || p.Node.Status.NodeInfo.Architecture == "" {
		return ""
	}
	return cmp.Or(p.Node.Status.NodeInfo.OperatingSystem, "linux") + "/" + p.Node.Status.NodeInfo.Architecture
}
