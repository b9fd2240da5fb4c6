package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeDriverError = &Rule{
	ID:    "volume/driver-error",
	Title: "Storage driver fails to provide the volume",
	Doc: `The CSI driver on the node was called and returned an error, or did not answer in time, for a reason that is none of the known ones. Its text is quoted in
full; its log on the node says more.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "storage driver fails to provide the volume"
		x.Cause = fmt.Sprintf("The storage driver%s returned an error for %s.", onNode(f.pod), lowerFirst(f.what()))
		if contains(f.Text, "DeadlineExceeded") || contains(f.Text, "deadline exceeded") {
			x.Title = "storage driver does not answer in time"
			x.Cause = fmt.Sprintf("The storage driver%s did not answer in time for %s.", onNode(f.pod), lowerFirst(f.what()))
		}
		x.Next = append([]Step{f.driverLog()}, f.volumeSteps()...)
	}, message.MountDriverError),
}
