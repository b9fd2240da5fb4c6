package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeSick = &Rule{
	ID:    "volume/storage-sick",
	Title: "Storage under the volume is failing",
	Doc: `The kernel reports errors of the storage itself: I/O errors, a stale NFS handle, a FUSE daemon that died (transport endpoint is not connected), a device
that turned read-only or busy. What serves the volume is at fault, not the Pod.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "storage under the volume is failing"
		x.Cause = fmt.Sprintf("%s%s cannot be used%s: the kernel reports an error of the storage itself.", f.what(), f.kind(), onNode(f.pod))
		x.Next = append([]Step{{Kind: Check, Text: "the kernel's log on the node", Command: "dmesg | tail -100"}}, f.volumeSteps()...)
	}, message.MountSick),
}
