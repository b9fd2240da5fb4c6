package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeAttachRefused = &Rule{
	ID:    "volume/attach-failed",
	Title: "Volume cannot be attached to the node",
	Doc: `The attach request was refused or failed in the driver or the cloud, for a reason that is none of the known ones. ` +
		`The driver's text is quoted in full.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "volume cannot be attached to the node"
		x.Cause = fmt.Sprintf("%s could not be attached%s; the driver's words stand in the evidence.", f.what(), onNode(f.pod))
		x.RuledOut = append(x.RuledOut, "the file system and mount options: the volume has not been attached")
		x.Next = append(f.volumeSteps(), Step{Kind: Ask, Text: "the driver's controller Pods",
			Command: "kubectl get pods -A -o wide | grep -i csi"})
	}, message.MountAttachDenied),
}
