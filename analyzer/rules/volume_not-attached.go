package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeNotAttached = &Rule{
	ID:    "volume/not-attached",
	Title: "Volume is not attached yet",
	Doc: `The kubelet waits for the attachment that the attach-detach controller makes, or an earlier operation on the volume is still at work ("an operation with
the given Volume ID already exists"). The reason is in FailedAttachVolume Events, in the VolumeAttachment's status, or in
the driver's log. "findDiskByLun failed" and "failed to find device path" come after the attachment: the node does not see the device.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "volume is not attached yet"
		x.Confidence = Likely
		x.Cause = fmt.Sprintf("The kubelet%s waits for %s, which is not attached or is still worked on.", onNode(f.pod), lowerFirst(f.what()))
		x.Unknown = []string{"why the attachment is not done: no record in the dump says it"}
		if f.Class == message.MountNoDevice {
			x.Title = "device of the volume does not appear on the node"
			x.Cause = fmt.Sprintf("%s was attached, and its device is not found%s.", f.what(), onNode(f.pod))
			x.Unknown = []string{"whether the cloud did attach it: the node looks for the device by a number or path that the attachment gave"}
		}
		x.Next = append(f.volumeSteps(), f.driverLog())
	}, message.MountWaitAttach, message.MountBusy, message.MountNoDevice),
}
