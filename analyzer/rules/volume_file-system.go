package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeFilesystem = &Rule{
	ID:    "volume/file-system",
	Title: "File system on the volume cannot be mounted",
	Doc: `The device is there and its file system is not what was expected or is damaged: another type than fsType, unclean after a crash, formatted by other means,
or two nodes wrote to it at once. The kubelet does not repair what fsck does not dare to.

Take a snapshot first; then check the file system from a node that has the device attached.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "file system on the volume cannot be mounted"
		x.Cause = fmt.Sprintf("%s is attached%s, and its file system is damaged or not of the expected type.", f.what(), onNode(f.pod))
		x.RuledOut = append(x.RuledOut, "the attachment: the device is on the node")
		x.Next = append([]Step{{Kind: Check, Text: "on the node, read only: the type and the state of the file system",
			Command: "lsblk -f; dmesg | tail -50"}}, f.volumeSteps()...)
	}, message.MountFilesystem),
}
