package rules

import (
	"cmp"
	"fmt"
	"strings"

	networkingv1 "k8s.io/api/networking/v1"
)

var ingressConflict = &Rule{
	ID:    "other/ingress-conflict",
	Title: "two Ingresses claim the same host and path",
	Doc: `Two Ingresses of one class have a rule for the same host and path and send it to different Services: which one wins is up to the controller, usually the older, and changes when one is made again. Part of the requests, or
all, go where they should not.

How it is told apart: same class, host, path and path type, different backends. A canary (annotation) is meant so and is left out.

What to do: take the rule out of one of them.`,
	Detect: detectIngressConflict,
}

func detectIngressConflict(c *Context) []Finding {
	type claim struct {
		in      *networkingv1.Ingress
		backend string
	}
	var out []Finding
	claims := map[string]claim{}
	for _, in := range c.Snapshot.Ingresses {
		if canary(in) {
			continue
		}
		for _, r := range ingressRoutes(in) {
			first, ok := claims[r.key]
			if !ok {
				claims[r.key] = claim{in, r.backend}
				continue
			}
			if first.in == in || first.backend == r.backend {
				continue
			}
			f := c.ingressFinding(in, "spec.rules", r.where, "claims "+r.where+" as another Ingress does",
				fmt.Sprintf("Ingress %s sends %s to %s, and Ingress %s/%s sends it to %s: the controller decides which one wins.",
					in.Name, r.where, r.backend, first.in.Namespace, first.in.Name, first.backend),
				Step{Kind: Check, Text: "the Ingresses of the host", Command: "kubectl get ingress -A"})
			f.Severity = Info
			f.Evidence = append(f.Evidence, c.Field("Ingress", first.in, "spec.rules", r.where))
			out = append(out, f)
			break
		}
	}
	return out
}

func canary(in *networkingv1.Ingress) bool {
	for key := range in.Annotations {
		if strings.Contains(key, "canary") || strings.Contains(key, "mergeable-ingress-type") {
			return true
		}
	}
	return false
}

// ingressRoute is one path of an Ingress.
type ingressRoute struct{ key, where, backend string }

func ingressRoutes(in *networkingv1.Ingress) []ingressRoute {
	var out []ingressRoute
	class := in.Annotations["kubernetes.io/ingress.class"]
	if in.Spec.IngressClassName != nil {
		class = *in.Spec.IngressClassName
	}
	for _, r := range in.Spec.Rules {
		if r.HTTP == nil {
			continue
		}
		for _, p := range r.HTTP.Paths {
			if p.Backend.Service == nil {
				continue
			}
			kind := ""
			if p.PathType != nil {
				kind = string(*p.PathType)
			}
			where := cmp.Or(r.Host, "every host") + cmp.Or(p.Path, "/")
			out = append(out, ingressRoute{class + " " + where + " " + kind, where, in.Namespace + "/" + p.Backend.Service.Name})
		}
	}
	return out
}
