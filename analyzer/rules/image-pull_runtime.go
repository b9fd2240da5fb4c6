package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageRuntime = &Rule{
	ID:    "image-pull/runtime",
	Title: "Container runtime of the node does not answer about images",
	Doc: `The kubelet could not ask the runtime for the image (ImageInspectError, "Failed to inspect image"), or the runtime's socket is gone. The
node is at fault, not the image; other Pods on the node usually show it too, and its Ready condition may.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "container runtime does not answer"
		x.Cause = fmt.Sprintf("The kubelet%s could not get an answer from its container runtime about %s.", onNode(f.pod), f.Image)
		x.Culprit, x.Group = blameNode(f.pod, ""), "Node "+f.pod.Spec.NodeName
		x.RuledOut = append(x.RuledOut, "the registry: the runtime on the node failed before or instead of asking it")
		x.Next = []Step{{Kind: Check, Text: "the runtime's log on the node, up to the dump time", Command: c.journal(unitRuntimes)}}
	}, message.PullRuntimeDown),
}
