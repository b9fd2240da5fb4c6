package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeMode = &Rule{
	ID:    "volume/volume-mode",
	Title: "Volume is block and mounted as files, or the reverse",
	Doc: `volumeMode Block gives a raw device (volumeDevices), Filesystem a directory (volumeMounts). ` +
		`The Pod uses the other one than the claim has.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "volume mode does not fit how the Pod uses it"
		x.Cause = fmt.Sprintf("%s has another volumeMode than the container's volumeMounts or volumeDevices need.", f.what())
		x.Next = append([]Step{editWorkload(f.pod, "use volumeDevices for Block, volumeMounts for Filesystem")}, f.volumeSteps()...)
	}, message.MountBlockMode),
}
