package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/scheduling"
	"github.com/podtriage/podtriage/loader"
)

// failing returns the first failure of the kind on the nearest node that has one, and that node.
func (w *waiting) failing(kind message.ObstacleKind) (scheduling.Failure, *scheduling.Node) {
	if w.replay == nil {
		return scheduling.Failure{}, nil
	}
	var best scheduling.Failure
	var node *scheduling.Node
	nearest := 0
	for _, v := range w.replay.Verdicts {
		i := slices.IndexFunc(v.Failures, func(f scheduling.Failure) bool { return f.Kind == kind })
		if i >= 0 && (node == nil || v.Distance() < nearest) {
			best, node, nearest = v.Failures[i], v.Node, v.Distance()
		}
	}
	return best, node
}

// refusedBy is "3 of 5 nodes refuse it: …" with the scheduler's own words.
func (w *waiting) refusedBy() string {
	if on := w.on(); on != "" {
		return on + " (\"" + w.what + "\")"
	}
	if w.what != "" {
		return "the scheduler says \"" + w.what + "\""
	}
	return "the scheduler left no message; by the objects in the dump"
}

func nodeRefOf(v *scheduling.Verdict) loader.Ref { return loader.RefOf("Node", v.Node.Node) }

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

var unschedulableSelector = &Rule{
	ID:    "unschedulable/selector",
	Title: "no node has the labels that the Pod wants",
	Doc: `spec.nodeSelector or the required node affinity asks for labels that no usable node has. podtriage shows, for the node that is nearest,
which label differs and how: a typo in a value, a label that was never set, a node pool that does not exist.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeSelector, message.Selector, message.NodeName) },
}

func describeSelector(c *Context, w *waiting, f *Finding) bool {
	field := "nodeSelector"
	if len(w.Spec.NodeSelector) == 0 && w.Spec.Affinity != nil && w.Spec.Affinity.NodeAffinity != nil {
		field = "affinity.nodeAffinity"
	}
	f.Culprit = blame(w.Pod, field)
	wish := wishText(w.Pod.Pod)
	f.Title = "no node has the labels it wants"
	if wish != "" && len(wish) < 40 {
		f.Title = "no node has the label it wants: " + wish
	}
	link := ": "
	if w.on() != "" {
		link = ", which excludes "
	}
	f.Cause = "The Pod may run only on nodes with " + orElse(wish, "labels that the dump does not tell") + link + w.refusedBy() + "." + w.nearest()
	if wish != "" {
		f.Evidence = append(f.Evidence, c.PodField(w.Pod, "spec."+field, wish))
	}
	f.RuledOut = append(f.RuledOut, "too little cpu or memory: the nodes are refused for their labels, before room is counted")
	f.Next = append(f.Next, Step{Kind: Check, Text: "the labels that nodes have", Command: "kubectl get nodes --show-labels"})
	if e := c.placedBefore(w.Pod); e != nil {
		_, node, _ := strings.Cut(e.Message, " to ")
		f.Cause += fmt.Sprintf(" A Pod with the same selector was placed on %s at %s, so likely the label was removed or changed since.",
			node, clock(e.Last))
		f.Evidence = append(f.Evidence, c.EventEvidence(e))
		f.Next = append(f.Next, Step{Kind: Check, Text: "who changed the labels of node " + node + ", and should it have the label again?"})
		return true
	}
	f.Next = append(f.Next, editWorkload(w.Pod, "correct the selector, or label a node"))
	return true
}

// wishText is the Pod's node selector and required node affinity in one line.
func wishText(p *corev1.Pod) string {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(p.Spec.NodeSelector)) {
		parts = append(parts, key+"="+p.Spec.NodeSelector[key])
	}
	if a := p.Spec.Affinity; a != nil && a.NodeAffinity != nil && a.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution != nil {
		var terms []string
		for _, t := range a.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms {
			terms = append(terms, termText(t))
		}
		parts = append(parts, strings.Join(terms, ", or "))
	}
	return strings.Join(parts, ", ")
}

func termText(t corev1.NodeSelectorTerm) string {
	var parts []string
	for _, r := range append(slices.Clone(t.MatchExpressions), t.MatchFields...) {
		parts = append(parts, strings.TrimSpace(r.Key+" "+string(r.Operator)+" "+strings.Join(r.Values, "|")))
	}
	return strings.Join(parts, " and ")
}

var unschedulableCordoned = &Rule{
	ID:    "unschedulable/cordoned",
	Title: "the nodes that could take the Pod are cordoned or not ready",
	Doc: `kubectl cordon and kubectl drain set spec.unschedulable on a node: no new Pod is placed there until kubectl uncordon. Old versions of the
scheduler report nodes that are not ready or under pressure in a similar way.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeCordoned, message.Cordon, message.NodeCondition) },
}

