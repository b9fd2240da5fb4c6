package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	storagev1 "k8s.io/api/storage/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var volumeNoDriver = &Rule{
	ID:    "volume/driver-missing",
	Title: "Storage driver is not registered on the node",
	Doc: `The CSI driver of the volume has not registered with the kubelet of this node: its node Pod (a DaemonSet) does not run there, does not tolerate the
node's taints, or crashes. The volume and the claim are fine.

Look at the driver's Pod on this node; the Pod here starts by itself once it is registered.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "storage driver is not registered on the node"
		x.Cause = fmt.Sprintf("%s needs the CSI driver %s, which is not registered with the kubelet%s.",
			f.what(), cmp.Or(f.Driver, "of its StorageClass"), onNode(f.pod))
		x.Culprit, x.Group = blameNode(f.pod, "CSINode spec.drivers"), "driver "+f.Driver+" on "+f.pod.Spec.NodeName
		c.addDriver(f, x)
		x.Next = []Step{
			{Kind: Ask, Text: "drivers that the node has registered", Command: "kubectl get csinode " + f.pod.Spec.NodeName + " -o yaml"},
			f.driverLog(),
		}
	}, message.MountNoDriver),
}

// addDriver says what the dump knows of the driver: whether the cluster has it, and what the node has registered.
func (c *Context) addDriver(f *mountFailure, x *Finding) {
	if f.Driver == "" {
		return
	}
	if c.Snapshot.Lookup(loader.Ref{Kind: "CSIDriver", Name: f.Driver}) == loader.Absent {
		x.Cause += fmt.Sprintf(" The cluster has no CSIDriver %s at all.", f.Driver)
	}
	node, ok := c.Snapshot.Find(loader.Ref{Kind: "CSINode", Name: f.pod.Spec.NodeName}).(*storagev1.CSINode)
	if !ok {
		return
	}
	var names []string
	for _, d := range node.Spec.Drivers {
		names = append(names, d.Name)
	}
	if !slices.Contains(names, f.Driver) {
		x.Evidence = append(x.Evidence, c.Field("CSINode", node, "spec.drivers", "["+strings.Join(names, " ")+"]"))
	}
}
