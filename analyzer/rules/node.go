package rules

import (
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

// nodeRules are the rules of this family, most specific first.
var nodeRules = []*Rule{
	nodeNotReporting, nodeNotReady, nodeGone, nodeShutdown, nodePodLost, nodeTaintEviction, nodeRebooted, nodeContainerLost,
	nodeInterrupted, nodeRecovered, nodeStale, nodePressure, nodeProblem, nodeKernel, nodeWithoutRange, nodeClock, nodeKubeletRestarts,
	nodeGarbage, nodeDrained, nodeCordoned, nodeOvercommitted, nodeVersion, nodeGroup,
}

// nodeReady is the node's Ready condition, or nil.
func nodeReady(n *corev1.Node) *corev1.NodeCondition {
	for i := range n.Status.Conditions {
		if n.Status.Conditions[i].Type == corev1.NodeReady {
			return &n.Status.Conditions[i]
		}
	}
	return nil
}

// unfinishedOn lists the Pods of the node that have not ended.
func (c *Context) unfinishedOn(node string) []*Pod {
	var out []*Pod
	for _, p := range c.podsOn(node) {
		if p.DeletionTimestamp != nil || !podstatus.Ended(p.Pod) {
			out = append(out, p)
		}
	}
	return out
}

// podsOn lists the Pods of the node; none of "", where Pods wait that have no node yet.
func (c *Context) podsOn(node string) []*Pod {
	var out []*Pod
	for _, o := range c.Snapshot.PodsOn(node) {
		if p := c.Pod(loader.RefOf("Pod", o)); p != nil {
			out = append(out, p)
		}
	}
	return out
}

// nodeEvents is evidence from the node's Events of those reasons.
func (c *Context) nodeEvents(node string, reasons ...string) []Evidence {
	return c.cited(c.Snapshot.EventsOf(loader.Ref{Kind: "Node", Name: node}), reasons...)
}

// nodeLogs asks for the logs of the Pod's node around a time; a dump never holds them.
func nodeLogs(p *Pod, at time.Time) Step { return logsOfNode(p.Spec.NodeName, at) }

func logsOfNode(node string, at time.Time) Step {
	if node == "" {
		node = "the node"
	}
	return Step{Kind: Ask, Text: "the kubelet's and kernel's log of " + node + " around that time (run on the node)",
		Command: journalctl(unitKubelet, around(at)) + "\n" + journalctl(kernel, around(at))}
}

// noFix drops the steps that change the cluster: a cause that is only possible earns none.
func noFix(list []Step) []Step {
	var out []Step
	for _, s := range list {
		if s.Kind != Fix {
			out = append(out, s)
		}
	}
	return out
}

// nodeFinding is a Finding about a node that breaks no Pod by itself.
func (c *Context) nodeFinding(n *corev1.Node, title, cause string, evidence []Evidence) Finding {
	f := Finding{
		Severity: Warning, Confidence: Confirmed, Subject: loader.RefOf("Node", n), Culprit: Culprit{Ref: loader.RefOf("Node", n)},
		Group: "Node " + n.Name, Title: title, Cause: cause, Evidence: evidence,
		Next: []Step{{Kind: Check, Text: "what the node says now", Command: "kubectl describe node " + n.Name}},
	}
	f.First, f.Last = span(evidence)
	return f
}

// badConditions are the node's conditions other than Ready that declare trouble, of the given sort.
func badConditions(n *corev1.Node, pressure bool) []corev1.NodeCondition {
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

// outOfService is the step that gives the Pods and volumes of a machine free which is off. The taint works from Kubernetes 1.26
// on; 1.24 and 1.25 have it behind a feature gate (pkg/features, NodeOutOfServiceVolumeDetach: alpha 1.24, beta 1.26, stable
// 1.28). The version is the API server's, or at least that of the newest kubelet, which is no newer.
func (c *Context) outOfService(lost *corev1.Node) Step {
	newest, _ := c.apiServerVersion()
	for _, n := range c.Snapshot.Nodes {
		newest = max(newest, minorOf(n.Status.NodeInfo.KubeletVersion))
	}
	s := Step{Kind: Fix, Text: "only when the machine is certainly off: release its Pods and volumes, and when the node is back take the taint " +
		"off again by node.kubernetes.io/out-of-service- (deletes the Pods on it)",
		Command: "kubectl taint node " + lost.Name + " node.kubernetes.io/out-of-service=nodeshutdown:NoExecute"}
	switch {
	case newest <= 0:
		s.Text += "; works from Kubernetes 1.26 on"
	case newest < 24:
		s.Text = "only when the machine is certainly off: delete the Node object, which removes its Pods; " +
			"the controller detaches its volumes after 6 minutes"
		s.Command = "kubectl delete node " + lost.Name
	case newest < 26:
		s.Text += "; in Kubernetes 1.24 and 1.25 only with feature gate NodeOutOfServiceVolumeDetach"
	}
	return s
}
