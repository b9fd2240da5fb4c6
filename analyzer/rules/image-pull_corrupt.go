package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageCorrupt = &Rule{
	ID:    "image-pull/corrupt",
	Title: "Image cannot be unpacked on the node",
	Doc: `The registry delivered the image, and the node could not verify or unpack it: a damaged layer or a cache on the node or in a mirror. The
same image works on other nodes if the damage is local.

Remove the image on the node (crictl rmi) and let it be pulled again; if that fails everywhere, push it again.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "image cannot be unpacked on the node"
		x.Cause = fmt.Sprintf("The runtime%s received %s and could not verify or unpack it.", onNode(f.pod), f.Image)
		x.Culprit = blameNode(f.pod, "")
		x.RuledOut = append(x.RuledOut, "name and credentials: the registry delivered the image")
		x.Next = []Step{
			{Kind: Check, Text: "does a fresh pull work on the node (removes the damaged copy)",
				Command: "crictl rmi " + f.Image + "; crictl pull " + f.Image},
		}
	}, message.PullCorrupt),
}
