package rules

var lintServiceAccount = &Rule{
	ID:    "hygiene/default-service-account",
	Title: "Pods carry the token of their namespace's default account",
	Doc: `The Pod runs as ServiceAccount default and mounts its token. What one program of the namespace is allowed, all of them are. ` +
		`Give programs that talk to the API an account of their own, and set automountServiceAccountToken: false for the others.`,
	Detect: lintPods(func(c *Context, p *Pod) (string, []Evidence) {
		mounts := p.Spec.AutomountServiceAccountToken == nil || *p.Spec.AutomountServiceAccountToken
		if p.Spec.ServiceAccountName != "default" || !mounts {
			return "", nil
		}
		return "runs as the namespace's default account", []Evidence{c.PodField(p, "spec.serviceAccountName", "default")}
	}),
}
