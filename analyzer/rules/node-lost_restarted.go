package rules

import (
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var nodeRebooted = &Rule{
	ID:    "node-lost/restarted",
	Title: "Node or its runtime restarted, and its containers with it",
	Doc: `The node reported a new boot id (Event Rebooted), or containers of several workloads on one node ended by a signal within
the same minute. Such ends say nothing about the applications: they were stopped with the machine.

How it is told apart: no Killing Event explains the single ends.

What to do: find out why the machine restarted (update, power, kernel). Containers that run again need nothing.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		hit := map[string][]ended{}
		for _, e := range c.ended(once, readNode) {
			if len(c.nodeEvents(e.pod.Spec.NodeName, "SystemOOM", "OOMKilling")) == 0 {
				hit[e.pod.Spec.NodeName] = append(hit[e.pod.Spec.NodeName], e)
			}
		}
		for _, n := range c.Snapshot.Nodes {
			events := c.nodeEvents(n.Name, "Rebooted")
			if len(events) == 0 && len(hit[n.Name]) == 0 || !NodeWell(n) {
				continue
			}
			out = append(out, c.restartedNode(n, events, hit[n.Name]))
		}
		return out
	},
}

func (c *Context) restartedNode(n *corev1.Node, events []Evidence, ends []ended) Finding {
	f := Finding{
		Severity: Info, Confidence: Confirmed, Subject: loader.RefOf("Node", n), Culprit: Culprit{Ref: loader.RefOf("Node", n)},
		Group: "Node " + n.Name, Evidence: events, Title: "rebooted", Cause: fmt.Sprintf("Node %s rebooted.", n.Name),
		Next: []Step{{Kind: Check, Text: "was the restart planned (update, maintenance)?"}},
	}
	if len(events) == 0 {
		f.Confidence, f.Title = Likely, "the node or its runtime restarted"
		f.Cause = fmt.Sprintf("Containers of several workloads on node %s ended by a signal within the same minute, "+
			"so the node or its runtime restarted.", n.Name)
	}
	for _, e := range ends {
		if !e.pod.Healthy {
			f.Severity = Warning
			f.Affected = append(f.Affected, e.pod.Ref)
		}
		if len(f.Evidence) < 8 {
			f.Evidence = append(f.Evidence, e.evidence...)
		}
	}
	f.First, f.Last = span(f.Evidence)
	at := f.First
	if at.IsZero() {
		at = c.Now.Add(-time.Hour)
	}
	f.Next = append(f.Next, logsOfNode(n.Name, at))
	return f
}
