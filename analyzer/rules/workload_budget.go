package rules

import (
	"fmt"

	policyv1 "k8s.io/api/policy/v1"

	"github.com/podtriage/podtriage/loader"
)

var budgetBlocks = &Rule{
	ID:    "other/disruption-budget",
	Title: "a PodDisruptionBudget allows no disruption",
	Doc: `status.disruptionsAllowed is 0: every eviction of the selected Pods is refused, so kubectl drain and node upgrades wait. Either Pods are down and the budget does its duty, or it can never
allow any: minAvailable equals the number of replicas, or maxUnavailable is 0. Nothing is down because of it.`,
	Detect: detectBudget,
}

func detectBudget(c *Context) []Finding {
	var out []Finding
	for _, b := range c.Snapshot.PodDisruptionBudgets {
		st := b.Status
		if st.DisruptionsAllowed > 0 || st.ExpectedPods == 0 && st.CurrentHealthy == 0 {
			continue
		}
		ref := loader.RefOf("PodDisruptionBudget", b)
		f := Finding{Severity: Info, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec." + budgetField(b)},
			Title: "allows no disruption: drains will wait",
			Evidence: []Evidence{c.Field("PodDisruptionBudget", b, "status", budgetStatus(b)),
				c.Field("PodDisruptionBudget", b, "spec", budgetText(b))},
			Next: []Step{{Kind: Check, Text: "the budget", Command: Kubectl(b.Namespace, "describe pdb %s", b.Name)}}}
		switch {
		case st.DesiredHealthy > st.ExpectedPods:
			f.Cause = fmt.Sprintf("The budget (%s) demands %d healthy Pods, and there are to be %d: every eviction, such as by a drain, is refused "+
				"until one of the numbers changes.", budgetText(b), st.DesiredHealthy, st.ExpectedPods)
		case st.CurrentHealthy < st.DesiredHealthy:
			f.Cause = fmt.Sprintf("%d of %s are healthy and the budget demands %d: until they recover every eviction is refused.",
				st.CurrentHealthy, Count(int(st.ExpectedPods), "Pod"), st.DesiredHealthy)
			f.Note = "the budget does what it is for; the Pods that are down are the fault"
		default:
			f.Cause = fmt.Sprintf("The budget (%s) demands as many healthy Pods as there are (%d): "+
				"every eviction, such as by a drain, is refused.", budgetText(b), st.ExpectedPods)
		}
		out = append(out, f)
	}
	return out
}

func budgetField(b *policyv1.PodDisruptionBudget) string {
	if b.Spec.MinAvailable != nil {
		return "minAvailable"
	}
	return "maxUnavailable"
}

func budgetText(b *policyv1.PodDisruptionBudget) string {
	switch {
	case b.Spec.MinAvailable != nil:
		return "minAvailable: " + b.Spec.MinAvailable.String()
	case b.Spec.MaxUnavailable != nil:
		return "maxUnavailable: " + b.Spec.MaxUnavailable.String()
	}
	return "neither minAvailable nor maxUnavailable"
}
