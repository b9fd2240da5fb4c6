package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxPauseImage = &Rule{
	ID:    "sandbox-network/pause-image",
	Title: "Node cannot pull its pause image",
	Doc: `Every Pod starts with a sandbox container of the "pause" image. The runtime pulls it itself, as its own configuration says
(sandbox_image, pause_image), without the Pod's pull secrets and, for containerd, without the kubelet's credential
provider. Until it works no Pod starts on the node.

Point the runtime to an image that the node can reach, give the runtime credentials of its own, or load the image onto
the node. It is no fault of the Pod, its image or the network plugin.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "node cannot pull its pause image"
		x.Cause = fmt.Sprintf("The runtime%s cannot pull the sandbox image %s (%s), so no container of the Pod is made. "+
			"Pull secrets of the Pod are not used for it.", onNode(f.pod), f.Image, f.Pull.Class)
		x.Culprit.Field = "sandbox image of the container runtime"
		x.RuledOut = append(x.RuledOut, "the network plugin: the sandbox image comes before it")
		x.Next = []Step{
			{Kind: Check, Text: "which sandbox image the runtime is set to use",
				Command: "grep -rn -e sandbox_image -e pause_image -e sandbox /etc/containerd/config.toml /etc/crio/"},
			{Kind: Check, Text: "does the pull work on the node", Command: "crictl pull " + f.Image},
			{Kind: Fix, Text: "set the runtime's sandbox image to one that the node can pull, or give the runtime credentials " +
				"(changes the node; restart the runtime)"},
		}
	}, message.SandboxImage),
}
