package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeGone = &Rule{
	ID:    "volume/volume-gone",
	Title: "Volume does not exist in the storage",
	Doc: `The PersistentVolume points to a disk, image or share that the storage does not know: it was deleted there, or the volume handle is wrong, or it is in
another account or region.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "volume does not exist in the storage"
		x.Cause = fmt.Sprintf("%s stands for something that the storage does not have.", f.what())
		x.Next = append([]Step{{Kind: Check, Text: "in the storage's console: the handle that the message names"}}, f.volumeSteps()...)
	}, message.MountVolumeMissing),
}
