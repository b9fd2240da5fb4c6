package scheduling

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	helper "k8s.io/component-helpers/resource"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	nodeaffinity "k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"k8s.io/klog/v2"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

// How far a failed filter is from being passed, for the choice of the nearest node: something may leave or be allowed
// sooner than a node grows or changes its labels.
const (
	nearCordon = 2
	nearBusy   = 3
	nearTaint  = 6
	nearLabel  = 8
	nearVolume = 9
	farTooBig  = 20
	farAbsent  = 25
	farPinned  = 100
)

// Requests is what the Pod asks of a node: milli for cpu, units for all else, one for pods.
func Requests(p *corev1.Pod) map[corev1.ResourceName]int64 {
	out := amounts(helper.PodRequests(defaulted(p), helper.PodResourcesOptions{}))
	out[corev1.ResourcePods] = 1
	return out
}

// defaulted fills in requests from limits as the API server does; templates and Pods of hand-made dumps lack them.
func defaulted(p *corev1.Pod) *corev1.Pod {
	lacks := func(c corev1.Container) bool {
		for name := range c.Resources.Limits {
			if _, ok := c.Resources.Requests[name]; !ok {
				return true
			}
		}
		return false
	}
	if !slices.ContainsFunc(p.Spec.Containers, lacks) && !slices.ContainsFunc(p.Spec.InitContainers, lacks) {
		return p
	}
	p = p.DeepCopy()
	for _, list := range [][]corev1.Container{p.Spec.InitContainers, p.Spec.Containers} {
		for i := range list {
			r := &list[i].Resources
			all := corev1.ResourceList{}
			maps.Copy(all, r.Limits)
			maps.Copy(all, r.Requests)
			r.Requests = all
		}
	}
	return p
}

func (k *check) cordon(n *Node) []Failure {
	taint := corev1.Taint{Key: corev1.TaintNodeUnschedulable, Effect: corev1.TaintEffectNoSchedule}
	if !n.Spec.Unschedulable || corev1helpers.TolerationsTolerateTaint(klog.Logger{}, k.pod.Spec.Tolerations, &taint, true) {
		return nil
	}
	return []Failure{{Kind: message.Cordon, Text: "is cordoned (spec.unschedulable)", Distance: nearCordon}}
}

// taints names every taint that is not tolerated; the scheduler names the first at most.
func (k *check) taints(n *Node) []Failure {
	var out []Failure
	for i := range n.Spec.Taints {
		t := &n.Spec.Taints[i]
		hard := func(t *corev1.Taint) bool { return t.Effect != corev1.TaintEffectPreferNoSchedule }
		if n.Spec.Unschedulable && t.Key == corev1.TaintNodeUnschedulable {
			continue // said by cordon
		}
		if _, bad := corev1helpers.FindMatchingUntoleratedTaint(klog.Logger{}, []corev1.Taint{*t}, k.pod.Spec.Tolerations, hard, true); bad {
			out = append(out, Failure{Kind: message.Taint, Taint: t,
				Text: "has taint " + t.ToString() + ", which is not tolerated", Distance: nearTaint})
		}
	}
	return out
}

func (k *check) selector(n *Node) []Failure {
	if ok, err := k.required.Match(n.Node); ok && err == nil {
		return nil
	}
	return []Failure{nearestLabel(k.pod, n.Node)}
}

// LabelMiss says which label of the node keeps the Pod out; "" when its selector and affinity match.
func LabelMiss(p *corev1.Pod, n *Node) string {
	if ok, err := nodeaffinity.GetRequiredNodeAffinity(p).Match(n.Node); ok && err == nil {
		return ""
	}
	return nearestLabel(p, n.Node).Text
}

// nearestLabel says which label keeps the node out: of the node selector, else of the affinity term that misses least.
func nearestLabel(p *corev1.Pod, n *corev1.Node) Failure {
	for _, key := range sortedKeys(p.Spec.NodeSelector) {
		if want := p.Spec.NodeSelector[key]; n.Labels[key] != want || !has(n.Labels, key) {
			return labelFailure(n, key, want)
		}
	}
	best, misses := Failure{Kind: message.Selector, Text: "matches no term of the required node affinity", Distance: nearLabel}, 1<<30
	for _, t := range p.Spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms {
		if f, m := missOf(t, n); m > 0 && m < misses {
			best, misses = f, m
		}
	}
	return best
}

// missOf counts the requirements of a term that the node misses and describes the first.
func missOf(t corev1.NodeSelectorTerm, n *corev1.Node) (Failure, int) {
	var first Failure
	misses := 0
	note := func(f Failure) {
		if misses == 0 {
			first = f
		}
		misses++
	}
	for _, r := range t.MatchFields {
		if !matchesTerm(corev1.NodeSelectorTerm{MatchFields: []corev1.NodeSelectorRequirement{r}}, n) {
			note(Failure{Kind: message.Selector, Text: "is not the node that the Pod is pinned to (" + strings.Join(r.Values, ", ") +
				")", Distance: farPinned})
		}
	}
	for _, r := range t.MatchExpressions {
		if !matchesTerm(corev1.NodeSelectorTerm{MatchExpressions: []corev1.NodeSelectorRequirement{r}}, n) {
			note(expressionFailure(n, r))
		}
	}
	return first, misses
}

