package rules

import (
	"fmt"
	"regexp"

	"github.com/podtriage/podtriage/analyzer/message"
)

// unpackRefused is what the kernel answers when layers may not be written with their owners: a file system without them, or a
// user namespace that does not map them. No damage of the image is meant.
var unpackRefused = regexp.MustCompile(`(?i)operation not (?:permitted|supported)|lchown .*(?:invalid argument|permission denied)`)

var imageCorrupt = &Rule{
	ID:    "image-pull/corrupt",
	Title: "Image cannot be unpacked on the node",
	Doc: `The registry delivered the image, and the node could not verify or unpack it: a damaged layer or a cache on the node or in a mirror. The
same image works on other nodes if the damage is local.

Remove the image on the node (crictl rmi) and let it be pulled again; if that fails everywhere, push it again. "operation not permitted" or "not supported" (lchown) is no damage: the file system below the runtime,
or the user namespace that it runs in, cannot hold the owners of the files.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "image cannot be unpacked on the node"
		x.Cause = fmt.Sprintf("The runtime%s received %s and could not verify or unpack it.", onNode(f.pod), f.Image)
		x.Culprit = blameNode(f.pod, "")
		x.RuledOut = append(x.RuledOut, "name and credentials: the registry delivered the image")
		x.Next = []Step{
			{Kind: Check, Text: "does a fresh pull work on the node (removes the damaged copy)",
				Command: "crictl rmi " + f.Image + "; crictl pull " + f.Image},
		}
		if unpackRefused.MatchString(f.Text) {
			x.Cause += " The node refuses an operation that unpacking needs, so a new pull meets the same."
			x.Next = []Step{{Kind: Check, Text: "the file system below the runtime, and whether the runtime runs in a user namespace, on the node",
				Command: "findmnt -T /var/lib/containerd; findmnt -T /var/lib/docker; cat /proc/self/uid_map"}}
		}
	}, message.PullCorrupt),
}
