package rules

import (
	"cmp"
	"fmt"

	"k8s.io/apimachinery/pkg/labels"

	"github.com/podtriage/podtriage/loader"
)

var budgetSelectsNothing = &Rule{
	ID:    "other/disruption-budget-selects-nothing",
	Title: "a PodDisruptionBudget selects no Pod",
	Doc: `No Pod and no workload of the namespace has the labels that the budget selects, and its status counts none, so it protects nothing: a drain may take all Pods of the workload at once that
somebody meant to protect. A workload that is scaled to zero is not meant.

What to do: correct the selector, or remove the budget.`,
	Detect: detectSelectsNothing,
}

func detectSelectsNothing(c *Context) []Finding {
	var out []Finding
	for _, b := range c.Snapshot.PodDisruptionBudgets {
		sel := budgetSelector(b)
		if b.Status.ExpectedPods > 0 || sel.Empty() || !c.Snapshot.Coverage.Collected("Pod", b.Namespace) || c.selectsAny(b.Namespace, sel) {
			continue
		}
		ref := loader.RefOf("PodDisruptionBudget", b)
		out = append(out, Finding{Severity: Info, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec.selector"},
			Title: "selects no Pod",
			Cause: fmt.Sprintf("The budget selects %s, and no Pod or workload of namespace %s has these labels: it protects nothing.",
				cmp.Or(sel.String(), "nothing"), b.Namespace),
			Evidence: []Evidence{c.Field("PodDisruptionBudget", b, "spec.selector", cmp.Or(sel.String(), "nothing"))},
			Next:     []Step{{Kind: Check, Text: "the labels that Pods have", Command: Kubectl(b.Namespace, "get pods --show-labels")}}})
	}
	return out
}

// selectsAny reports whether the selector fits a Pod or the template of a workload in the namespace.
func (c *Context) selectsAny(namespace string, sel labels.Selector) bool {
	for _, p := range c.Snapshot.PodsIn(namespace) {
		if sel.Matches(labels.Set(p.Labels)) {
			return true
		}
	}
	return c.templateHas(namespace, sel)
}
