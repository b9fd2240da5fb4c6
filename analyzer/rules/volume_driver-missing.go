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

Look at the driver's Pod on this node; the Pod here starts by itself once it is registered.

The Secrets Store driver calls a provider for each kind of vault, which is a DaemonSet of its own: where the provider is missing,
the driver's Pods look well. A driver that takes inline volumes must also have a CSIDriver object, or the kubelet refuses such volumes.`,
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
		switch {
		case f.Provider != "":
			noProvider(f, x)
		case contains(f.Text, "no CSIDriver object"):
			noDriverObject(f, x)
		}
	}, message.MountNoDriver),
}

// noProvider words a Secrets Store driver that is there and finds no provider on its node.
func noProvider(f *mountFailure, x *Finding) {
	x.Title = "provider " + f.Provider + " of the secrets store is not on the node"
	x.Cause = fmt.Sprintf("%s needs the provider %q, which the Secrets Store CSI driver does not find%s.",
		f.what(), f.Provider, onNode(f.pod))
	x.Culprit, x.Group = blameNode(f.pod, ""), "provider "+f.Provider
	x.RuledOut = append(x.RuledOut, "the CSI driver itself: it ran and looked for the provider")
	x.Next = []Step{{Kind: Check, Text: "is the provider's DaemonSet installed, and does its Pod run" + onNode(f.pod) + "?",
		Command: "kubectl get pods -A -o wide --field-selector spec.nodeName=" + f.pod.Spec.NodeName}}
}

// noDriverObject words an inline volume of a driver that the API server has no CSIDriver object of.
func noDriverObject(f *mountFailure, x *Finding) {
	x.Title = "CSIDriver " + f.Driver + " does not exist"
	x.Cause = fmt.Sprintf("%s is an inline volume of the CSI driver %s. The kubelet%s refuses it: the cluster has no CSIDriver object "+
		"of that name that allows the mode Ephemeral.", f.what(), f.Driver, onNode(f.pod))
	x.Culprit = Culprit{Ref: loader.Ref{Kind: "CSIDriver", Name: f.Driver}, Field: "spec.volumeLifecycleModes"}
	x.Group = "CSIDriver " + f.Driver
	x.Next = []Step{{Kind: Check, Text: "the CSIDriver objects of the cluster and their modes", Command: "kubectl get csidrivers"}}
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
