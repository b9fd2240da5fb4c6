package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startTimeout = &Rule{
	ID:    "create-error/timeout",
	Title: "Runtime does not create the container in time",
	Doc: `The kubelet waits 2 minutes for a container to be created or started. Only the time-out is recorded: a slow disk, an overloaded runtime or node are usual. The next attempts then often
find the name reserved (create-error/name-reserved).`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "runtime does not create the container in time"
		x.Confidence = Likely
		x.Cause = fmt.Sprintf("The runtime%s did not create or start container %q within the kubelet's time limit.",
			onNode(t.pod), t.container.Name)
		x.Culprit, x.Group = blameNode(t.pod, ""), "Node "+t.pod.Spec.NodeName
		x.Unknown = []string{"what was slow: the node's disk, the runtime or the node as a whole"}
		x.Next = []Step{{Kind: Check, Text: "disk latency" + onNode(t.pod), Command: "iostat -x 5 3"}, t.nodeLog(c)}
	}, message.StartTimeout),
}
