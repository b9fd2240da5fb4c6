package rules

import (
	"cmp"
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeNoPath = &Rule{
	ID:    "volume/path-missing",
	Title: "Path of the volume does not exist on the node",
	Doc: `A local PersistentVolume or hostPath names a path that is not on this node: the disk is not mounted, or the directory was never made. The kubelet does not
create it (hostPath type DirectoryOrCreate does).`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "path of the volume does not exist on the node"
		x.Cause = fmt.Sprintf("%s needs the path %s%s, and it is not there.", f.what(), cmp.Or(f.Path, "that the message names"), onNode(f.pod))
		x.Next = []Step{{Kind: Check, Text: "the path on the node", Command: "ls -ld " + cmp.Or(f.Path, "<path>")}, describePod(f.pod)}
	}, message.MountNoPath),
}
