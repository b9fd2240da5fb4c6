package rules

import (
	"net/netip"
	"slices"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/podtriage/podtriage/loader"
)

// networkRules are the rules about what stands between Pods, most specific first. They come before the rules that know no more than
// that an answer did not come.
var networkRules = []*Rule{meshProxy, networkPolicy}

// isolating lists the policies that select the Pod in the direction. Without one, all is allowed.
func (c *Context) isolating(p *Pod, direction networkingv1.PolicyType) []*networkingv1.NetworkPolicy {
	var out []*networkingv1.NetworkPolicy
	for _, np := range c.Snapshot.NetworkPolicies {
		sel, err := metav1.LabelSelectorAsSelector(&np.Spec.PodSelector)
		if err == nil && np.Namespace == p.Namespace && directed(np, direction) && sel.Matches(labels.Set(p.Labels)) {
			out = append(out, np)
		}
	}
	return out
}

// directed reports whether the policy is about the direction. Where it does not say, it is about ingress, and about egress if it has
// rules of that kind.
func directed(np *networkingv1.NetworkPolicy, direction networkingv1.PolicyType) bool {
	if len(np.Spec.PolicyTypes) > 0 {
		return slices.Contains(np.Spec.PolicyTypes, direction)
	}
	return direction == networkingv1.PolicyTypeIngress || len(np.Spec.Egress) > 0
}

// mayPass reports whether a rule with these peers may be about the other Pod. Where the dump does not tell, it may.
func (c *Context) mayPass(np *networkingv1.NetworkPolicy, peers []networkingv1.NetworkPolicyPeer, other *Pod) bool {
	if len(peers) == 0 {
		return true
	}
	for _, peer := range peers {
		if peer.IPBlock != nil {
			if other.Status.PodIP == "" || inBlock(peer.IPBlock, other.Status.PodIP) {
				return true
			}
			continue
		}
		if c.namespaceFits(np, peer, other.Namespace) && podFits(peer, other) {
			return true
		}
	}
	return false
}

func podFits(peer networkingv1.NetworkPolicyPeer, other *Pod) bool {
	if peer.PodSelector == nil {
		return true
	}
	sel, err := metav1.LabelSelectorAsSelector(peer.PodSelector)
	return err != nil || sel.Matches(labels.Set(other.Labels))
}

// namespaceFits matches the peer's namespaces. A namespace whose labels are not in the dump fits, unless its name alone decides.
func (c *Context) namespaceFits(np *networkingv1.NetworkPolicy, peer networkingv1.NetworkPolicyPeer, namespace string) bool {
	if peer.NamespaceSelector == nil {
		return namespace == np.Namespace
	}
	sel, err := metav1.LabelSelectorAsSelector(peer.NamespaceSelector)
	if err != nil || sel.Empty() {
		return true
	}
	ns, ok := c.Snapshot.Find(loader.Ref{Kind: "Namespace", Name: namespace}).(*corev1.Namespace)
	if !ok {
		want, only := peer.NamespaceSelector.MatchLabels[corev1.LabelMetadataName]
		return !only || want == namespace
	}
	return sel.Matches(labels.Set(ns.Labels))
}

// inBlock reports whether the address is in the block and in none of its exceptions.
func inBlock(b *networkingv1.IPBlock, address string) bool {
	ip, err := netip.ParseAddr(address)
	block, err2 := netip.ParsePrefix(b.CIDR)
	if err != nil || err2 != nil {
		return true
	}
	for _, e := range b.Except {
		if except, err := netip.ParsePrefix(e); err == nil && except.Contains(ip) {
			return false
		}
	}
	return block.Contains(ip)
}
