package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startSnapshot = &Rule{
	ID:    "create-error/storage",
	Title: "Runtime's image storage on the node is damaged",
	Doc: `The runtime could not prepare the container's root file system from its stored layers: a lost snapshot, a missing parent, an overlay that the kernel refuses. Usually damage on
the node after a crash, a full disk or a changed storage driver.

Remove the image on the node and let it be pulled again; in the end, clean the runtime's storage.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "runtime's image storage on the node is damaged"
		x.Cause = fmt.Sprintf("The runtime%s could not prepare the root file system of container %q from image %s.",
			onNode(t.pod), t.container.Name, t.container.image())
		x.Culprit, x.Group = blameNode(t.pod, ""), "Node "+t.pod.Spec.NodeName
		x.Next = []Step{t.nodeLog(c), {Kind: Check, Text: "does a fresh pull heal it (removes the stored image on the node)",
			Command: "crictl rmi " + t.container.Spec.Image}}
	}, message.StartSnapshot),
}