func describeCordoned(_ *Context, w *waiting, f *Finding) bool {
	f.Title = "the nodes that could take it are cordoned"
	f.Cause = "Nodes that could take the Pod accept no new Pods: " + w.refusedBy() + "." + w.nearest()
	if w.kind == message.NodeCondition {
		f.Title = "the nodes that could take it are in trouble"
	}
	if _, node := w.failing(message.Cordon); node != nil {
		f.Culprit = Culprit{Ref: loader.RefOf("Node", node.Node), Field: "spec.unschedulable"}
		f.Next = append(f.Next, Step{Kind: Fix, Text: "let the node take Pods again, if its maintenance is over (changes where Pods run)",
			Command: "kubectl uncordon " + node.Name})
		return true
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "which nodes are cordoned or not ready", Command: "kubectl get nodes"})
	return true
}

var unschedulablePodLimit = &Rule{
	ID:    "unschedulable/pod-limit",
	Title: "nodes run as many Pods as they may",
	Doc: `Each kubelet takes at most status.allocatable.pods Pods (maxPods, 110 by default; on some clouds derived from the number of network
addresses). cpu and memory may be free all the same. Finished Pods do not count.`,
	Detect: func(c *Context) []Finding { return c.stuck(describePodLimit, message.PodCount) },
}

func describePodLimit(_ *Context, w *waiting, f *Finding) bool {
	f.Title = "nodes are at their limit of Pods"
	f.Cause = "Nodes run as many Pods as their kubelets allow: " + w.refusedBy() + "." + w.nearest()
	if _, node := w.failing(message.PodCount); node != nil {
		f.Culprit = Culprit{Ref: loader.RefOf("Node", node.Node), Field: "status.allocatable.pods"}
	}
	f.RuledOut = append(f.RuledOut, "too little cpu or memory: the limit is on the number of Pods")
	f.Next = append(f.Next, Step{Kind: Check, Text: "how many Pods each node may run",
		Command: "kubectl get nodes -o custom-columns=NAME:.metadata.name,PODS:.status.allocatable.pods"})
	return true
}

var unschedulableHostPort = &Rule{
	ID:    "unschedulable/host-port",
	Title: "the host port that the Pod wants is taken",
	Doc: `A hostPort, or any port of a Pod with hostNetwork, can be held by one Pod of a node. With more replicas than nodes, or a rolling update that
starts the new Pod before the old one ends, the new Pod waits for ever. Use a Service, a DaemonSet, or strategy Recreate (maxSurge 0).`,
	Detect: func(c *Context) []Finding { return c.stuck(describeHostPort, message.HostPort) },
}

func describeHostPort(_ *Context, w *waiting, f *Finding) bool {
	f.Culprit = blame(w.Pod, hostPortField(w.Pod))
	f.Title = "its host port is taken on every node that it fits"
	f.Cause = "The Pod wants a host port that another Pod holds: " + w.refusedBy() + "." + w.nearest()
	fail, node := w.failing(message.HostPort)
	if node != nil {
		f.Cause = fmt.Sprintf("On node %s %s; a port of a node can be held by one Pod: %s.", node.Name, fail.Text, w.refusedBy())
	}
	f.Next = append(f.Next, editWorkload(w.Pod, "run no more replicas than nodes, drop the hostPort, or set maxSurge to 0"))
	return true
}

func hostPortField(p *Pod) string {
	for _, ct := range p.Containers {
		for i, port := range ct.Spec.Ports {
			if port.HostPort > 0 {
				return fmt.Sprintf("%s.ports[%d].hostPort", ct.Path, i)
			}
		}
	}
	return "hostNetwork"
}
