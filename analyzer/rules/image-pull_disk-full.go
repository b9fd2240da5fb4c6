package rules

import (
	"cmp"
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageDiskFull = &Rule{
	ID:    "image-pull/disk-full",
	Title: "Node has no room for the image",
	Doc: `The image was found and downloaded at least in part, but the node's image file system has no space or no inodes left. Look at the
node's DiskPressure condition and at FreeDiskSpaceFailed and ImageGCFailed Events.

Free space on the node (old images, logs, emptyDirs), or give it a bigger disk. The image reference is right.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "node has no room for the image"
		x.Cause = fmt.Sprintf("The image file system%s was full while %s was unpacked.", onNode(f.pod), f.Image)
		x.Culprit, x.Group = blameNode(f.pod, "status.conditions[DiskPressure]"), "Node "+f.pod.Spec.NodeName
		x.Evidence = append(x.Evidence, c.nodeDisk(f.pod)...)
		x.RuledOut = append(x.RuledOut, "the registry: it delivered the image")
		x.Next = []Step{
			{Kind: Check, Text: "what fills the disk of the node", Command: "df -h /var/lib/containerd /var/lib/kubelet; df -i /var/lib/containerd"},
			{Kind: Check, Text: "images that could go", Command: "crictl images"},
		}
	}, message.PullDiskFull),
}

// nodeDisk is what the node and its Events say about its disk.
func (c *Context) nodeDisk(p *Pod) []Evidence {
	if p.Node == nil {
		return nil
	}
	var out []Evidence
	for _, cond := range p.Node.Status.Conditions {
		if cond.Type == corev1.NodeDiskPressure && cond.Status == corev1.ConditionTrue {
			ev := c.Field("Node", p.Node, "status.conditions[DiskPressure]", cmp.Or(cond.Message, cond.Reason, "True"))
			ev.At = realTime(cond.LastTransitionTime.Time)
			out = append(out, ev)
		}
	}
	for _, e := range c.Snapshot.EventsOf(nodeRef(p)) {
		if e.Reason == "FreeDiskSpaceFailed" || e.Reason == "ImageGCFailed" || e.Reason == "NodeHasDiskPressure" {
			out = append(out, c.EventEvidence(e))
		}
	}
	return out
}
