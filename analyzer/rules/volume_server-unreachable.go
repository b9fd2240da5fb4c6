package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeServerSilent = &Rule{
	ID:    "volume/server-unreachable",
	Title: "Storage server cannot be reached",
	Doc: `The node got no answer from the storage server: the address is wrong, a firewall is in the way (NFS 2049, 111; SMB 445; iSCSI 3260), the server is down, or
its name does not resolve on the node (nodes do not use the cluster's DNS, so Service names do not work there).`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "storage server cannot be reached from the node"
		x.Cause = fmt.Sprintf("%s%s cannot be mounted%s: the storage server does not answer.", f.what(), f.kind(), onNode(f.pod))
		x.Group = "volume " + f.Volume
		x.RuledOut = append(x.RuledOut, "rights on the server: it was not reached")
		x.Next = append([]Step{{Kind: Check, Text: "does the server answer from the node", Command: "nc -zv <server> 2049"}}, f.volumeSteps()...)
	}, message.MountServerSilent),
}
