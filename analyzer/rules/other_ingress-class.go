package rules

import (
	"fmt"

	networkingv1 "k8s.io/api/networking/v1"

	"github.com/podtriage/podtriage/loader"
)

var ingressClass = &Rule{
	ID:    "other/ingress-class",
	Title: "an Ingress is of a class that does not exist",
	Doc: `spec.ingressClassName names an IngressClass that the cluster does not have, so no controller serves the Ingress: it gets no address, and its hosts answer nothing. An Ingress without a class is served only where one
class is the default; that is not judged, since controllers may be set to take it.

What to do: correct the name, or install the controller.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, in := range c.Snapshot.Ingresses {
			if in.Spec.IngressClassName == nil ||
				c.Snapshot.Lookup(loader.Ref{Kind: "IngressClass", Name: *in.Spec.IngressClassName}) != loader.Absent ||
				len(in.Status.LoadBalancer.Ingress) > 0 {
				continue
			}
			name := *in.Spec.IngressClassName
			out = append(out, c.ingressFinding(in, "spec.ingressClassName", name, "its class "+name+" does not exist",
				fmt.Sprintf("Ingress %s is of class %s, and the cluster has no such IngressClass: no controller serves it.", in.Name, name),
				Step{Kind: Check, Text: "the classes that there are", Command: "kubectl get ingressclasses"}))
		}
		return out
	},
}

func (c *Context) ingressFinding(in *networkingv1.Ingress, field, text, title, cause string, next Step) Finding {
	ref := loader.RefOf("Ingress", in)
	return Finding{Severity: Warning, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: field},
		Title: title, Cause: cause, Evidence: []Evidence{c.Field("Ingress", in, field, text)}, Next: []Step{next}}
}
