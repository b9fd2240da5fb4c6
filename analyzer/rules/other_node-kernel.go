package rules

import (
	"fmt"
	"time"

	"github.com/podtriage/podtriage/loader"
)

var nodeKernel = &Rule{
	ID:    "other/node-kernel",
	Title: "Node's kernel or runtime reports a fault",
	Doc: `The node-problem-detector read a fault from the node's logs and wrote it as an Event: a task that hangs on the disk (TaskHung), a bug of the kernel (KernelOops), a disk or file system that fails (IOError, Ext4Error,
FilesystemIsReadOnly), memory that fails (MemoryReadError, HardwareErrorFatal), network devices that cannot be removed (UnregisterNetDevice), a damaged image store. Containers on that node hang, are slow to start or end, or
fail in ways that no other node shows.

How it is told apart: the Event is about the node, and of the last hour before the dump; older ones are only worth knowing. Conditions of the same program are other/node-condition; a process that was killed for memory has rules of its own.

What to do: drain the node and look after its disk, memory or kernel.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			var evidence []Evidence
			words := ""
			for _, e := range c.Snapshot.EventsOf(loader.RefOf("Node", n)) {
				if w := kernelFaults[e.Reason]; w != "" {
					words = w
					evidence = append(evidence, c.EventEvidence(e))
				}
			}
			if len(evidence) == 0 {
				continue
			}
			newest := evidence[len(evidence)-1]
			f := c.nodeFinding(n, words, fmt.Sprintf("Node %s %s: %s", n.Name, words, sentence(oneLine(newest.Text))),
				evidence[max(0, len(evidence)-2*alikeRecords):])
			f.Next = append(f.Next, logsOfNode(n.Name, f.Last))
			if c.Now.Sub(f.Last) > time.Hour {
				f.Severity = Info
			}
			out = append(out, f)
		}
		return out
	},
}

// kernelFaults are Events of the node-problem-detector (config/*.json of v0.8 to v1.35); words complete "node X ...".
var kernelFaults = map[string]string{
	"TaskHung": "has tasks that hang, mostly on its disk", "KernelOops": "met a bug of its kernel", "IOError": "has a disk that fails",
	"Ext4Error": "has a file system with errors", "FilesystemIsReadOnly": "has a file system that went read-only",
	"XfsHasShutDown": "has an XFS file system that shut down", "MemoryReadError": "has memory that fails",
	"HardwareErrorFatal": "reported a fatal hardware error", "CperHardwareErrorFatal": "reported a fatal hardware error",
	"UnregisterNetDevice": "cannot remove network devices", "CorruptDockerImage": "has a damaged image store",
	"CorruptDockerOverlay2": "has a damaged image store", "DockerHung": "has a container runtime that hangs",
	"AUFSUmountHung": "has a kernel that hangs in a file system", "ConntrackFull": "has a full connection table",
}
