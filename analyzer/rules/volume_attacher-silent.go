package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeAttacher = &Rule{
	ID:    "volume/attacher-silent",
	Title: "Nothing attaches volumes of this driver",
	Doc: `The controller asked for an attachment and the driver's external-attacher did not act on it within its time: the driver's controller Pod does not run,
has lost its leadership, cannot reach the cloud, or the driver is not installed at all.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "nothing attaches volumes of this storage driver"
		x.Cause = fmt.Sprintf("%s waits to be attached%s; the external-attacher%s of its driver did not answer in time.",
			f.what(), onNode(f.pod), quoted(f.Driver))
		if f.Driver != "" {
			x.Group = "driver " + f.Driver
			c.addDriver(f, x)
		}
		x.RuledOut = append(x.RuledOut, "the node's mount: the volume has not been attached yet")
		x.Next = []Step{
			{Kind: Ask, Text: "the driver's controller Pods", Command: "kubectl get pods -A -o wide | grep -i csi"},
			{Kind: Ask, Text: "attachments and drivers", Command: "kubectl get volumeattachments,csidrivers,csinodes -o yaml"},
		}
	}, message.MountAttacher),
}
