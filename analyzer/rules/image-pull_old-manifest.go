package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageOldManifest = &Rule{
	ID:    "image-pull/old-manifest",
	Title: "Image is stored in a format that the runtime no longer reads",
	Doc: `The registry holds the image as Docker schema 1, or as another media type that this runtime does not read. containerd 2.0 turned
schema 1 off and 2.1 removed it, so images that worked for years fail after a node upgrade.

Push the image again with a current tool (docker pull, docker push from a recent docker, or skopeo copy).`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "runtime no longer reads the image's format"
		x.Cause = fmt.Sprintf("The registry serves %s in a manifest format that the runtime%s does not read.", f.Image, onNode(f.pod))
		if f.pod.Node != nil {
			x.Cause += fmt.Sprintf(" The node runs %s.", f.pod.Node.Status.NodeInfo.ContainerRuntimeVersion)
		}
		x.RuledOut = append(x.RuledOut, "a missing tag or missing rights: the manifest was delivered")
		x.Next = []Step{
			{Kind: Check, Text: "the media type of the manifest", Command: "skopeo inspect --raw docker://" + f.Image},
			f.setImage(),
		}
	}, message.PullOldManifest),
}
