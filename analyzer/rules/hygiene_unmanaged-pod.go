package rules

var lintUnmanaged = &Rule{
	ID:    "hygiene/unmanaged-pod",
	Title: "Pods belong to no controller",
	Doc: `Nobody made the Pod but a person or a tool: when its node goes, or it is evicted, nothing makes it again. ` +
		`Put it into a Deployment or a Job.`,
	Detect: lintPods(func(c *Context, p *Pod) (string, []Evidence) {
		if len(p.OwnerReferences) > 0 {
			return "", nil
		}
		return "belongs to no controller: nothing replaces it", []Evidence{c.PodField(p, "metadata.ownerReferences", "none")}
	}),
}
