package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeAttachLimit = &Rule{
	ID:    "volume/attach-limit",
	Title: "Node can attach no more volumes",
	Doc: `The machine type or the driver allows a number of attached disks, and the node is at it. Disks that no Pod uses any more count until they are detached;
network interfaces count too on some clouds.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "node can attach no more volumes"
		x.Cause = fmt.Sprintf("%s cannot be attached%s: the limit of attached disks is reached.", f.what(), onNode(f.pod))
		x.Culprit, x.Group = blameNode(f.pod, "CSINode spec.drivers[].allocatable.count"), "Node "+f.pod.Spec.NodeName
		x.Next = append([]Step{{Kind: Check, Text: "what is attached to the machine in the cloud console, against its limit"}},
			f.volumeSteps()...)
	}, message.MountAttachLimit),
}
