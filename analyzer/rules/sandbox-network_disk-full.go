package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxDisk = &Rule{
	ID:    "sandbox-network/disk-full",
	Title: "Node has no disk space for the sandbox",
	Doc: `The runtime could not write the sandbox's files: the disk has no space or no inodes left ("no space left on device" may also mean a used-up limit of
inotify watches). Look at DiskPressure.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "node has no disk space for the sandbox"
		x.Cause = fmt.Sprintf("The container runtime%s could not write what the Pod's sandbox needs: no space is left.", onNode(f.pod))
		x.Group = "Node " + f.pod.Spec.NodeName
		x.Evidence = append(x.Evidence, c.nodeDisk(f.pod)...)
		x.Next = []Step{{Kind: Check, Text: "space and inodes on the node", Command: "df -h; df -i; sysctl fs.inotify"}}
	}, message.SandboxDisk),
}
