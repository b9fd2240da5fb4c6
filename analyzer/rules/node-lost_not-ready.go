package rules

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var nodeNotReady = &Rule{
	ID:    "node-lost/not-ready",
	Title: "Node is not ready, and its kubelet says why",
	Doc: `The node's Ready condition is False: the kubelet talks and says what is wrong. Usual messages: the container runtime
does not answer; the pod network is not set up (no CNI configuration); PLEG is not healthy (the runtime is slow); the node is
shutting down. No new Pods come to the node; those that run may go on.

How it is told apart: Ready Unknown means that the kubelet is silent, which is another rule. A node that has just joined is not
ready for a minute or two, which is normal.

What to do: repair the part that the message names, on the node.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			if r := nodeReady(n); r != nil && r.Status == corev1.ConditionFalse {
				out = append(out, c.badNode(n, *r))
			}
		}
		return append(out, c.recalledNodes()...)
	},
}

func (c *Context) badNode(n *corev1.Node, ready corev1.NodeCondition) Finding {
	since := realTime(ready.LastTransitionTime.Time)
	f := Finding{
		Severity: Error, Confidence: Confirmed, Subject: loader.RefOf("Node", n),
		Culprit: Culprit{loader.RefOf("Node", n), "status.conditions[Ready]"},
		Group:   "Node " + n.Name, First: since, Last: c.Now, Evidence: []Evidence{c.nodeCondition(n, ready)},
		Title: "not ready",
		Cause: fmt.Sprintf("Node %s is not ready since %s: %s", n.Name, clock(since), sentence(oneLine(ready.Message))),
		Next:  []Step{logsOfNode(n.Name, since), {Kind: Check, Text: "what the node says now", Command: "kubectl describe node " + n.Name}},
	}
	if faults := message.ParseNodeReady(ready.Message); len(faults) > 0 {
		f.Title = "not ready: " + faults[0].Words()
	} else {
		f.Unknown = []string{"what is behind the message: its text is unclassified"}
	}
	if !n.CreationTimestamp.IsZero() && c.Now.Sub(n.CreationTimestamp.Time) < settle {
		f.Severity = Info
		f.Note = "The node joined less than two minutes before the dump; not being ready yet is normal."
		return f
	}
	f.Evidence = append(f.Evidence, c.nodeEvents(n.Name, "NodeNotReady", "Rebooted", "Shutdown", "ContainerGCFailed")...)
	for _, p := range c.unfinishedOn(n.Name) {
		if r := p.Condition(corev1.PodReady); r == nil || r.Status != corev1.ConditionTrue {
			f.Affected = append(f.Affected, p.Ref)
		}
	}
	return f
}
