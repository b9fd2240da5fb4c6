package rules

import (
	"cmp"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"

	"github.com/podtriage/podtriage/loader"
)

var ingressPort = &Rule{
	ID:    "other/ingress-port",
	Title: "an Ingress sends traffic to a port that its Service does not have",
	Doc: `A rule of the Ingress names a port, by number or by name, that spec.ports of the Service lacks: its controller answers 503 for that path, although Service and Pods are well. The number is the Service's port, not that of
the container.

What to do: correct the port in the Ingress.`,
	Detect: detectIngressPort,
}

func detectIngressPort(c *Context) []Finding {
	var out []Finding
	for _, in := range c.Snapshot.Ingresses {
		for _, b := range ingressBackends(in) {
			svc := c.serviceNamed(in.Namespace, b.Name)
			if svc == nil || b.Port.Number == 0 && b.Port.Name == "" || svc.Spec.Type == "ExternalName" {
				continue
			}
			var have []string
			found := false
			for _, p := range svc.Spec.Ports {
				found = found || p.Port == b.Port.Number || b.Port.Name != "" && p.Name == b.Port.Name
				have = append(have, strings.TrimPrefix(fmt.Sprintf("%s %d", p.Name, p.Port), " "))
			}
			if found {
				continue
			}
			want := cmp.Or(b.Port.Name, fmt.Sprint(b.Port.Number))
			f := c.ingressFinding(in, "spec.rules[].http.paths[].backend.service.port", b.Name+" port "+want,
				"its Service "+b.Name+" has no port "+want, fmt.Sprintf("Ingress %s sends traffic to port %s of Service %s, which has %s.",
					in.Name, want, b.Name, cmp.Or(strings.Join(have, ", "), "no ports")),
				Step{Kind: Check, Text: "the Service's ports", Command: Kubectl(in.Namespace, "get service %s", b.Name)})
			f.Evidence = append(f.Evidence, c.Field("Service", svc, "spec.ports", cmp.Or(strings.Join(have, ", "), "none")))
			out = append(out, f)
			break
		}
	}
	return out
}

func (c *Context) serviceNamed(namespace, name string) *corev1.Service {
	svc, _ := c.Snapshot.Find(loader.Ref{Kind: "Service", Namespace: namespace, Name: name}).(*corev1.Service)
	return svc
}

// ingressBackends are the Services that the Ingress sends traffic to, with their ports.
func ingressBackends(in *networkingv1.Ingress) []*networkingv1.IngressServiceBackend {
	var out []*networkingv1.IngressServiceBackend
	if b := in.Spec.DefaultBackend; b != nil && b.Service != nil {
		out = append(out, b.Service)
	}
	for _, r := range in.Spec.Rules {
		if r.HTTP == nil {
			continue
		}
		for i := range r.HTTP.Paths {
			if b := r.HTTP.Paths[i].Backend.Service; b != nil {
				out = append(out, b)
			}
		}
	}
	return out
}
