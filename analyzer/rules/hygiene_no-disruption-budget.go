package rules

import "fmt"

var lintNoBudget = &Rule{
	ID:    "hygiene/no-disruption-budget",
	Title: "a drain may take all replicas at once",
	Doc: `The workload has two replicas or more and no PodDisruptionBudget selects them, so a drain of several nodes, or of the one that holds them all, may evict all at the same time. Looked at only where budgets of the
namespace are in the dump.`,
	Detect: lintPods(func(c *Context, p *Pod) (string, []Evidence) {
		n, ok := c.replicasWanted(p)
		if !ok || n < 2 || !c.Snapshot.Coverage.Collected("PodDisruptionBudget", p.Namespace) || len(c.budgetsOf(p)) > 0 {
			return "", nil
		}
		return "no PodDisruptionBudget selects its Pods",
			[]Evidence{c.Field(p.Workload.Kind, c.Snapshot.Find(p.Workload), "spec.replicas", fmt.Sprint(n))}
	}),
}
