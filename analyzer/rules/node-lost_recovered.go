package rules

import (
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var nodeRecovered = &Rule{
	ID:    "node-lost/recovered",
	Title: "Node was not ready for a while and is ready again",
	Doc: `The node controller recorded NodeNotReady, and the node's Ready condition turned True after it. Pods on the node were marked not ready meanwhile; what lasted longer than
their toleration, five minutes by default, was deleted and made again elsewhere.

It is for information: what fails in that span may have failed by it, and is over.

What to do: find out why the kubelet was silent (the machine, its network, a restart of the kubelet).`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			r := nodeReady(n)
			if r == nil || r.Status != corev1.ConditionTrue {
				continue
			}
			if e := c.lastNotReady(n); e != nil && r.LastTransitionTime.Time.After(e.Last) {
				out = append(out, c.recoveredNode(n, e, *r))
			}
		}
		return out
	},
}

// lastNotReady is the newest Event NodeNotReady of a node that had not just joined, or nil.
func (c *Context) lastNotReady(n *corev1.Node) *loader.Event {
	var newest *loader.Event
	for _, e := range c.Snapshot.EventsOf(loader.RefOf("Node", n)) {
		young := !n.CreationTimestamp.IsZero() && e.Last.Sub(n.CreationTimestamp.Time) < settle
		if e.Reason == "NodeNotReady" && !young && (newest == nil || e.Last.After(newest.Last)) {
			newest = e
		}
	}
	return newest
}

func (c *Context) recoveredNode(n *corev1.Node, e *loader.Event, ready corev1.NodeCondition) Finding {
	back := ready.LastTransitionTime.UTC()
	f := c.nodeFinding(n, fmt.Sprintf("was not ready for %s, and recovered", back.Sub(e.Last).Truncate(time.Second)),
		fmt.Sprintf("Node %s was not ready from %s to %s.", n.Name, clock(e.Last), clock(back)),
		[]Evidence{c.EventEvidence(e), c.nodeCondition(n, ready)})
	f.Severity = Info
	f.Evidence = append(f.Evidence, c.nodeEventsWithin(n.Name, "NodeReady", e.Last, back.Add(settle))...)
	f.First, f.Last = e.Last, back
	c.addMarked(n, e.Last, back, &f)
	f.Next = append(f.Next, logsOfNode(n.Name, e.Last))
	return f
}

// nodeEventsWithin is evidence from the node's Events of the reason that were seen last in the span.
func (c *Context) nodeEventsWithin(node, reason string, from, to time.Time) []Evidence {
	var out []Evidence
	for _, e := range c.Snapshot.EventsOf(loader.Ref{Kind: "Node", Name: node}) {
		if e.Reason == reason && e.Last.After(from) && e.Last.Before(to) {
			out = append(out, c.EventEvidence(e))
		}
	}
	return out
}

// maxMarked is how many Pods are named that the span cost.
const maxMarked = 4

// addMarked names the Pods that were marked for deletion because the node was not ready.
func (c *Context) addMarked(n *corev1.Node, from, to time.Time, f *Finding) {
	var names []string
	seen := map[loader.Ref]bool{}
	for _, e := range c.Snapshot.Events {
		pod := e.Object.Key()
		marked := e.Reason == "TaintManagerEviction" && strings.HasPrefix(e.Message, "Marking for deletion")
		if !marked || pod.Kind != "Pod" || seen[pod] || e.First.Before(from) || e.First.After(to) || !c.wasOn(pod, n.Name) {
			continue
		}
		seen[pod] = true
		names = append(names, pod.Path())
		if len(names) <= maxMarked {
			f.Evidence = append(f.Evidence, c.EventEvidence(e))
		}
	}
	if len(names) == 0 {
		return
	}
	list := strings.Join(names[:min(maxMarked, len(names))], ", ")
	if more := len(names) - maxMarked; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	f.Cause += fmt.Sprintf(" Meanwhile %s on it got marked for deletion: %s.", Count(len(names), "Pod"), list)
}

// wasOn reports whether the Pod, be it one that is gone, was placed on the node.
func (c *Context) wasOn(pod loader.Ref, node string) bool {
	if p := c.Pod(pod); p != nil && p.Spec.NodeName != "" {
		return p.Spec.NodeName == node
	}
	for _, e := range c.Snapshot.EventsOf(pod) {
		if e.Reason == "Scheduled" && strings.HasSuffix(e.Message, " to "+node) || e.Host == node {
			return true
		}
	}
	return false
}
