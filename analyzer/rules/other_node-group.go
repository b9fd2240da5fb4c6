package rules

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var nodeGroup = &Rule{
	ID:    "other/node-group",
	Title: "Workloads fail on some nodes only, and are well elsewhere",
	Doc: `Two workloads or more have Pods that fail, all of them on one node, or on nodes that share something (zone, instance type, kernel, runtime), and Pods of the same workloads are well on other nodes. Programs and configuration are
the same everywhere, so the difference is in the nodes.

How it is told apart: every failing Pod of these workloads is in the group, none of their Pods in the group is well, and each has one that is well outside. The more nodes are
in the group, the more workloads it takes, so that chance is no likely reason. The smallest group that holds is named. Pods without a node, and nodes that
are lost, are other matters. It says where to look, not what is wrong.

What to do: compare a node of the group with another; cordon the group until that is done.`,
	Detect: func(c *Context) []Finding {
		traits := []struct {
			name string
			of   func(*corev1.Node) string
		}{
			{"node", func(n *corev1.Node) string { return n.Name }},
			{"zone", func(n *corev1.Node) string {
				return cmp.Or(n.Labels[corev1.LabelTopologyZone], n.Labels[corev1.LabelFailureDomainBetaZone])
			}},
			{"instance type", func(n *corev1.Node) string {
				return cmp.Or(n.Labels[corev1.LabelInstanceTypeStable], n.Labels[corev1.LabelInstanceType])
			}},
			{"kernel", func(n *corev1.Node) string { return n.Status.NodeInfo.KernelVersion }},
			{"container runtime", func(n *corev1.Node) string { return n.Status.NodeInfo.ContainerRuntimeVersion }},
			{"architecture", func(n *corev1.Node) string { return n.Status.NodeInfo.Architecture }},
		}
		mixed := c.mixedWorkloads()
		for _, t := range traits {
			if len(mixed) < 2 {
				break
			}
			if found := c.grouped(mixed, t.name, t.of); len(found) > 0 {
				return found
			}
		}
		return nil
	},
}

// byChance is how likely it may be that as many workloads fail in one group of its size for no reason: of two nodes it takes six workloads,
// of ten it takes three.
const byChance = 0.05

// nodeTally is what one workload tells about one value of a trait.
type nodeTally struct{ failIn, wellIn, failOut, wellOut int }

// grouped finds the values of the trait that set failing Pods of the workloads apart from those that are well.
func (c *Context) grouped(workloads []loader.Ref, trait string, of func(*corev1.Node) string) []Finding {
	var out []Finding
	nodes := map[string][]*corev1.Node{}
	for _, n := range c.Snapshot.Nodes {
		nodes[of(n)] = append(nodes[of(n)], n)
	}
	for _, value := range slices.Sorted(maps.Keys(nodes)) {
		if value == "" || len(nodes) < 2 || slices.ContainsFunc(nodes[value], func(n *corev1.Node) bool { return !NodeWell(n) }) {
			continue
		}
		var evidence []Evidence
		var names []string
		for _, w := range workloads {
			t, failing := c.tally(w, func(n *corev1.Node) bool { return of(n) == value })
			if t.failIn == 0 || t.wellIn+t.failOut > 0 || t.wellOut == 0 {
				continue
			}
			names = append(names, w.Path())
			if len(evidence) < 2*alikeRecords {
				evidence = append(evidence, c.PodField(failing, "spec.nodeName", failing.Spec.NodeName+", STATUS "+failing.Row.Status))
			}
		}
		if share := float64(len(nodes[value])) / float64(len(c.Snapshot.Nodes)); len(names) >= 2 &&
			math.Pow(share, float64(len(names)-1)) <= byChance {
			out = append(out, c.groupFinding(trait, value, nodes[value], names, evidence))
		}
	}
	return out
}

func (c *Context) groupFinding(trait, value string, nodes []*corev1.Node, names []string, evidence []Evidence) Finding {
	where := trait + " " + value
	f := c.nodeFinding(nodes[0], "Pods fail here that are well elsewhere",
		fmt.Sprintf("%s fail on %s only (%s): their Pods on other nodes are well, so the difference is in the nodes.",
			capital(Count(len(names), "workload")), where, Enumerate(names, 5)), evidence)
	f.Severity, f.Confidence = Info, Likely
	if len(nodes) > 1 {
		f.Group, f.Title = where, "Pods fail on "+where+" that are well elsewhere"
	}
	return f
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// mixedWorkloads are the workloads of which one Pod is well on its node and another is not, in order.
func (c *Context) mixedWorkloads() []loader.Ref {
	well, sick := map[loader.Ref]bool{}, map[loader.Ref]bool{}
	for _, p := range c.Pods {
		if w := p.Workload.Key(); p.Node != nil && w.Kind != "Job" && w.Kind != "CronJob" {
			well[w], sick[w] = well[w] || p.Healthy, sick[w] || !p.Healthy
		}
	}
	var out []loader.Ref
	for w := range sick {
		if sick[w] && well[w] {
			out = append(out, w)
		}
	}
	slices.SortFunc(out, loader.Ref.Compare)
	return out
}

// tally counts the workload's Pods of the newest revision, well and failing, on nodes in the group and outside; failing is one in it.
func (c *Context) tally(w loader.Ref, in func(*corev1.Node) bool) (t nodeTally, failing *Pod) {
	hash := ""
	for _, p := range c.PodsOf(w) {
		h := p.Labels["pod-template-hash"] + p.Labels["controller-revision-hash"]
		if hash != "" && h != hash {
			return nodeTally{}, nil // two revisions differ in more than their nodes
		}
		hash = h
	}
	for _, p := range c.PodsOf(w) {
		if p.Node == nil || p.Recalled || p.Leftover || p.DeletionTimestamp != nil {
			continue
		}
		inside := in(p.Node)
		switch {
		case inside && p.Healthy:
			t.wellIn++
		case inside:
			t.failIn++
			failing = p
		case p.Healthy:
			t.wellOut++
		default:
			t.failOut++
		}
	}
	return t, failing
}
