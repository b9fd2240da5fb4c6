package rules

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"

	"github.com/podtriage/podtriage/loader"
)

var drainBlocked = &Rule{
	ID:    "other/drain-blocked",
	Title: "a PodDisruptionBudget holds up the drain of a node",
	Doc: `A node is being drained, a Pod is still on it, and the budget that selects the Pod allows no disruption: each eviction is refused with 429 and tried again for ever. kubectl drain says
"Cannot evict pod as it would violate the pod's disruption budget"; of that nothing is kept in the cluster.

How it is told apart: the node is cordoned and Pods of it were evicted or stopped after that, or a tool's Event says that the drain waits; status.disruptionsAllowed of the budget is 0. A cordon by itself
is no drain. Either Pods of the workload are down, and the budget does what it is for, or it can never allow any.

What to do: bring the other Pods of the workload up, add a replica, or change the budget. Deleting the Pod by hand goes around the budget.`,
	Detect: detectDrainBlocked,
}

func detectDrainBlocked(c *Context) []Finding {
	var out []Finding
	at := map[loader.Ref]int{}
	add := func(b *policyv1.PodDisruptionBudget, n *corev1.Node, p *Pod, word *loader.Event) {
		ref := loader.RefOf("PodDisruptionBudget", b)
		i, ok := at[ref.Key()]
		if !ok {
			i = len(out)
			at[ref.Key()] = i
			out = append(out, c.blockedDrain(b, n, p))
		}
		out[i].Evidence = append(out[i].Evidence, c.PodField(p, "spec.nodeName", p.Spec.NodeName))
		if word != nil {
			if namesBudget(word.Message) {
				out[i].Confidence = Confirmed
			}
			out[i].Evidence = append(out[i].Evidence, c.EventEvidence(word))
		}
	}
	draining := map[string]bool{}
	for _, d := range c.drains() {
		draining[d.node.Name] = true
	}
	for _, n := range c.Snapshot.Nodes {
		word := c.drainWaits(n)
		if !n.Spec.Unschedulable || !draining[n.Name] && word == nil {
			continue
		}
		for _, p := range c.unfinishedOn(n.Name) {
			for _, b := range c.blocking(p) {
				add(b, n, p, word)
			}
		}
	}
	return out
}

func (c *Context) blockedDrain(b *policyv1.PodDisruptionBudget, n *corev1.Node, p *Pod) Finding {
	ref, st := loader.RefOf("PodDisruptionBudget", b), b.Status
	f := Finding{Severity: Warning, Confidence: Likely, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec." + budgetField(b)},
		Title: "holds up the drain of node " + n.Name,
		Cause: fmt.Sprintf("Node %s is being drained, and Pod %s is still on it: its budget (%s) allows no disruption, "+
			"with %d of %s healthy and %d demanded.", n.Name, p.Ref.Path(), budgetText(b),
			st.CurrentHealthy, Count(int(st.ExpectedPods), "Pod"), st.DesiredHealthy),
		Evidence: []Evidence{c.Field("PodDisruptionBudget", b, "status", budgetStatus(b)), c.Field("Node", n, "spec.unschedulable", "true")},
		Next: []Step{{Kind: Check, Text: "the budget, and the Pods that it counts",
			Command: Kubectl(b.Namespace, "describe pdb %s", b.Name)}}}
	if st.CurrentHealthy < st.DesiredHealthy {
		f.Note = "the budget does what it is for; the Pods that are down are the fault"
	}
	return f
}

func budgetStatus(b *policyv1.PodDisruptionBudget) string {
	st := b.Status
	return fmt.Sprintf("disruptionsAllowed: %d, currentHealthy: %d, desiredHealthy: %d, expectedPods: %d",
		st.DisruptionsAllowed, st.CurrentHealthy, st.DesiredHealthy, st.ExpectedPods)
}

// drainWaits is the newest Event in which a tool says that it cannot drain the node, or nil.
func (c *Context) drainWaits(n *corev1.Node) *loader.Event {
	var found *loader.Event
	for _, e := range c.Snapshot.EventsOf(loader.RefOf("Node", n)) {
		if namesBudget(e.Message) || e.Reason == "FailedDraining" || e.Reason == "FailedToDrain" ||
			e.Reason == "ScaleDownFailed" && contains(e.Message, "drain") {
			found = e
		}
	}
	return found
}

// namesBudget reports whether the text blames a budget for a drain that waits.
func namesBudget(text string) bool {
	return contains(text, "disruption budget") || contains(text, "pdb") && contains(text, "prevent")
}
