package scheduling

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/klog/v2"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// spread is a hard topology spread constraint with the number of matching Pods in each domain.
type spread struct {
	corev1.TopologySpreadConstraint
	counts map[string]int
	least  int
	where  string // the domain with the fewest
	self   int    // 1 when the Pod itself counts
}

func (k *check) prepareSpread() {
	var hard []corev1.TopologySpreadConstraint
	for _, t := range k.pod.Spec.TopologySpreadConstraints {
		if t.WhenUnsatisfiable == corev1.DoNotSchedule || t.WhenUnsatisfiable == "" {
			hard = append(hard, t)
		}
	}
	for _, t := range hard {
		sel := selectorOf(t.LabelSelector, k.pod, t.MatchLabelKeys)
		if sel == nil {
			continue
		}
		s := spread{TopologySpreadConstraint: t, counts: map[string]int{}}
		for _, n := range k.c.Nodes {
			if domain, ok := n.Labels[t.TopologyKey]; ok && hasKeys(n, hard) && k.eligible(n, t) {
				s.counts[domain] += count(n, k.pod.Namespace, sel)
			}
		}
		s.least = 1 << 30
		for _, domain := range sortedKeys(s.counts) {
			if s.counts[domain] < s.least {
				s.least, s.where = s.counts[domain], domain
			}
		}
		if t.MinDomains != nil && len(s.counts) < int(*t.MinDomains) || len(s.counts) == 0 {
			s.least, s.where = 0, fmt.Sprintf("a domain that does not exist: %d of %d", len(s.counts), minDomains(t))
		}
		if sel.Matches(labels.Set(k.pod.Labels)) {
			s.self = 1
		}
		k.spread = append(k.spread, s)
	}
}

func minDomains(t corev1.TopologySpreadConstraint) int32 {
	if t.MinDomains != nil {
		return *t.MinDomains
	}
	return 1
}

func hasKeys(n *Node, all []corev1.TopologySpreadConstraint) bool {
	for _, t := range all {
		if !has(n.Labels, t.TopologyKey) {
			return false
		}
	}
	return true
}

// eligible says whether the node counts for the constraint: by default it must match the Pod's node affinity, its taints
// are ignored.
func (k *check) eligible(n *Node, t corev1.TopologySpreadConstraint) bool {
	if t.NodeAffinityPolicy == nil || *t.NodeAffinityPolicy == corev1.NodeInclusionPolicyHonor {
		if ok, err := k.required.Match(n.Node); !ok || err != nil {
			return false
		}
	}
	if t.NodeTaintsPolicy == nil || *t.NodeTaintsPolicy == corev1.NodeInclusionPolicyIgnore {
		return true
	}
	hard := func(t *corev1.Taint) bool { return t.Effect != corev1.TaintEffectPreferNoSchedule }
	_, bad := corev1helpers.FindMatchingUntoleratedTaint(klog.Logger{}, n.Spec.Taints, k.pod.Spec.Tolerations, hard, true)
	return !bad
}

func count(n *Node, namespace string, sel labels.Selector) int {
	found := 0
	for _, p := range n.Pods {
		if p.Namespace == namespace && p.DeletionTimestamp == nil && sel.Matches(labels.Set(p.Labels)) {
			found++
		}
	}
	return found
}

// selectorOf joins a selector with the values that the Pod itself has for some keys; nil for none.
func selectorOf(s *metav1.LabelSelector, p *corev1.Pod, keys []string) labels.Selector {
	sel, err := metav1.LabelSelectorAsSelector(s)
	if err != nil || s == nil {
		return nil
	}
	for _, key := range keys {
		if v, ok := p.Labels[key]; ok {
			more, _ := labels.SelectorFromSet(labels.Set{key: v}).Requirements()
			sel = sel.Add(more...)
		}
	}
	return sel
}

func (k *check) topology(n *Node) []Failure {
	for _, s := range k.spread {
		domain, ok := n.Labels[s.TopologyKey]
		if !ok {
			return []Failure{{Kind: message.SpreadLabel, Label: s.TopologyKey,
				Text: "lacks label " + s.TopologyKey + ", which the Pod is to be spread by", Distance: nearLabel}}
		}
		if would := s.counts[domain] + s.self; would-s.least > int(s.MaxSkew) {
			return []Failure{{Kind: message.Spread, Label: s.TopologyKey, Distance: nearBusy, Text: fmt.Sprintf(
				"would make %d matching Pods in %s=%s, the least is %d in %s, and maxSkew is %d",
				would, s.TopologyKey, domain, s.least, s.where, s.MaxSkew)}}
		}
	}
	return nil
}

// term is a required (anti-)affinity term of the Pod with a Pod that matches it for each value of the topology key.
type term struct {
	key   string
	text  string
	found map[string]loader.Ref
	self  bool // the Pod itself matches
}

// repel is a required anti-affinity term of a Pod that runs: what matches must stay out of the same domain.
type repel struct {
	by         *corev1.Pod
	key, value string
	namespaces func(string) bool
	selector   labels.Selector
}

