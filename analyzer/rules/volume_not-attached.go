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
the driver's log.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "volume is not attached yet"
		x.Confidence = Likely
		x.Cause = fmt.Sprintf("The kubelet%s waits for %s, which is not attached or is still worked on.", onNode(f.pod), lowerFirst(f.what()))
		x.Unknown = []string{"why the attachment is not done: no record in the dump says it"}
		x.Next = append(f.volumeSteps(), f.driverLog())
	}, message.MountWaitAttach, message.MountBusy),
}
