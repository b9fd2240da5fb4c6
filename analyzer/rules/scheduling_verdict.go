package rules

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/scheduling"
)

// shown is how many nodes an incident quotes one by one.
const shown = 4

// addNodes cites what the nearest nodes lack, and sums up the others.
func (c *Context) addNodes(w *waiting, f *Finding) {
	if w.replay == nil || len(w.replay.Whole) > 0 || len(w.said.Whole) > 0 {
		return
	}
	list := slices.Clone(w.replay.Verdicts)
	slices.SortStableFunc(list, func(a, b scheduling.Verdict) int { return cmp.Compare(a.Distance(), b.Distance()) })
	others := map[string]int{}
	for i, v := range list {
		if len(v.Failures) == 0 {
			continue
		}
		if i >= shown {
			others[string(hardest(v.Failures).Kind)]++
			continue
		}
		f.Evidence = append(f.Evidence, c.nodeEvidence(v))
	}
	if len(others) == 0 {
		return
	}
	var parts []string
	for _, kind := range slices.SortedFunc(maps.Keys(others), func(a, b string) int {
		return cmp.Or(cmp.Compare(others[b], others[a]), cmp.Compare(a, b))
	}) {
		parts = append(parts, fmt.Sprintf("%d by %s", others[kind], kind))
	}
	f.RuledOut = append(f.RuledOut, fmt.Sprintf("the other %s: refused too, %s", Count(sum(others), "node"), strings.Join(parts, ", ")))
}

// nodeEvidence says what one node lacks, at the field that shows it.
func (c *Context) nodeEvidence(v scheduling.Verdict) Evidence {
	var texts []string
	for _, f := range v.Failures {
		texts = append(texts, f.Text)
	}
	return c.Field("Node", v.Node.Node, fieldOf(hardest(v.Failures).Kind), strings.Join(texts, "; "))
}

func fieldOf(kind message.ObstacleKind) string {
	switch kind {
	case message.Taint:
		return "spec.taints"
	case message.Cordon:
		return "spec.unschedulable"
	case message.Resource, message.PodCount:
		return "status.allocatable"
	case message.Selector, message.VolumeZone, message.SpreadLabel:
		return "metadata.labels"
	}
	return "Pods on it"
}

// disagreement says where the objects of the dump do not bear out the scheduler's message.
func (w *waiting) disagreement() string {
	if w.replay == nil || w.text == "" || len(w.said.Whole) > 0 {
		return ""
	}
	when := ""
	if !w.at.IsZero() {
		when = " at " + clock(w.at)
	}
	if w.said.Nodes >= 0 && w.said.Nodes != len(w.replay.Verdicts) {
		return fmt.Sprintf("the scheduler saw %s%s, the dump holds %d: the node by node account is of these",
			Count(w.said.Nodes, "node"), when, len(w.replay.Verdicts))
	}
	if fits := w.replay.Fits(); len(fits) > 0 && len(w.replay.Unknown) == 0 && w.said.Rest == "" && !w.said.Has(message.OtherObstacle) {
		return fmt.Sprintf("by the objects in the dump node %s would take the Pod now: the cluster has changed since the scheduler looked%s",
			fits[0], when)
	}
	return ""
}

// unreplayed names the filters that the dump could not answer.
func (c *Context) unreplayed(w *waiting) []string {
	if w.replay == nil {
		return []string{"what each node lacks: Nodes are not in the dump"}
	}
	return slices.Clone(w.replay.Unknown)
}

// on is "3 of 5 nodes" for the nodes that gave the reason, or "" where the message does not count.
func (w *waiting) on() string {
	n := 0
	for _, o := range w.said.PerNode {
		if o.Text == w.what || o.Kind == w.kind && o.Detail == w.detail {
			n += o.Count
		}
	}
	if n == 0 || w.said.Nodes < 0 {
		return ""
	}
	return fmt.Sprintf("%d of %s", n, Count(w.said.Nodes, "node"))
}

// nearest is "The nearest node, worker-1, lacks …" in a sentence of its own; "" when no node is known to refuse.
func (w *waiting) nearest() string {
	if w.near == nil || len(w.near.Failures) == 0 {
		return ""
	}
	var texts []string
	for _, f := range w.near.Failures {
		texts = append(texts, f.Text)
	}
	if len(w.replay.Verdicts) == 1 {
		return fmt.Sprintf(" The only node is %s: %s.", w.near.Node.Name, strings.Join(texts, "; "))
	}
	return fmt.Sprintf(" Nearest is node %s: %s.", w.near.Node.Name, strings.Join(texts, "; "))
}
