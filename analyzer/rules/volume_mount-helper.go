package rules

import (
	"fmt"
	"strings"

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
		if strings.Contains(strings.ToLower(f.Text), "rpc.statd") {
			x.Title = "rpc.statd of the node does not run"
			x.Cause = fmt.Sprintf("%s%s cannot be mounted%s: NFS before version 4 needs rpc.statd there for its locks, and it does not run.",
				f.what(), f.kind(), onNode(f.pod))
			x.RuledOut = []string{"wrong mount options: mount.nfs says so of what it lacks rpc.statd for"}
			x.Next = []Step{
				{Kind: Check, Text: "rpc.statd on the node", Command: "systemctl status rpcbind rpc-statd"},
				{Kind: Fix, Text: "start rpc-statd on every node, or mount with nfsvers=4 (changes the nodes or the volume)"},
			}
		}
	}, message.MountHelper),
}
