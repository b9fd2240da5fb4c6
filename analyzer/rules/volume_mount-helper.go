package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeHelper = &Rule{
	ID:    "volume/mount-helper",
	Title: "Node lacks the program or module for this kind of volume",
	Doc: `The node cannot mount this kind of file system: the helper (mount.nfs of nfs-common or nfs-utils, mount.cifs of cifs-utils, iscsiadm of open-iscsi, the
ceph client) or the kernel module is not installed. "bad option; ... you might need a /sbin/mount.<type> helper program"
is this, not a wrong option. Other nodes may have it.

Install the package on every node that may run the Pod.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "node lacks the mount helper of the volume"
		x.Cause = fmt.Sprintf("%s%s cannot be mounted%s: the node has no helper program or kernel module for it.",
			f.what(), f.kind(), onNode(f.pod))
		x.Culprit, x.Group = blameNode(f.pod, "packages of the node"), "mount helper "+f.Driver+onNode(f.pod)
		x.RuledOut = append(x.RuledOut, "wrong mount options: without the helper the kernel takes none", "the storage server: it was not reached")
		x.Next = []Step{
			{Kind: Check, Text: "the helpers on the node", Command: "ls /sbin/mount.* /usr/sbin/mount.*; cat /proc/filesystems"},
			{Kind: Fix, Text: "install the client on every node: nfs-common or nfs-utils, cifs-utils, open-iscsi (changes the nodes)"},
		}
	}, message.MountHelper),
}
