package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeHostPath = &Rule{
	ID:    "volume/host-path-type",
	Title: "hostPath is not what the Pod expects",
	Doc: `A hostPath volume with a type checks the path on the node before the Pod starts, and the path is something else or not there: a file where a directory
is asked for, a socket that a missing service would make. Nodes may differ.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Culprit = blame(f.pod, "volumes["+f.Volume+"].hostPath")
		x.Title = "hostPath on the node is of another type"
		x.Cause = fmt.Sprintf("%s wants %s%s to be a %s, and it is not.", f.what(), f.Path, onNode(f.pod), f.Wanted)
		x.Next = []Step{
			{Kind: Check, Text: "what the path is on the node", Command: "ls -ld " + f.Path},
			editWorkload(f.pod, "correct the path or the type of the hostPath"),
		}
	}, message.MountHostPathType),
}
