package rules

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/scheduling"
)

var unschedulableRejected = &Rule{
	ID:    "unschedulable/rejected-by-node",
	Title: "the kubelet refused the Pod after it was bound to the node",
	Doc: `The Pod was bound to a node (by a scheduler, or by spec.nodeName, which bypasses the scheduler), and the kubelet's own check refused it: phase Failed, reason such as

    OutOfcpu, OutOfmemory, OutOfpods       the node's requests are full: a race, static Pods that the scheduler did not count, or spec.nodeName
    NodeAffinity, MatchNodeSelector        the node's labels do not match; after a restart the kubelet may not have known them yet
    NodePorts, PodFitsHostPorts            another Pod holds the host port
    UnexpectedAdmissionError               a device or cpu could not be allocated; often the device plugin had not registered yet after a restart
    TopologyAffinityError, SMTAlignmentError   the topology or cpu manager's policy cannot be met

Such a Pod is never tried again; its controller makes a new one, and the failed one stays as a record until it is deleted. A whole row of them is a
controller that keeps binding to the same node.`,
	Detect: detectRejected,
}

func detectRejected(c *Context) []Finding {
	var out []Finding
	for _, p := range c.Pods {
		r, ok := message.ParseRejection(p.Status.Reason, p.Status.Message)
		if !ok || p.Status.Phase != corev1.PodFailed || slices.Contains([]message.RejectionKind{
			message.RejectedSysctl, message.RejectedFeature, message.RejectedShutdown, message.RejectedCondition}, r.Kind) {
			continue
		}
		f := c.rejection(p, r)
		c.describeRejection(p, r, &f)
		out = append(out, f)
	}
	return out
}

// rejection is what Findings about a kubelet's refusal share.
func (c *Context) rejection(p *Pod, r message.Rejection) Finding {
	f := Finding{Severity: Error, Confidence: Confirmed, Subject: p.Ref, Culprit: blameNode(p, "status.allocatable"),
		Evidence: []Evidence{c.PodField(p, "status.reason", p.Status.Reason),
			c.PodField(p, "status.message", orElse(p.Status.Message, p.Status.Reason))},
		Next: []Step{describePod(p)}}
	if p.Status.StartTime != nil {
		f.First, f.Last = p.Status.StartTime.UTC(), p.Status.StartTime.UTC()
	}
	for _, e := range p.Events {
		if e.Reason == p.Status.Reason || e.Component == "kubelet" && e.Warning() {
			f.Evidence = append(f.Evidence, c.EventEvidence(e))
			break
		}
	}
	if c.replaced(p) {
		f.Severity = Info
		f.Note = "a younger Pod of " + p.Workload.String() + " runs: the refused one is a leftover record, not a failure that goes on"
	}
	if len(p.Status.ContainerStatuses) == 0 {
		f.RuledOut = append(f.RuledOut, "a crash: no container of the Pod was ever started")
	}
	return f
}

func (c *Context) describeRejection(p *Pod, r message.Rejection, f *Finding) {
	pinned := c.pinnedByName(p)
	c.describeReason(p, r, f, pinned)
	if pinned != nil {
		f.Cause += " spec.nodeName was set by whoever made the Pod, so no scheduler had checked the node."
		f.Evidence = append(f.Evidence, *pinned)
	} else if r.Kind == message.RejectedPort && !c.wasScheduled(p) {
		f.Unknown = append(f.Unknown, "whether spec.nodeName was set by whoever made the Pod, so that no scheduler looked for a free port: "+
			"no Event says that it was scheduled, and what it was made from is not in the dump")
	}
}

