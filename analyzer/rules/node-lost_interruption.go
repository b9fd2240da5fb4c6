package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/loader"
)

var nodeInterrupted = &Rule{
	ID:    "node-lost/interruption",
	Title: "Provider takes the node's machine away",
	Doc: `The machine is a spot or preemptible one, or is due for maintenance, and its provider gave notice: a taint or an Event of the termination handler, the autoscaler or the cloud says so. The node goes within
minutes, and its Pods with it. It is what the machine's price is for, not a fault of Kubernetes.

What to do: more than one kind of machine, Pods spread over nodes, and programs that stop within the notice (two minutes on AWS, 30 seconds on Azure and Google).`,
	Detect: detectInterruption,
}

// notices are the taints and Events by which providers and their handlers give notice.
var notices = map[string]bool{
	"aws-node-termination-handler/spot-itn": true, "aws-node-termination-handler/scheduled-maintenance": true,
	"aws-node-termination-handler/asg-lifecycle-termination": true, "node.cloudprovider.kubernetes.io/shutdown": true,
	"cloud.google.com/impending-node-termination": true, "TerminatingOnInterruption": true, "SpotInterruption": true,
	"SpotInterrupted": true, "ScheduledEvent": true, "PreemptScheduled": true, "TerminateScheduled": true, "RebootScheduled": true,
	"RedeployScheduled": true, "InstanceTerminating": true, "InstanceStopping": true,
}

func detectInterruption(c *Context) []Finding {
	var out []Finding
	for _, n := range c.Snapshot.Nodes {
		var evidence []Evidence
		for _, t := range n.Spec.Taints {
			if notices[t.Key] {
				evidence = append(evidence, c.Field("Node", n, "spec.taints", t.Key+":"+string(t.Effect)))
			}
		}
		for _, e := range c.Snapshot.EventsOf(loader.RefOf("Node", n)) {
			if notices[e.Reason] {
				evidence = append(evidence, c.EventEvidence(e))
			}
		}
		if len(evidence) == 0 {
			continue
		}
		f := c.nodeFinding(n, "its provider takes the machine away",
			fmt.Sprintf("The provider gave notice that the machine of node %s goes: %s.", n.Name, oneLine(evidence[len(evidence)-1].Text)), evidence)
		f.Severity = Info
		out = append(out, f)
	}
	return out
}
