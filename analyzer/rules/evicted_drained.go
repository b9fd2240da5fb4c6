package rules

import (
	"fmt"
	"slices"

	"github.com/podtriage/podtriage/loader"
)

var nodeDrained = &Rule{
	ID:    "evicted/drained",
	Title: "Node is being drained: its Pods are evicted through the API",
	Doc: `Somebody cordoned the node and its Pods were evicted or stopped after that, as kubectl drain, an upgrade or an autoscaler does. It is maintenance, not a failure; what fails
afterwards (no room elsewhere, a volume that is still attached, too few replicas) began with it.

How it is told apart: the node is cordoned, and Pods on it have the condition DisruptionTarget with reason EvictionByEvictionAPI, which is confirmed; or its kubelet stopped
several Pods after the cordon that are gone now, which is likely. The eviction API leaves no Event, and an eviction that a budget refused leaves no record at all.

What to do: uncordon the node when the maintenance is over.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, d := range c.drains() {
			out = append(out, c.drained(d))
		}
		return out
	},
}

func (c *Context) drained(d drain) Finding {
	ev := c.Field("Node", d.node, "spec.unschedulable", "true")
	ev.At = d.since
	f := c.nodeFinding(d.node, "drained", "", []Evidence{ev})
	f.Severity, f.Confidence, f.Culprit.Field = Info, Likely, "spec.unschedulable"
	since, how := "", "were stopped after that, as a drain does"
	if !d.since.IsZero() {
		since = " at " + clock(d.since)
	}
	var workloads []loader.Ref
	for _, p := range d.evicted {
		f.Confidence, how = Confirmed, "were evicted through the API"
		f.Affected = append(f.Affected, p.Ref)
		f.Evidence = append(f.Evidence, c.podCondition(p, *p.Condition("DisruptionTarget")))
		workloads = append(workloads, p.Workload)
	}
	for _, e := range d.stopped {
		f.Evidence = append(f.Evidence, c.EventEvidence(e))
	}
	f.Cause = fmt.Sprintf("Node %s was cordoned%s, and %s of it %s.", d.node.Name, since, Count(len(d.evicted)+len(d.stopped), "Pod"), how)
	if len(d.evicted)+len(d.stopped) == 1 {
		f.Cause = fmt.Sprintf("Node %s was cordoned%s, and 1 Pod of it was evicted through the API.", d.node.Name, since)
	}
	f.Cause += c.unreplaced(workloads)
	f.First, f.Last = span(f.Evidence)
	if waits := c.leftOn(d.node.Name); waits > 0 && len(c.Snapshot.PodDisruptionBudgets) == 0 &&
		!c.Snapshot.Coverage.Collected("PodDisruptionBudget", "") {
		f.Unknown = append(f.Unknown, fmt.Sprintf("whether a budget holds up the %s that are still there: "+
			"PodDisruptionBudgets are not in the dump", Count(waits, "Pod")))
		f.Next = append(f.Next, Step{Kind: Ask, Text: "the budgets", Command: "kubectl get pdb -A -o json > budgets.json"})
	}
	f.Unknown = append(f.Unknown, "who drained it: the eviction API keeps no record; the API server's audit log does")
	return f
}

// leftOn counts the Pods of the node that a drain would still have to evict.
func (c *Context) leftOn(node string) int {
	n := 0
	for _, p := range c.unfinishedOn(node) {
		if drainable(p) {
			n++
		}
	}
	return n
}

// unreplaced names the Pods of drained workloads that are not well anywhere else.
func (c *Context) unreplaced(workloads []loader.Ref) string {
	var names []string
	for _, w := range workloads {
		for _, p := range c.PodsOf(w) {
			if !p.Healthy && p.DeletionTimestamp == nil && !slices.Contains(names, p.Ref.Path()) {
				names = append(names, p.Ref.Path())
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " Not well in their place: " + Enumerate(names, 3) + "."
}

var podEvictedByAPI = &Rule{
	ID:    "evicted/by-api",
	Title: "Pod was evicted through the API, and its node is not cordoned",
	Doc: `The condition DisruptionTarget with reason EvictionByEvictionAPI says that somebody asked the API to evict the Pod, within what budgets allow: the vertical autoscaler, the
descheduler, an autoscaler that removes the node, or a person. Their own Events name them; the eviction API keeps no name.

How it is told apart: the node takes new Pods. A drain cordons first; see evicted/drained. A node's shortage, a taint or the scheduler have reasons of their own.

What to do: nothing, if it was meant. Evictions again and again of one workload point at the autoscaler's or the descheduler's settings.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			if n.Spec.Unschedulable {
				continue
			}
			for _, p := range c.evictedByAPI(n.Name) {
				out = append(out, c.evictedPod(p))
			}
		}
		return out
	},
}

// evictors are the Events by which tools say that they evict a Pod, and who they are.
var evictors = map[string]string{"EvictedByVPA": "the vertical autoscaler", "ScaleDown": "the cluster autoscaler",
	"LowNodeUtilization": "the descheduler", "HighNodeUtilization": "the descheduler", "RemoveDuplicates": "the descheduler",
	"PodLifeTime": "the descheduler", "Descheduled": "the descheduler"}

func (c *Context) evictedPod(p *Pod) Finding {
	f := Finding{Severity: Info, Confidence: Confirmed, Subject: p.Ref,
		Culprit:  Culprit{Ref: p.Ref, Field: "status.conditions[DisruptionTarget]"},
		Title:    "evicted through the API",
		Cause:    fmt.Sprintf("Somebody asked the API to evict the Pod from node %s, which is not cordoned.", p.Spec.NodeName),
		Evidence: []Evidence{c.podCondition(p, *p.Condition("DisruptionTarget"))},
		Unknown:  []string{"who asked: the eviction API keeps no record; the API server's audit log does"},
		Next:     []Step{describePod(p)}}
	for _, e := range slices.Backward(p.Events) {
		if who := evictors[e.Reason]; who != "" {
			f.Cause, f.Unknown = fmt.Sprintf("The Pod is evicted from node %s by %s: %s", p.Spec.NodeName, who, sentence(oneLine(e.Message))), nil
			f.Evidence = append(f.Evidence, c.EventEvidence(e))
			break
		}
	}
	f.First, f.Last = span(f.Evidence)
	return f
}
