package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeOwnership = &Rule{
	ID:    "volume/ownership-error",
	Title: "Ownership of the volume's files cannot be changed",
	Doc: `The Pod sets fsGroup, so the kubelet changes group and mode of every file of the volume before it starts the containers, and a file could not be changed:
removed in the meantime, read-only, or on a server that forbids it (root squash).`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "owner of the volume's files cannot be changed"
		x.Cause = fmt.Sprintf("%s is mounted%s, and the kubelet could not give its files to the Pod's fsGroup.", f.what(), onNode(f.pod))
		x.Culprit = blame(f.pod, "securityContext.fsGroup")
		x.Next = []Step{editWorkload(f.pod, "set fsGroupChangePolicy: OnRootMismatch, or drop fsGroup"), describePod(f.pod)}
	}, message.MountOwnership),
}
