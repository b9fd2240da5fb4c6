package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeFull = &Rule{
	ID:    "volume/full",
	Title: "No room for the volume",
	Doc: `The kubelet or the driver could not write: the volume, or the node's disk that holds emptyDirs, ` +
		`ConfigMaps and Secrets, has no space left.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "no space is left for the volume"
		x.Cause = fmt.Sprintf("%s cannot be set up%s: no space is left on its device.", f.what(), onNode(f.pod))
		x.Evidence = append(x.Evidence, c.nodeDisk(f.pod)...)
		x.Next = []Step{{Kind: Check, Text: "space on the node", Command: "df -h; df -i"}}
	}, message.MountFull),
}
