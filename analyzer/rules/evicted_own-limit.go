package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var evictedOwnLimit = &Rule{
	ID:    "evicted/own-limit",
	Title: "Pod was evicted because it wrote more than its own limit allows",
	Doc: `The kubelet measures what a Pod writes: into an emptyDir with a sizeLimit, into a container's file system and logs with
an ephemeral-storage limit. When one of these limits is passed, the whole Pod is evicted, whatever room the node has; its
controller makes a new one, which will be evicted in the same way.

How it is told apart: the message names the volume, the container or "the total limit of containers". It has nothing to do
with a node that is short of disk. The exit code 137 with ContainerStatusUnknown is only the kubelet's note.

What to do: raise the limit to what the work needs, or write less: rotate logs, clean the cache, use a volume.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, v := range c.evictions(message.EvictionEmptyDir, message.EvictionContainer, message.EvictionPodStorage) {
			out = append(out, c.overStorage(v))
		}
		return out
	},
}

func (c *Context) overStorage(v evicted) Finding {
	f := c.evictionFinding(v)
	what := ""
	switch v.Kind {
	case message.EvictionEmptyDir:
		what = fmt.Sprintf("emptyDir volume %q grew past its sizeLimit of %s", v.Volume, v.Limit)
		f.Culprit = blame(v.pod, "volumes["+v.Volume+"].emptyDir.sizeLimit")
	case message.EvictionContainer:
		what = fmt.Sprintf("container %q wrote more than its ephemeral-storage limit of %s", v.Container, v.Limit)
		f.Culprit = blame(v.pod, "containers["+v.Container+"].resources.limits.ephemeral-storage")
	default:
		what = fmt.Sprintf("its containers wrote more than their ephemeral-storage limits of %s in total", v.Limit)
		f.Culprit = blame(v.pod, "containers[].resources.limits.ephemeral-storage")
		if len(v.pod.Spec.Containers) == 1 {
			f.Culprit = blame(v.pod, "containers["+v.pod.Spec.Containers[0].Name+"].resources.limits.ephemeral-storage")
		}
	}
	f.Title = "evicted: " + what
	if len(f.Title) > 48 { // a workload's name stands before it
		f.Title = "evicted: wrote more than its limit of " + v.Limit
	}
	f.Cause = "The Pod was evicted because " + what + "."
	f.RuledOut = append(f.RuledOut, "a node that is short of disk: the message names the Pod's own limit")
	f.Unknown = []string{"which files grew: the dump holds no sizes"}
	f.Next = append(f.Next, c.change(v.pod, f.Confidence, "raise that limit to what the work needs, or let it write less"))
	return f
}
