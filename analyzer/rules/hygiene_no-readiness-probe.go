package rules

var lintReadiness = &Rule{
	ID:    "hygiene/no-readiness-probe",
	Title: "Pods behind a Service have no readiness probe",
	Doc: `A Service selects the Pod and no container of it has a readiness probe, so it gets requests from the moment that its process ` +
		`exists, before it listens, and still when it hangs. Add a readiness probe.`,
	Detect: lintPods(func(c *Context, p *Pod) (string, []Evidence) {
		svc := c.serviceOf(p.Namespace, p.Labels)
		if svc == nil {
			return "", nil
		}
		for _, ct := range p.Containers {
			if ct.Spec.ReadinessProbe != nil {
				return "", nil
			}
		}
		return "no container has a readiness probe, and Service " + svc.Name + " sends requests",
			[]Evidence{c.Field("Service", svc, "spec.selector", labelText(svc.Spec.Selector))}
	}),
}