func matchesTerm(t corev1.NodeSelectorTerm, n *corev1.Node) bool {
	s, err := nodeaffinity.NewNodeSelector(&corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{t}})
	return err == nil && s.Match(n)
}

func expressionFailure(n *corev1.Node, r corev1.NodeSelectorRequirement) Failure {
	switch r.Operator {
	case corev1.NodeSelectorOpIn:
		return labelFailure(n, r.Key, strings.Join(r.Values, " or "))
	case corev1.NodeSelectorOpExists:
		return labelFailure(n, r.Key, "any value")
	case corev1.NodeSelectorOpDoesNotExist:
		return Failure{Kind: message.Selector, Label: r.Key, Text: "has label " + r.Key + ", which must be absent", Distance: nearLabel}
	}
	return labelFailure(n, r.Key, strings.TrimSpace(fmt.Sprintf("%s %s", r.Operator, strings.Join(r.Values, ", "))))
}

func labelFailure(n *corev1.Node, key, want string) Failure {
	f := Failure{Kind: message.Selector, Label: key, Distance: nearLabel}
	if have, ok := n.Labels[key]; ok {
		f.Text = fmt.Sprintf("label %s differs: want %s, have %s", key, cmp.Or(want, "an empty value"), cmp.Or(have, "an empty value"))
	} else {
		f.Text = fmt.Sprintf("label %s is missing: want %s", key, cmp.Or(want, "an empty value"))
	}
	return f
}

// port is a host port as nodes give it out.
type port struct {
	ip       string // "" is every address
	protocol corev1.Protocol
	number   int32
}

func ports(p *corev1.Pod) []port {
	var out []port
	list := slices.Clone(p.Spec.Containers)
	for _, c := range p.Spec.InitContainers {
		if podstatus.Sidecar(&c) {
			list = append(list, c)
		}
	}
	for _, c := range list {
		for _, cp := range c.Ports {
			number := cp.HostPort
			if number == 0 && p.Spec.HostNetwork {
				number = cp.ContainerPort // the API server writes it so
			}
			if number <= 0 {
				continue
			}
			protocol := cp.Protocol
			if protocol == "" {
				protocol = corev1.ProtocolTCP
			}
			ip := cp.HostIP
			if ip == "0.0.0.0" || ip == "::" {
				ip = ""
			}
			out = append(out, port{ip, protocol, number})
		}
	}
	return out
}

func (k *check) hostPorts(n *Node) []Failure {
	var out []Failure
	for _, want := range k.ports {
		if by := n.holder(want); by != nil {
			out = append(out, Failure{Kind: message.HostPort, Object: loader.RefOf("Pod", by), Distance: nearBusy,
				Text: fmt.Sprintf("has host port %d/%s taken by Pod %s/%s", want.number, want.protocol, by.Namespace, by.Name)})
		}
	}
	return out
}

// holder returns the Pod that holds the port, or nil; an address in use collides with every address.
func (n *Node) holder(want port) *corev1.Pod {
	for _, p := range n.Pods {
		for _, have := range ports(p) {
			if have.number == want.number && have.protocol == want.protocol && (have.ip == want.ip || have.ip == "" || want.ip == "") {
				return p
			}
		}
	}
	return nil
}

func (k *check) resources(n *Node) []Failure {
	var out []Failure
	for _, name := range k.names {
		want, free := k.requests[name], n.Free[name]
		total, offered := n.Status.Allocatable[name]
		if want <= free || name == corev1.ResourcePods && !offered {
			continue
		}
		all := Units(name, total)
		f := Failure{Kind: message.Resource, Resource: string(name), Short: want - free, TooBig: want > all, Distance: nearBusy}
		switch {
		case name == corev1.ResourcePods:
			f.Kind, f.TooBig = message.PodCount, false
			f.Text = fmt.Sprintf("runs %d Pods, its limit is %d", len(n.Pods), all)
		case !offered || all == 0:
			f.Text, f.Distance = "does not offer "+string(name), farAbsent
		case want > all:
			f.Text, f.Distance = fmt.Sprintf("is too small: want %s %s, it has %s in all", Amount(name, want), name, Amount(name, all)), farTooBig
		default:
			f.Text = fmt.Sprintf("lacks %s %s: want %s, free %s of %s", Amount(name, want-free), name, Amount(name, want),
				Amount(name, free), Amount(name, all))
		}
		out = append(out, f)
	}
	return out
}

func has(m map[string]string, key string) bool { _, ok := m[key]; return ok }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
