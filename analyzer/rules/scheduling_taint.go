package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/scheduling"
	"github.com/podtriage/podtriage/loader"
)

var unschedulableTaint = &Rule{
	ID:    "unschedulable/taint",
	Title: "nodes have taints that the Pod does not tolerate",
	Doc: `A taint keeps Pods away from a node unless they tolerate it. The nodes that could otherwise take the Pod have such taints.
Kubernetes 1.34 and later no longer name the taint in the message; podtriage reads it from the nodes.

Taints node.kubernetes.io/not-ready, unreachable, network-unavailable, memory-pressure, disk-pressure and pid-pressure are set by the
control plane: the node is in trouble, a toleration is the wrong answer, and the Pod finds its place when the node is well again. Other
taints are somebody's decision: either the Pod should tolerate them or it should go elsewhere.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeTaint, message.Taint) },
}

// troubleTaint is how a scheduler's message or a Node names a taint that the control plane sets because the node is in trouble
// (well_known_taints.go of k8s.io/api/core/v1; 1.6 and 1.7 have node.alpha.kubernetes.io/notReady and unreachable).
var troubleTaint = regexp.MustCompile(`node\.(?:alpha\.)?kubernetes\.io/(?:not-ready|notReady|unreachable|network-unavailable|(?:memory|disk|pid)-pressure)`)

// TroubleTaints are the taints in the text that stand for a node in trouble, as the text names them.
func TroubleTaints(text string) []string { return troubleTaint.FindAllString(text, -1) }

// ailment is what such a taint says of its node, for a sentence.
func ailment(taint string) string {
	switch _, name, _ := strings.Cut(troubleTaint.FindString(taint), "/"); name {
	case "unreachable":
		return "unreachable"
	case "network-unavailable":
		return "without a network"
	case "memory-pressure", "disk-pressure":
		return "short of " + strings.TrimSuffix(name, "-pressure")
	case "pid-pressure":
		return "short of process IDs"
	}
	return "not ready"
}

func describeTaint(c *Context, w *waiting, f *Finding) bool {
	names := w.taints(nil)
	if len(names) == 0 {
		names = w.namedTaints()
	}
	_, node := w.failing(message.Taint)
	if node != nil {
		f.Culprit = Culprit{Ref: loader.RefOf("Node", node.Node), Field: "spec.taints"}
	}
	if taint := w.troubleOnly(node, names); taint != "" {
		describeTrouble(w.about(taint), f, node, taint)
		return true
	}
	names = slices.DeleteFunc(names, troubleTaint.MatchString) // no toleration is to be asked for these
	f.Title = "nodes have taints that it does not tolerate"
	if len(names) > 0 {
		f.Title = "does not tolerate taint " + names[0]
		w = w.about(names[0])
	}
	f.Cause = "The Pod has no toleration for " + orElse(Enumerate(names, 4), "the taints of its nodes") +
		", so the nodes that have it refuse the Pod: " + w.refusedBy() + "." + w.nearest()
	if node == nil {
		f.Culprit = blame(w.Pod, "tolerations")
		if len(names) == 0 && w.replay != nil {
			f.Unknown = append(f.Unknown, "which taint it was: the nodes of the dump have none that the Pod does not tolerate")
		}
	}
	c.citeTolerations(w, f)
	f.Next = append(f.Next, Step{Kind: Check, Text: "the nodes' taints",
		Command: "kubectl get nodes -o custom-columns=NAME:.metadata.name,TAINTS:.spec.taints"},
		editWorkload(w.Pod, "add a toleration, if the Pod is meant for these nodes"))
	return true
}

// describeTrouble says that the nodes are in trouble, which their taint only stands for.
func describeTrouble(w *waiting, f *Finding, node *scheduling.Node, taint string) {
	f.Title = "the nodes that could take it are " + ailment(taint)
	f.Cause = fmt.Sprintf("Nodes that could take the Pod are %s, and the control plane keeps Pods off them by taint %s until they are well: %s.%s",
		ailment(taint), troubleTaint.FindString(taint), w.refusedBy(), w.nearest())
	f.RuledOut = append(f.RuledOut, "a missing toleration as the fault: the control plane set the taint because the node is in trouble")
	if node != nil {
		f.Next = append(f.Next, Step{Kind: Check, Text: "why the node is in trouble", Command: "kubectl describe node " + node.Name})
		return
	}
	if w.replay != nil {
		f.Unknown = append(f.Unknown, "which nodes they were: no node of the dump has the taint")
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "which nodes are in trouble, and why", Command: "kubectl get nodes\nkubectl describe nodes"})
}

// controlPlaneTaint is the taint that keeps everybody's Pods off the nodes of the control plane, under its old and its new name.
var controlPlaneTaint = regexp.MustCompile(`^node-role\.kubernetes\.io/(master|control-plane)\b`)

// troubleOnly is the first taint that stands for a node in trouble, if nothing but trouble keeps the Pod from the nearest node; with no
// such node in the dump, if the scheduler named no other taint but that of the control plane. Else it is "".
func (w *waiting) troubleOnly(node *scheduling.Node, names []string) string {
	if node != nil {
		names = w.taints(node)
	}
	found := ""
	for _, n := range names {
		switch {
		case troubleTaint.MatchString(n):
			found = orElse(found, n)
		case node != nil || !controlPlaneTaint.MatchString(n):
			return ""
		}
	}
	return found
}

// about is w with the scheduler's words about the taint, where it named it.
func (w *waiting) about(taint string) *waiting {
	key := func(t string) string { return t[:strings.IndexAny(t+":", ":=")] }
	out := *w
	for _, o := range w.said.PerNode {
		if o.Kind == message.Taint && key(o.Detail) == key(taint) {
			out.choose(o)
			break
		}
	}
	return &out
}

// namedTaints are the taints that the scheduler named, each once.
func (w *waiting) namedTaints() []string {
	var out []string
	for _, o := range w.said.PerNode {
		if o.Kind == message.Taint && o.Detail != "" && !slices.Contains(out, o.Detail) {
			out = append(out, o.Detail)
		}
	}
	return out
}

// taints are the taints of the node that are not tolerated, each once; with no node, of all nodes, those with the fewest other
// obstacles first.
func (w *waiting) taints(node *scheduling.Node) []string {
	if w.replay == nil {
		return nil
	}
	var out []string
	list := slices.Clone(w.replay.Verdicts)
	slices.SortStableFunc(list, func(a, b scheduling.Verdict) int { return a.Distance() - b.Distance() })
	for _, v := range list {
		if node != nil && v.Node != node {
			continue
		}
		for _, f := range v.Failures {
			if f.Taint != nil && !slices.Contains(out, f.Taint.ToString()) {
				out = append(out, f.Taint.ToString())
			}
		}
	}
	return out
}

func (c *Context) citeTolerations(w *waiting, f *Finding) {
	var list []string
	for _, t := range w.Spec.Tolerations {
		list = append(list, strings.TrimSpace(fmt.Sprintf("%s%s:%s", t.Key, strings.TrimSuffix("="+t.Value, "="), t.Effect)))
	}
	text := "tolerates only " + strings.Join(list, ", ")
	if len(list) == 0 {
		text = "no tolerations"
	}
	f.Evidence = append(f.Evidence, c.PodField(w.Pod, "spec.tolerations", text))
}