// describeReason says what the kubelet had against the Pod.
func (c *Context) describeReason(p *Pod, r message.Rejection, f *Finding, pinned *Evidence) {
	node := orElse(p.Spec.NodeName, "(unknown)")
	switch r.Kind {
	case message.OutOf:
		f.Title = "node " + node + " refused it: out of " + orElse(r.Resource, "resources")
		f.Cause = fmt.Sprintf("The kubelet of node %s refused the Pod: not enough %s%s.", node, orElse(r.Resource, "room"), amounts(r))
		c.describeOutOf(p, r, f, pinned)
	case message.RejectedSelector, message.RejectedNodeName:
		f.Title = "node " + node + " refused it: labels do not match"
		f.Cause = fmt.Sprintf("The Pod was bound to node %s, whose labels do not match its node selector or affinity, "+
			"and the kubelet refused it.", node)
		f.Culprit = blame(p, "nodeSelector")
		c.describeLabels(p, f, pinned)
	case message.RejectedPort:
		f.Title = "node " + node + " refused it: host port taken"
		f.Cause = fmt.Sprintf("The kubelet of node %s refused the Pod: its host port is held by another Pod there.", node)
		f.Culprit = blame(p, hostPortField(p))
		f.Next = append(f.Next, editWorkload(p, "drop the hostPort, or end the old Pod first (strategy Recreate)"))
	case message.RejectedDevice:
		f.Title = "node " + node + " could not give it its device"
		f.Cause = fmt.Sprintf("The kubelet of node %s refused the Pod because a device or cpu could not be allocated: %s", node, sentence(r.Text))
		f.Unknown = append(f.Unknown, "whether the device plugin had registered by then; after a restart of the node or "+
			"kubelet Pods are admitted before it has")
		f.Next = append(f.Next, Step{Kind: Check, Text: "the device plugin's Pods on the node",
			Command: "kubectl get pods -A --field-selector spec.nodeName=" + node})
	case message.RejectedTaint:
		f.Title = "node " + node + " refused it: taint not tolerated"
		f.Cause = fmt.Sprintf("The kubelet of node %s refused the Pod because it does not tolerate a taint of the node: %s",
			node, sentence(r.Text))
		f.Culprit = blameNode(p, "spec.taints")
	default:
		f.Title = "node " + node + " refused it: " + p.Status.Reason
		f.Cause = fmt.Sprintf("The kubelet of node %s refused the Pod (%s): %s", node, p.Status.Reason, sentence(r.Text))
	}
}

// amounts are what the Pod asked for and what the node had, where the kubelet says them.
func amounts(r message.Rejection) string {
	if r.Capacity == "" {
		return ""
	}
	return fmt.Sprintf(" (requested %s, used %s of %s)", r.Requested, r.Used, r.Capacity)
}

// sentence ends the text with a full stop.
func sentence(text string) string {
	if text == "" || text[len(text)-1] == '.' {
		return text
	}
	return text + "."
}

func (c *Context) describeOutOf(p *Pod, r message.Rejection, f *Finding, pinned *Evidence) {
	name := corev1.ResourceName(r.Resource)
	want := scheduling.Requests(p.Pod)[name]
	if p.Node != nil {
		q := p.Node.Status.Allocatable[name]
		f.Evidence = append(f.Evidence, c.Field("Node", p.Node, "status.allocatable", string(name)+": "+q.String()))
		if want > scheduling.Units(name, q) && r.Resource != "pods" {
			f.Culprit = blame(p, requestField(p, name))
			f.Cause += fmt.Sprintf(" It requests %s, the node has %s in all.", scheduling.Amount(name, want), q.String())
			f.RuledOut = append(f.RuledOut, "a race with other Pods: an empty node would refuse it too")
			f.Next = append(f.Next, editWorkload(p, "lower the request"))
			return
		}
	}
	if pinned == nil && c.wasScheduled(p) {
		f.Cause += " The scheduler had counted otherwise: Pods that it did not know of (static Pods, a race) had taken the room."
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "what is requested on the node", Command: "kubectl describe node " + p.Spec.NodeName})
}

func (c *Context) describeLabels(p *Pod, f *Finding, pinned *Evidence) {
	wish := wishText(p.Pod)
	if wish != "" {
		f.Evidence = append(f.Evidence, c.PodField(p, "spec.nodeSelector", wish))
	}
	node := c.Cluster().Node(p.Spec.NodeName)
	if node == nil {
		f.Unknown = append(f.Unknown, "the labels of node "+p.Spec.NodeName+": it is not in the dump")
		return
	}
	miss := scheduling.LabelMiss(p.Pod, node)
	if miss != "" {
		f.Evidence = append(f.Evidence, c.Field("Node", node.Node, "metadata.labels", miss))
		f.Cause += " By the dump, " + miss + "."
		f.Next = append(f.Next, editWorkload(p, "correct the selector, or label the node"))
		return
	}
	f.Culprit = blameNode(p, "metadata.labels")
	f.Cause += " By the dump the labels match now: they were changed since, or the kubelet had just restarted and " +
		"did not know its node's labels yet."
	f.Confidence = Likely
	f.Next = append(f.Next, deletePod(p, "delete the refused Pod"))
}
