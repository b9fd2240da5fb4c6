package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/analyzer/scheduling"
	"github.com/podtriage/podtriage/loader"
)

var volumeMultiAttach = &Rule{
	ID:    "volume/attached-elsewhere",
	Title: "Volume is still attached to another node",
	Doc: `A volume that one node at a time may use (ReadWriteOnce) is still attached elsewhere. Three cases, told apart by who holds it:

  a running Pod on another node uses it: delete or move that Pod, or give each its own claim;
  the other node is lost: the attachment is kept until the node is back, is deleted, or carries the taint
  node.kubernetes.io/out-of-service; forcing it while the machine runs destroys data;
  nobody uses it: the detach hangs in the driver; look at the VolumeAttachment.

A rolling update of a Deployment with such a claim blocks itself: use strategy Recreate or a StatefulSet.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "volume is still attached to another node"
		x.Cause = fmt.Sprintf("%s may be used on one node at a time and is still attached to another.", f.what())
		holders := c.holders(f)
		for _, h := range holders {
			x.Evidence = append(x.Evidence, c.PodField(h, "spec.nodeName", h.Spec.NodeName))
		}
		x.Next = f.volumeSteps()
		switch {
		case len(holders) > 0:
			h := holders[0]
			x.Culprit = Culprit{Ref: h.Ref}
			x.Cause += fmt.Sprintf(" Pod %s%s holds it.", h.Ref.Path(), onNode(h))
			x.RuledOut = append(x.RuledOut, "a stale attachment: a Pod uses the volume, so forcing a detach would damage it")
			if h.Workload.Key() == f.pod.Workload.Key() && h.Workload.Kind == "Deployment" {
				x.Note = "Both Pods are of one Deployment: its rolling update starts the new Pod before the old one ends, which such a volume forbids."
			}
			x.Next = append(x.Next, endHolder(h))
		case len(f.Pods) > 0:
			x.Culprit = Culprit{Ref: loader.Ref{Kind: "Pod", Namespace: f.pod.Namespace, Name: f.Pods[0]}}
			x.Cause += fmt.Sprintf(" Pod %s holds it.", strings.Join(f.Pods, ", "))
			x.RuledOut = append(x.RuledOut, "a stale attachment: a Pod uses the volume, so forcing a detach would damage it")
			x.Next = append(x.Next, Step{Kind: Check, Text: "is that Pod still needed",
				Command: Kubectl(f.pod.Namespace, "get pod %s -o wide", f.Pods[0])})
		}
		if c.addOldNode(f, holders, x) == "" {
			x.Unknown = append(x.Unknown, "which node holds the volume: VolumeAttachments are not in the dump, and no Pod in it uses the claim")
		}
	}, message.MountMultiAttach),
}

// endHolder is the fix that ends the Pod which holds the volume. One that no controller makes again is saved first.
func endHolder(h *Pod) Step {
	s := Step{Kind: Fix, Text: "end the Pod that holds the volume, if it is not needed (deletes a Pod; check first what it does)",
		Command: Kubectl(h.Namespace, "delete pod %s", h.Name)}
	if !remade(h) {
		s.Text = "end the Pod that holds the volume, if it is not needed (no controller makes it again, so save its manifest before you delete it)"
		s.Command = Kubectl(h.Namespace, "get pod %s -o yaml > %s.yaml", h.Name, h.Name)
	}
	return s
}

// holders are the Pods on other nodes that use the volume: those that the text names, else those that mount the same claim.
func (c *Context) holders(f *mountFailure) []*Pod {
	var out []*Pod
	for _, p := range c.Snapshot.PodsIn(f.pod.Namespace) {
		v := c.Pod(loader.RefOf("Pod", p))
		if v == nil || v == f.pod || p.Spec.NodeName == "" || p.Spec.NodeName == f.pod.Spec.NodeName ||
			podstatus.Ended(p) {
			continue
		}
		if slices.Contains(f.Pods, p.Name) || f.claim != "" && len(f.Pods) == 0 && slices.Contains(scheduling.Claims(p), f.claim) {
			out = append(out, v)
		}
	}
	return out
}

// addOldNode returns the node that the volume is attached to, or "", and adds its state when it does not report: then the node is
// the cause.
func (c *Context) addOldNode(f *mountFailure, holders []*Pod, x *Finding) string {
	name := ""
	if len(holders) > 0 {
		name = holders[0].Spec.NodeName
	}
	for _, va := range c.Snapshot.VolumeAttachments {
		pv := va.Spec.Source.PersistentVolumeName
		if pv == nil || *pv != f.Volume || va.Spec.NodeName == f.pod.Spec.NodeName {
			continue
		}
		name = va.Spec.NodeName
		x.Evidence = append(x.Evidence, c.Field("VolumeAttachment", va, "spec.nodeName", name))
		x.Cause += fmt.Sprintf(" VolumeAttachment %s keeps it on node %s.", va.Name, name)
	}
	node, ok := c.Snapshot.Find(loader.Ref{Kind: "Node", Name: name}).(*corev1.Node)
	if !ok || NodeWell(node) {
		return name
	}
	x.Culprit = Culprit{Ref: loader.RefOf("Node", node), Field: "status.conditions[Ready]"}
	x.Group = "Node " + name
	x.Title = "volume is still attached to a node that is lost"
	x.Cause += fmt.Sprintf(" Node %s does not report, so nothing confirms that the volume is free.", name)
	for _, cond := range node.Status.Conditions {
		if cond.Type == corev1.NodeReady {
			ev := c.Field("Node", node, "status.conditions[Ready]", cmp.Or(cond.Message, cond.Reason))
			ev.At = realTime(cond.LastTransitionTime.Time)
			x.Evidence = append(x.Evidence, ev)
		}
	}
	x.Next = append([]Step{{Kind: Check, Text: "is the machine of node " + name + " really off", Command: "kubectl describe node " + name}},
		x.Next...)
	x.Next = append(x.Next, c.outOfService(node))
	return name
}
