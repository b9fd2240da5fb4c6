package rules

var lintMemoryLimit = &Rule{
	ID:    "hygiene/no-memory-limit",
	Title: "containers may take all memory of their node",
	Doc: `Without a memory limit a leak ends only when the node is out of memory, and then other Pods are evicted or killed with it. ` +
		`A limit of cpu is another matter: it only slows down.`,
	Detect: lintContainers("a container has no memory limit", func(_ *Pod, ct Container) (string, string) {
		if ct.Spec.Resources.Limits.Memory().IsZero() {
			return "resources.limits", "no memory limit"
		}
		return "", ""
	}),
}
