package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/loader"
)

var budgetsOverlap = &Rule{
	ID:    "other/disruption-budgets-overlap",
	Title: "two PodDisruptionBudgets select one Pod, so it cannot be evicted",
	Doc: `The eviction API refuses a Pod that more than one budget selects: "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support", whatever the budgets
allow. A drain of its node never ends. The disruption controller says MultiplePodDisruptionBudgets.

What to do: leave one budget for each Pod; often one came with a chart and one was written by hand.`,
	Detect: detectOverlap,
}

func detectOverlap(c *Context) []Finding {
	var out []Finding
	seen := map[[2]loader.Ref]bool{}
	for _, p := range c.Pods {
		list := c.budgetsOf(p)
		if len(list) < 2 || p.Recalled {
			continue
		}
		a, b := loader.RefOf("PodDisruptionBudget", list[0]), loader.RefOf("PodDisruptionBudget", list[1])
		if pair := [2]loader.Ref{a.Key(), b.Key()}; seen[pair] {
			continue
		} else {
			seen[pair] = true
		}
		f := Finding{Severity: Info, Confidence: Confirmed, Subject: b, Culprit: Culprit{Ref: b, Field: "spec.selector"},
			Title: "selects Pods that " + a.Name + " selects too",
			Cause: fmt.Sprintf("Pod %s is selected by the budgets %s and %s: the eviction API refuses such a Pod, "+
				"so a drain of its node does not end.", p.Ref.Path(), a.Name, b.Name),
			Evidence: []Evidence{c.Field("PodDisruptionBudget", list[0], "spec.selector", budgetSelector(list[0]).String()),
				c.Field("PodDisruptionBudget", list[1], "spec.selector", budgetSelector(list[1]).String()),
				c.PodField(p, "metadata.labels", labelText(p.Labels))},
			Next: []Step{{Kind: Check, Text: "the budgets", Command: Kubectl(p.Namespace, "get pdb")}}}
		if p.Node != nil && p.Node.Spec.Unschedulable && drainable(p) {
			f.Severity = Warning
			f.Cause += " It is on node " + p.Node.Name + ", which is cordoned."
		}
		for _, e := range p.Events {
			if e.Reason == "MultiplePodDisruptionBudgets" {
				f.Evidence = append(f.Evidence, c.EventEvidence(e))
			}
		}
		out = append(out, f)
	}
	return out
}
