package rules

import (
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

var nodeGone = &Rule{
	ID:    "node-lost/gone",
	Title: "Pods name a node that the cluster no longer has",
	Doc: `Pods are bound to a node that is not among the nodes of the dump. The machine was removed (scaled down, replaced, a
spot instance taken back), and the Pod objects are still there: the pod garbage collector deletes them within about a minute,
unless a finalizer holds them or the controller manager does not run.

How it is told apart: only when the dump holds a list of nodes, or an Event says that the node was removed. Nodes that were
saved one by one do not tell: some may not have been saved. Nor is a node gone whose kubelet has just written of one of its
Pods (an Event, the start or end of a container, a condition), or, beside a list of all sorts of objects, one whose Pod still
counts as ready: such a list is often picked by hand.

What to do: nothing when the Pods are minutes old; else look for finalizers and at kube-controller-manager.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		at := map[string]int{}
		for _, p := range c.Pods {
			name := p.Spec.NodeName
			done := p.DeletionTimestamp == nil && podstatus.Ended(p.Pod)
			if !c.onGoneNode(p) || done {
				continue
			}
			i, known := at[name]
			if !known {
				i, at[name] = len(out), len(out)
				out = append(out, c.goneNode(name))
			}
			out[i].Affected = append(out[i].Affected, p.Ref)
			if len(out[i].Evidence) < 4 {
				out[i].Evidence = append(out[i].Evidence, c.PodField(p, "spec.nodeName", name))
			}
		}
		for i := range out {
			out[i].Evidence = append(out[i].Evidence, c.nodeEvents(out[i].Subject.Name, "RemovingNode", "NodeNotReady", "Shutdown")...)
			out[i].Cause = fmt.Sprintf("%d Pods are bound to node %s, which is not among the %d nodes of the cluster.",
				len(out[i].Affected), out[i].Subject.Name, len(c.Snapshot.Nodes))
			if len(out[i].Affected) == 1 {
				out[i].Cause = fmt.Sprintf("A Pod is bound to node %s, which is not among the %d nodes of the cluster.",
					out[i].Subject.Name, len(c.Snapshot.Nodes))
			}
		}
		return out
	},
}

// onGoneNode reports whether the Pod is bound to a node that the cluster no longer has.
func (c *Context) onGoneNode(p *Pod) bool {
	if p.Node != nil || p.Spec.NodeName == "" || len(c.Snapshot.Nodes) == 0 {
		return false
	}
	if len(c.nodeEvents(p.Spec.NodeName, "RemovingNode", "DeletingNode")) > 0 {
		return true
	}
	ready := p.Condition(corev1.PodReady)
	serving := p.Status.Phase == corev1.PodRunning && ready != nil && ready.Status == corev1.ConditionTrue && p.DeletionTimestamp == nil
	absent := c.Snapshot.Coverage.Listed("Node") ||
		c.Snapshot.Lookup(loader.Ref{Kind: "Node", Name: p.Spec.NodeName}) == loader.Absent && !serving
	return absent && !slices.ContainsFunc(c.podsOn(p.Spec.NodeName), c.nodeHeard)
}

// heard is how long a word of a kubelet vouches for its node: the control plane waits no longer before it evicts.
const heard = 5 * time.Minute

// nodeHeard reports whether the node's kubelet has just written of the Pod. Then the list of nodes was narrowed by whoever saved it.
func (c *Context) nodeHeard(p *Pod) bool {
	return slices.ContainsFunc(p.Events, func(e *loader.Event) bool {
		return e.Component == "kubelet" && (e.Host == p.Spec.NodeName || e.Host == "") && c.justNow(e.Last)
	}) || slices.ContainsFunc(p.Containers, c.containerHeard) || slices.ContainsFunc(p.Status.Conditions, c.conditionHeard)
}

// containerHeard reports whether the container has just started or ended: only its kubelet tells of that.
func (c *Context) containerHeard(ct Container) bool {
	return slices.ContainsFunc([]corev1.ContainerState{ct.Status.State, ct.Status.LastTerminationState}, func(s corev1.ContainerState) bool {
		return s.Running != nil && c.justNow(s.Running.StartedAt.Time) ||
			s.Terminated != nil && (c.justNow(s.Terminated.StartedAt.Time) || c.justNow(s.Terminated.FinishedAt.Time))
	})
}

// conditionHeard reports whether the kubelet has just written the condition. A Ready that is not True may be the node controller's,
// which takes it from Pods of nodes that are lost; PodScheduled and those about evictions are the control plane's.
func (c *Context) conditionHeard(cond corev1.PodCondition) bool {
	switch cond.Type {
	case corev1.PodInitialized, corev1.ContainersReady, corev1.PodReadyToStartContainers:
	case corev1.PodReady:
		if cond.Status != corev1.ConditionTrue {
			return false
		}
	default:
		return false
	}
	return c.justNow(cond.LastTransitionTime.Time)
}

// justNow reports whether the time is one at which a kubelet's word still vouches for its node.
func (c *Context) justNow(t time.Time) bool { return t.Unix() > 0 && c.Now.Sub(t) < heard }

func (c *Context) goneNode(name string) Finding {
	ref := loader.Ref{Kind: "Node", Name: name}
	return Finding{
		Severity: Error, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref}, Group: "Node " + name, Last: c.Now,
		Title:   "is gone, its Pods are left",
		Unknown: []string{"when and why the node was removed"},
		Next: []Step{{Kind: Check, Text: "was the node removed on purpose (autoscaler, spot instance)?", Command: "kubectl get nodes"},
			{Kind: Check, Text: "why the pod garbage collector has not removed them: finalizers, or a controller manager that is down",
				Command: "kubectl get pods -A --field-selector spec.nodeName=" + name}},
	}
}
