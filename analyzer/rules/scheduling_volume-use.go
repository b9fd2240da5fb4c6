package rules

import (
	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var unschedulableVolumeCount = &Rule{
	ID:    "unschedulable/volume-count",
	Title: "nodes have as many volumes attached as they may",
	Doc: `Clouds limit how many disks a machine can have attached; the CSI driver tells the limit in CSINode. A volume counts until it is detached, also when its
Pod has ended.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeVolumeCount, message.VolumeCount) },
}

func describeVolumeCount(_ *Context, w *waiting, f *Finding) bool {
	f.Culprit = blame(w.Pod, "volumes")
	f.Title = "nodes can attach no more volumes"
	f.Cause = "Nodes have as many volumes attached as their driver allows: " + w.refusedBy() + "." + w.nearest()
	if _, node := w.failing(message.VolumeCount); node != nil {
		f.Culprit = Culprit{Ref: loader.RefOf("Node", node.Node), Field: "CSINode spec.drivers[].allocatable.count"}
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "limits and what is attached", Command: "kubectl get csinodes,volumeattachments -o wide"})
	return true
}

var unschedulableVolumeInUse = &Rule{
	ID:    "unschedulable/volume-in-use",
	Title: "another Pod holds the volume",
	Doc: `A claim with access mode ReadWriteOncePod can be used by one Pod only, and some old volume kinds by one node. Another Pod holds it; in a rolling
update that starts the new Pod first, the new one waits for ever. Use strategy Recreate.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeVolumeInUse, message.VolumeInUse) },
}

func describeVolumeInUse(_ *Context, w *waiting, f *Finding) bool {
	f.Culprit = blame(w.Pod, "volumes")
	f.Title = "another Pod holds its volume"
	f.Cause = "A volume of the Pod is held by another Pod: " + w.refusedBy() + "." + w.nearest()
	if fail, node := w.failing(message.VolumeInUse); node != nil {
		f.Culprit = Culprit{Ref: fail.Object}
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "which Pods use the claim", Command: Kubectl(w.Namespace, "describe pvc")})
	return true
}
