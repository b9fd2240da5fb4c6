package rules

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var lintSharedSelector = &Rule{
	ID:    "hygiene/shared-selector",
	Title: "two Services select the same Pods by the same labels and ports",
	Doc: `Two Services of one namespace have the same selector and the same ports: one is a leftover, or was copied and its selector ` +
		`forgotten, and then it leads to the wrong Pods. A headless Service beside a usual one is meant so.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		first := map[string]*corev1.Service{}
		for _, svc := range c.selecting() {
			if svc.Spec.ClusterIP == corev1.ClusterIPNone || system(svc.Namespace) {
				continue
			}
			key := svc.Namespace + " " + labelText(svc.Spec.Selector)
			for _, p := range svc.Spec.Ports {
				key += " " + p.TargetPort.String()
			}
			if o := first[key]; o != nil && o.Spec.Type == svc.Spec.Type {
				text := labelText(svc.Spec.Selector)
				out = append(out, lint(loader.RefOf("Service", svc), "selects what Service "+o.Name+" selects",
					c.Field("Service", svc, "spec.selector", text), c.Field("Service", o, "spec.selector", text)))
				continue
			}
			first[key] = svc
		}
		return out
	},
}
