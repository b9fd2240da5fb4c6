package rules

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var nodeNotReporting = &Rule{
	ID:    "node-lost/not-reporting",
	Title: "Node stopped reporting; its Pods are lost",
	Doc: `The kubelet of the node has not renewed its lease or status for 40 to 50 seconds, so the control plane set the node's
Ready condition to Unknown. Nothing is known about its Pods from then on: their status is the last one the kubelet wrote, so many
still look Running and even 1/1. After the tolerated time (300 s by default) they are marked for deletion and stay Terminating,
because only the kubelet could confirm their end. A Deployment makes new Pods then; a StatefulSet does not until the old Pod is
gone. DaemonSet Pods tolerate the taint for ever.

How it is told apart: Ready is Unknown with NodeStatusUnknown. Ready False means that the kubelet still talks and says what is
wrong.

What to do: find out whether the machine is up. Only when it is certainly off: delete the Node object, or set the taint
node.kubernetes.io/out-of-service, so that volumes are released and StatefulSet Pods start elsewhere.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			if r := nodeReady(n); r != nil && r.Status == corev1.ConditionUnknown {
				out = append(out, c.lostNode(n, *r))
			}
		}
		return out
	},
}

func (c *Context) lostNode(n *corev1.Node, ready corev1.NodeCondition) Finding {
	since := realTime(ready.LastTransitionTime.Time)
	f := Finding{
		Severity: Error, Confidence: Confirmed, Subject: loader.RefOf("Node", n),
		Culprit: Culprit{loader.RefOf("Node", n), "status.conditions[Ready]"},
		Group:   "Node " + n.Name, First: since, Last: c.Now, Evidence: []Evidence{c.nodeCondition(n, ready)},
		Title: "stopped reporting",
		Cause: fmt.Sprintf("The kubelet of node %s stopped reporting before %s", n.Name, clock(since)),
	}
	if beat := realTime(ready.LastHeartbeatTime.Time); !beat.IsZero() && beat.Before(since) {
		f.Cause += fmt.Sprintf(" (last heartbeat %s)", clock(beat))
	}
	f.Cause += "; nothing is known about its Pods since."
	for _, t := range n.Spec.Taints {
		if strings.HasPrefix(t.Key, "node.kubernetes.io/un") || strings.HasPrefix(t.Key, "node.cloudprovider.kubernetes.io/shutdown") {
			f.Evidence = append(f.Evidence, c.Field("Node", n, "spec.taints", t.Key+":"+string(t.Effect)))
		}
		if strings.HasPrefix(t.Key, "node.cloudprovider.kubernetes.io/shutdown") {
			f.Cause += " The cloud provider says that the machine is shut down."
		}
	}
	f.Evidence = append(f.Evidence, c.nodeEvents(n.Name, "NodeNotReady", "Rebooted", "Shutdown")...)
	f.countLeft(c, n)
	f.waitForVolumes(c, n)
	if !n.Spec.Unschedulable {
		f.RuledOut = append(f.RuledOut, "a drain or cordon: spec.unschedulable is not set on the node")
	}
	f.Unknown = []string{"why it stopped: machine, network or kubelet; the node's own logs are never in a dump"}
	f.Next = []Step{{Kind: Check, Text: "is the machine up, and can it reach the API server? Ask the cloud or hardware console"},
		logsOfNode(n.Name, since), c.outOfService(n)}
	return f
}

// countLeft adds the Pods that the lost node still has by the API.
func (f *Finding) countLeft(c *Context, n *corev1.Node) {
	running, terminating := 0, 0
	for _, p := range c.unfinishedOn(n.Name) {
		f.Affected = append(f.Affected, p.Ref)
		if p.DeletionTimestamp != nil {
			terminating++
			f.Evidence = append(f.Evidence, c.deletionEvidence(p)...)
		} else if p.Status.Phase == corev1.PodRunning {
			running++
		}
	}
	if running+terminating > 0 {
		f.Cause += fmt.Sprintf(" Of its Pods %d still look Running and %d are Terminating until somebody confirms their end.",
			running, terminating)
	}
}

// deletionEvidence is what says that a Pod of a lost node is marked for deletion.
func (c *Context) deletionEvidence(p *Pod) []Evidence {
	for _, e := range p.Events {
		if e.Reason == "TaintManagerEviction" && !e.Last.Before(p.CreationTimestamp.Time) {
			return []Evidence{c.EventEvidence(e)}
		}
	}
	return nil
}

// waitForVolumes adds the Pods on other nodes that wait for a volume which is still attached to the lost one.
func (f *Finding) waitForVolumes(c *Context, n *corev1.Node) {
	for _, va := range c.Snapshot.VolumeAttachments {
		pv := va.Spec.Source.PersistentVolumeName
		if va.Spec.NodeName != n.Name || !va.Status.Attached || pv == nil {
			continue
		}
		for _, p := range c.Pods {
			i := slices.IndexFunc(p.Events, func(e *loader.Event) bool {
				return e.Reason == "FailedAttachVolume" && strings.Contains(e.Message, *pv)
			})
			if i < 0 || p.Spec.NodeName == n.Name || p.Healthy {
				continue
			}
			f.Affected = append(f.Affected, p.Ref)
			f.Evidence = append(f.Evidence, c.EventEvidence(p.Events[i]),
				c.Field("VolumeAttachment", va, "spec.nodeName", va.Spec.NodeName+", attached"))
			f.Cause += fmt.Sprintf(" Pod %s waits for volume %s, which is still attached to this node.", p.Ref.Path(), *pv)
		}
	}
}
