package rules

var lintHostPath = &Rule{
	ID:    "hygiene/host-path",
	Title: "Pods keep data on their node",
	Doc: `A volume of type hostPath is a folder of the node: the Pod sees other data on another node, what it writes fills the node's ` +
		`disk, and it may read what is not its own. Agents of a node need it; applications want a claim.`,
	Detect: lintPods(func(c *Context, p *Pod) (string, []Evidence) {
		var evidence []Evidence
		for _, v := range p.Spec.Volumes {
			if v.HostPath != nil {
				evidence = append(evidence, c.PodField(p, "spec.volumes["+v.Name+"].hostPath.path", v.HostPath.Path))
			}
		}
		return "has a folder of its node as volume", evidence
	}),
}