func (k *check) prepareAffinity() {
	k.repels = map[string]map[string]*corev1.Pod{}
	for _, r := range k.c.repels {
		if r.by.UID == k.pod.UID && r.by.UID != "" || !r.namespaces(k.pod.Namespace) || !r.selector.Matches(labels.Set(k.pod.Labels)) {
			continue
		}
		if k.repels[r.key] == nil {
			k.repels[r.key] = map[string]*corev1.Pod{}
		}
		if k.repels[r.key][r.value] == nil {
			k.repels[r.key][r.value] = r.by
		}
	}
	a := k.pod.Spec.Affinity
	if a == nil {
		return
	}
	if a.PodAffinity != nil {
		for _, t := range a.PodAffinity.RequiredDuringSchedulingIgnoredDuringExecution {
			k.affinity = append(k.affinity, k.c.term(k.pod, t))
		}
	}
	if a.PodAntiAffinity != nil {
		for _, t := range a.PodAntiAffinity.RequiredDuringSchedulingIgnoredDuringExecution {
			k.anti = append(k.anti, k.c.term(k.pod, t))
		}
	}
}

func (c *Cluster) term(p *corev1.Pod, t corev1.PodAffinityTerm) term {
	out := term{key: t.TopologyKey, text: metav1.FormatLabelSelector(t.LabelSelector), found: map[string]loader.Ref{}}
	sel := selectorOf(t.LabelSelector, p, nil)
	if sel == nil {
		return out
	}
	in := c.namespaces(p.Namespace, t)
	out.self = in(p.Namespace) && sel.Matches(labels.Set(p.Labels))
	for _, n := range c.Nodes {
		value, ok := n.Labels[t.TopologyKey]
		if _, done := out.found[value]; !ok || done {
			continue
		}
		for _, q := range n.Pods {
			if (q.Name != p.Name || q.Namespace != p.Namespace) && in(q.Namespace) && sel.Matches(labels.Set(q.Labels)) {
				out.found[value] = loader.RefOf("Pod", q)
				break
			}
		}
	}
	return out
}

// namespaces says which namespaces a term speaks of: those listed, those selected by label, or the Pod's own.
func (c *Cluster) namespaces(own string, t corev1.PodAffinityTerm) func(string) bool {
	if len(t.Namespaces) == 0 && t.NamespaceSelector == nil {
		return func(ns string) bool { return ns == own }
	}
	set := map[string]bool{}
	for _, ns := range t.Namespaces {
		set[ns] = true
	}
	if t.NamespaceSelector == nil {
		return func(ns string) bool { return set[ns] }
	}
	sel, err := metav1.LabelSelectorAsSelector(t.NamespaceSelector)
	if err == nil && sel.Empty() {
		return func(string) bool { return true }
	}
	for _, ns := range c.Snapshot.Namespaces {
		if err == nil && sel.Matches(labels.Set(ns.Labels)) {
			set[ns.Name] = true
		}
	}
	return func(ns string) bool { return set[ns] }
}

func (k *check) podAffinity(n *Node) []Failure {
	var out []Failure
	for _, key := range sortedKeys(k.repels) {
		if by := k.repels[key][n.Labels[key]]; by != nil && has(n.Labels, key) {
			out = append(out, Failure{Kind: message.AntiAffinity, Label: key, Object: loader.RefOf("Pod", by), Distance: nearBusy,
				Text: fmt.Sprintf("runs Pod %s/%s in %s=%s, whose anti-affinity keeps this Pod out", by.Namespace, by.Name, key, n.Labels[key])})
			break
		}
	}
	for _, t := range k.anti {
		if by, ok := t.found[n.Labels[t.key]]; ok && has(n.Labels, t.key) && len(out) == 0 {
			out = append(out, Failure{Kind: message.AntiAffinity, Label: t.key, Object: by, Distance: nearBusy,
				Text: fmt.Sprintf("runs Pod %s in %s=%s, which the Pod's anti-affinity (%s) avoids", by.Path(), t.key, n.Labels[t.key], t.text)})
		}
	}
	return append(out, k.together(n)...)
}

// together is the affinity filter. The first Pod of a group that wants to be with itself is let in anywhere.
func (k *check) together(n *Node) []Failure {
	first := true
	for _, t := range k.affinity {
		first = first && len(t.found) == 0 && t.self
	}
	for _, t := range k.affinity {
		value, ok := n.Labels[t.key]
		switch {
		case !ok:
			return []Failure{{Kind: message.Affinity, Label: t.key,
				Text: "lacks label " + t.key + ", which the Pod's affinity goes by", Distance: nearLabel}}
		case t.found[value].IsZero() && !first:
			return []Failure{{Kind: message.Affinity, Label: t.key, Distance: nearBusy,
				Text: fmt.Sprintf("has no Pod that matches %s in %s=%s", t.text, t.key, value)}}
		}
	}
	return nil
}

func (c *Cluster) antiAffinities() []repel {
	var all []repel
	for _, n := range c.Nodes {
		for _, p := range n.Pods {
			all = append(all, c.antiAffinityOf(p)...)
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(r repel) bool {
		key := r.by.Namespace + "|" + r.selector.String() + "|" + r.key + "=" + r.value
		again := seen[key]
		seen[key] = true
		return again
	})
}

func (c *Cluster) antiAffinityOf(p *corev1.Pod) []repel {
	a := p.Spec.Affinity
	n := c.byName[p.Spec.NodeName]
	if a == nil || a.PodAntiAffinity == nil || n == nil {
		return nil
	}
	var out []repel
	for _, t := range a.PodAntiAffinity.RequiredDuringSchedulingIgnoredDuringExecution {
		sel := selectorOf(t.LabelSelector, p, nil)
		if value, ok := n.Labels[t.TopologyKey]; ok && sel != nil {
			out = append(out, repel{p, t.TopologyKey, value, c.namespaces(p.Namespace, t), sel})
		}
	}
	return out
}
