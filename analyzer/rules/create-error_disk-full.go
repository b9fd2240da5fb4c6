package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startDisk = &Rule{
	ID:    "create-error/disk-full",
	Title: "Node has no disk space for the container",
	Doc: `The runtime could not write the container's files: no space, no inodes, or a used-up limit that reports "no space left on ` +
		`device" as well (inotify, cgroups).`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "node has no disk space for the container"
		x.Cause = fmt.Sprintf("The runtime%s had no space left to create container %q.", onNode(t.pod), t.container.Name)
		x.Culprit, x.Group = blameNode(t.pod, "status.conditions[DiskPressure]"), "Node "+t.pod.Spec.NodeName
		x.Evidence = append(x.Evidence, c.nodeDisk(t.pod)...)
		x.Next = []Step{{Kind: Check, Text: "space and inodes on the node", Command: "df -h; df -i; sysctl fs.inotify"}}
	}, message.StartDiskFull),
}
