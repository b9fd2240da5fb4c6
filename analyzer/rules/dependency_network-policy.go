package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	networkingv1 "k8s.io/api/networking/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var networkPolicy = &Rule{
	ID:    "dependency/network-policy",
	Title: "a NetworkPolicy lets nothing through to what the application cannot reach",
	Doc: `The application gets no answer from another Pod or from DNS, and the policies in the dump do not allow that connection: one selects the target for ingress, or the application for egress, and no rule of any of them is about the
other side. A network plugin that enforces policies drops such packets, so the application sees time-outs, not refusals.

How it is told apart: a policy that selects a Pod shuts it but for what some policy allows; so all policies that select it are read together. Ports are not compared, and where the dump does not tell the labels of a
namespace, it counts as allowed. Whether the plugin enforces policies at all is unknown, and so this is never more than likely.

What to do: add a rule for the connection, or correct the selector that was meant to.`,
	Detect: func(c *Context) []Finding {
		if len(c.Snapshot.NetworkPolicies) == 0 {
			return nil
		}
		var out []Finding
		for _, p := range c.Pods {
			if p.Healthy || p.Recalled {
				continue
			}
			for _, ct := range p.Containers {
				if f, ok := c.shutOut(p, ct); ok {
					out = append(out, f)
					break
				}
			}
		}
		return out
	},
}

// shutOut looks whether a policy stands between the container and what it gets no answer from.
func (c *Context) shutOut(p *Pod, ct Container) (Finding, bool) {
	w := c.lastLinesOf(p, ct)
	switch {
	case w.Fault == message.LogLookup && contains(w.text, "timeout") || w.Fault == message.LogTimeout && contains(w.text, ":53"):
		if np := c.withoutDNS(p); np != nil {
			return c.policyFinding(p, ct, w, np, "egress", "the cluster's DNS"), true
		}
	case w.Fault == message.LogTimeout || w.Fault == message.LogUnreachable:
		_, svc := c.serviceAt(p.Namespace, w.Host)
		if svc == nil {
			return Finding{}, false
		}
		pods, _ := c.backends(svc)
		if len(pods) == 0 {
			return Finding{}, false
		}
		for _, to := range pods {
			np, way := c.between(p, to)
			if np == nil {
				return Finding{}, false
			}
			if to == pods[len(pods)-1] {
				return c.policyFinding(p, ct, w, np, way, "Service "+loader.RefOf("Service", svc).Path()), true
			}
		}
	}
	return Finding{}, false
}

// between returns a policy that shuts the connection and its direction, nil where policies allow it.
func (c *Context) between(from, to *Pod) (*networkingv1.NetworkPolicy, string) {
	if from.Spec.HostNetwork || to.Spec.HostNetwork {
		return nil, ""
	}
	if np := c.shutting(to, networkingv1.PolicyTypeIngress, from); np != nil {
		return np, "ingress"
	}
	return c.shutting(from, networkingv1.PolicyTypeEgress, to), "egress"
}

// shutting returns a policy that selects the Pod for the direction, where none that does lets the other Pod through; else nil.
func (c *Context) shutting(p *Pod, direction networkingv1.PolicyType, other *Pod) *networkingv1.NetworkPolicy {
	list := c.isolating(p, direction)
	for _, np := range list {
		for _, peers := range peersOf(np, direction) {
			if c.mayPass(np, peers, other) {
				return nil
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// peersOf are the peers of each rule of the policy for the direction.
func peersOf(np *networkingv1.NetworkPolicy, direction networkingv1.PolicyType) [][]networkingv1.NetworkPolicyPeer {
	var out [][]networkingv1.NetworkPolicyPeer
	if direction == networkingv1.PolicyTypeEgress {
		for _, r := range np.Spec.Egress {
			out = append(out, r.To)
		}
		return out
	}
	for _, r := range np.Spec.Ingress {
		out = append(out, r.From)
	}
	return out
}

// withoutDNS returns a policy that shuts the Pod off from DNS: none that selects it for egress has a rule for port 53 or for all ports.
func (c *Context) withoutDNS(p *Pod) *networkingv1.NetworkPolicy {
	list := c.isolating(p, networkingv1.PolicyTypeEgress)
	for _, np := range list {
		for _, r := range np.Spec.Egress {
			if len(r.Ports) == 0 && len(r.To) == 0 {
				return nil
			}
			if slices.ContainsFunc(r.Ports, mayBeDNS) {
				return nil
			}
			if len(r.Ports) == 0 && !onlyPods(np, r.To) {
				return nil
			}
		}
	}
	if len(list) == 0 || p.Spec.HostNetwork {
		return nil
	}
	return list[0]
}

// mayBeDNS reports whether the port of a rule can be one of DNS.
func mayBeDNS(p networkingv1.NetworkPolicyPort) bool {
	return p.Port == nil || p.Port.IntVal == 53 || p.Port.IntVal == 5353 || strings.HasPrefix(p.Port.StrVal, "dns") || p.EndPort != nil
}

// onlyPods reports whether all peers are Pods of the policy's own namespace, where DNS is not.
func onlyPods(np *networkingv1.NetworkPolicy, peers []networkingv1.NetworkPolicyPeer) bool {
	for _, peer := range peers {
		if peer.NamespaceSelector != nil || peer.IPBlock != nil {
			return false
		}
	}
	return np.Namespace != "kube-system"
}

func (c *Context) policyFinding(p *Pod, ct Container, w lastLines, np *networkingv1.NetworkPolicy, way, target string) Finding {
	ref := loader.RefOf("NetworkPolicy", np)
	f := Finding{Severity: Error, Confidence: Likely, Subject: p.Ref, Container: ct.Name,
		Culprit: Culprit{Ref: ref, Field: "spec." + way}, Group: ref.String(),
		Title: "a NetworkPolicy keeps it from " + target, Evidence: w.evidence,
		Cause: fmt.Sprintf("%s gets no answer from %s, and NetworkPolicy %s allows no such %s: no rule of it, or of another policy "+
			"that selects the same Pods, is about the other side.%s", ct.name(), target, ref.Path(), way, w.says()),
		Unknown: []string{"whether the network plugin enforces policies"},
		Next:    []Step{{Kind: Check, Text: "the policies of both sides", Command: "kubectl get networkpolicies -A"}}}
	if t, field := ct.LastExit(); t != nil && (len(f.Evidence) == 0 || t.Message != "") {
		ev := c.PodField(p, field, cmp.Or(strings.TrimSpace(t.Message), t.Reason))
		ev.At = realTime(t.FinishedAt.Time)
		f.Evidence = append(f.Evidence[:len(f.Evidence):len(f.Evidence)], ev)
	}
	f.Evidence = append(f.Evidence[:len(f.Evidence):len(f.Evidence)], c.Field("NetworkPolicy", np, "spec.podSelector",
		cmp.Or(labelText(np.Spec.PodSelector.MatchLabels), "all Pods of the namespace")))
	f.First, f.Last = span(f.Evidence)
	return f
}
