package rules

import (
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// nodeFinding is a Finding about a node that breaks no Pod by itself.
func (c *Context) nodeFinding(n nodeObject, title, cause string, evidence []Evidence) Finding {
	f := Finding{
		Severity: Warning, Confidence: Confirmed, Subject: loader.RefOf("Node", n), Culprit: Culprit{Ref: loader.RefOf("Node", n)}, Group: "Node " + n.Name,
		Title: title, Cause: cause, Evidence: evidence, Next: []Step{{Kind: Check, Text: "what the node says now", Command: "kubectl describe node " + n.Name}},
	}
	f.First, f.Last = span(evidence)
	return f
}

// badConditions are the node's conditions other than Ready that declare trouble, of the given sort.
func badConditions(n nodeObject, pressure bool) []corev1.NodeCondition {
	var out []corev1.NodeCondition
	for _, cond := range n.Status.Conditions {
		bad, _, _ := message.JudgeCondition(string(cond.Type), string(cond.Status))
		isPressure := strings.HasSuffix(string(cond.Type), "Pressure") || cond.Type == "OutOfDisk"
		if bad && cond.Type != corev1.NodeReady && isPressure == pressure {
			out = append(out, cond)
		}
	}
	return out
}

var nodePressure = &Rule{
	ID:    "other/node-pressure",
	Title: "Node is short of memory, disk or process ids",
	Doc: `The node reports MemoryPressure, DiskPressure or PIDPressure. The kubelet evicts Pods until the signal is back, and for five
minutes longer refuses new ones (under MemoryPressure only those without a memory request).

How it is told apart: the condition is True. Unknown means that the node stopped reporting, which is another rule.

What to do: find what fills the node: the Pods with the largest use over request, images, logs, or processes outside of Kubernetes.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			for _, cond := range badConditions(n, true) {
				_, _, words := message.JudgeCondition(string(cond.Type), "True")
				f := c.nodeFinding(n, "node "+words, fmt.Sprintf("Node %s %s since %s.", n.Name, words, clock(cond.LastTransitionTime.Time)), []Evidence{c.condition(n, cond)})
				f.Evidence = append(f.Evidence, c.nodeEvents(n.Name, "EvictionThresholdMet", "FreeDiskSpaceFailed", "ImageGCFailed")...)
				f.Culprit.Field = "status.conditions[" + string(cond.Type) + "]"
				out = append(out, f)
			}
		}
		return out
	},
}

var nodeProblem = &Rule{
	ID:    "other/node-condition",
	Title: "Node reports a problem by a condition of its own",
	Doc: `A condition that declares trouble by True is True: NetworkUnavailable, or one of node-problem-detector such as
KernelDeadlock, ReadonlyFilesystem, FrequentKubeletRestart. Conditions of other components are not judged: a type whose polarity
is not declared says nothing about good and bad (EtcdIsVoter=True is fine).

What to do: repair the node, or replace it.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			for _, cond := range badConditions(n, false) {
				_, _, words := message.JudgeCondition(string(cond.Type), "True")
				f := c.nodeFinding(n, "node "+words, fmt.Sprintf("Node %s %s: %s", n.Name, words, firstLine(cond.Message)), []Evidence{c.condition(n, cond)})
				f.Culprit.Field = "status.conditions[" + string(cond.Type) + "]"
				out = append(out, f)
			}
		}
		return out
	},
}

var nodeKubeletRestarts = &Rule{
	ID:    "other/kubelet-restarts",
	Title: "Kubelet of a node restarts again and again",
	Doc: `The Event "Starting kubelet." came several times within the dump's Events. Each restart forgets back-offs and makes ready
Pods unready for a moment (up to 1.34).

What to do: the kubelet's own log on the node tells why.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			starts := 0
			var evidence []Evidence
			for _, e := range c.Snapshot.EventsOf(loader.Ref{Kind: "Node", Name: n.Name}) {
				if e.Reason == "Starting" && e.Component == "kubelet" && strings.Contains(strings.ToLower(e.Message), "starting kubelet") {
					starts += e.Count
					evidence = append(evidence, c.EventEvidence(e))
				}
			}
			if starts < 3 {
				continue
			}
			f := c.nodeFinding(n, "kubelet restarts again and again", fmt.Sprintf("The kubelet of node %s started %d times within the Events of the dump.", n.Name, starts), evidence)
			f.Next = append(f.Next, logsOfNode(n.Name, f.Last))
			if c.Now.Sub(f.Last) > steadyAfter {
				f.Severity = Info
			}
			out = append(out, f)
		}
		return out
	},
}

var nodeGarbage = &Rule{
	ID:    "other/node-garbage-collection",
	Title: "Node cannot free disk space or clean up containers",
	Doc: `The kubelet could not free enough space by deleting unused images (FreeDiskSpaceFailed, ImageGCFailed), or could not list or
delete dead containers (ContainerGCFailed), which often means that the container runtime does not answer. DiskPressure and evictions
follow.

What to do: look at what fills the disk besides images: logs, volumes, data outside of Kubernetes; or at the runtime.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			evidence := c.nodeEvents(n.Name, "FreeDiskSpaceFailed", "ImageGCFailed", "ContainerGCFailed")
			if len(evidence) == 0 || len(badConditions(n, true)) > 0 || !nodeReports(n) {
				continue
			}
			f := c.nodeFinding(n, "node cannot free disk space or clean up", fmt.Sprintf("The kubelet of node %s could not clean up: %s", n.Name, firstLine(evidence[len(evidence)-1].Text)), evidence)
			if c.Now.Sub(f.Last) > 15*time.Minute {
				f.Severity = Info
			}
			out = append(out, f)
		}
		return out
	},
}

var nodeCordoned = &Rule{
	ID:    "other/node-cordoned",
	Title: "Node is cordoned: no new Pods come to it",
	Doc: `spec.unschedulable is set: somebody cordoned the node, by hand or for a drain. That is maintenance, not a failure, but a
forgotten cordon takes room away.

What to do: uncordon it when the maintenance is over.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			if !n.Spec.Unschedulable {
				continue
			}
			evidence := []Evidence{c.Field("Node", n, "spec.unschedulable", "true")}
			since := ""
			for _, t := range n.Spec.Taints {
				if t.Key == corev1.TaintNodeUnschedulable && t.TimeAdded != nil {
					evidence[0].At = t.TimeAdded.UTC()
					since = " since " + t.TimeAdded.UTC().Format("2006-01-02 15:04:05Z")
				}
			}
			f := c.nodeFinding(n, "node is cordoned", fmt.Sprintf("Node %s takes no new Pods%s: it is cordoned.", n.Name, since), evidence)
			f.Severity, f.Culprit.Field = Info, "spec.unschedulable"
			out = append(out, f)
		}
		return out
	},
}
