package rules

import (
	"fmt"
	"time"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startReserved = &Rule{
	ID:    "create-error/name-reserved",
	Title: "Runtime still holds the container's name",
	Doc: `The kubelet's first request to create the container ran into its time limit (an Event "context deadline exceeded" just before), and the runtime still works on it
or never gave its name back; each retry finds the name reserved. It is no conflict between two Pods. A slow or stuck disk
on the node is the usual reason; some containerd versions kept the name for ever.

If it clears within minutes, look at the node's disk. If it does not, restart the runtime on the node or delete the Pod,
so that it is made elsewhere.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "runtime still holds the container's name"
		x.Cause = fmt.Sprintf("An earlier request to create container %q%s did not end in the runtime, so every retry finds its name "+
			"reserved. The earlier request is the fault, not the name.", t.container.Name, onNode(t.pod))
		x.Culprit, x.Group = blameNode(t.pod, ""), "Node "+t.pod.Spec.NodeName
		if !x.Last.IsZero() && x.Last.Sub(x.First) > time.Hour {
			x.Cause += fmt.Sprintf(" It has not cleared since %s.", x.First.Format(time.RFC3339))
		}
		x.RuledOut = append(x.RuledOut, "another Pod or container of the same name: names hold the Pod's UID and an attempt's number")
		x.Unknown = []string{"why the first request did not end: usually a slow disk, or an error of the runtime; neither is in the dump"}
		x.Next = []Step{
			{Kind: Check, Text: "disk latency" + onNode(t.pod), Command: "iostat -x 5 3"},
			t.nodeLog(c),
			deletePod(t.pod, "if it does not clear by itself: restart the runtime on the node (running containers stay), or delete the Pod"),
		}
	}, message.StartReserved),
}
