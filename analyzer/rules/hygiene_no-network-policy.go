package rules

import "github.com/podtriage/podtriage/loader"

var lintNoPolicy = &Rule{
	ID:    "hygiene/no-network-policy",
	Title: "namespaces let every connection through",
	Doc: `No NetworkPolicy is in the namespace, so each Pod of the cluster may talk to its Pods. ` +
		`Looked at only where policies of the namespace are in the dump.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		seen := map[string]bool{}
		for _, np := range c.Snapshot.NetworkPolicies {
			seen[np.Namespace] = true
		}
		for _, p := range c.typical() {
			if seen[p.Namespace] || !c.Snapshot.Coverage.Collected("NetworkPolicy", p.Namespace) {
				continue
			}
			seen[p.Namespace] = true
			out = append(out, lint(loader.Ref{Kind: "Namespace", Name: p.Namespace}, "has no NetworkPolicy",
				c.PodField(p, "metadata.namespace", p.Namespace)))
		}
		return out
	},
}
