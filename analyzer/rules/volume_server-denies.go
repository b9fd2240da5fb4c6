package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeServerDenied = &Rule{
	ID:    "volume/server-denies",
	Title: "Storage server denies the mount",
	Doc: `The file server was reached and refused: the node's address is not in its export list (NFS "access denied by server"), or user and password are wrong
(SMB error 13).`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "storage server denies the mount"
		x.Cause = fmt.Sprintf("%s%s cannot be mounted%s: the server refuses this node.", f.what(), f.kind(), onNode(f.pod))
		x.Group = "volume " + f.Volume
		x.RuledOut = append(x.RuledOut, "the network: the server answered")
		x.Next = append([]Step{{Kind: Check, Text: "on the server: is node " + f.pod.Spec.NodeName + " allowed to mount this export",
			Command: "showmount -e <server>"}}, f.volumeSteps()...)
	}, message.MountServerDenied),
}
