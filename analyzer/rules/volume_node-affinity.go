package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeNodeAffinity = &Rule{
	ID:    "volume/node-affinity",
	Title: "Volume cannot be used on this node",
	Doc: `The PersistentVolume may be used only from certain nodes or zones and the Pod is on another: nodeName was set by hand, labels of the node changed, or the
disk was made in another zone than the cluster believes.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "volume cannot be used on this node"
		x.Cause = fmt.Sprintf("%s is bound to other nodes or another zone than that of node %s.", f.what(), f.pod.Spec.NodeName)
		x.Culprit.Field = "spec.nodeAffinity"
		x.Next = append([]Step{{Kind: Ask, Text: "where the volume may be used",
			Command: "kubectl get persistentvolume " + f.Volume + " -o jsonpath='{.spec.nodeAffinity}'"}}, f.volumeSteps()...)
	}, message.MountNodeAffinity),
}
