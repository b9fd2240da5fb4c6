package rules

import (
	corev1 "k8s.io/api/core/v1"
)

var lintPrivileged = &Rule{
	ID:    "hygiene/privileged",
	Title: "containers have the rights of their node",
	Doc: `The container is privileged, has the capability SYS_ADMIN, runs as user 0 by its own wish, or the Pod shares the node's ` +
		`processes, network or memory: who breaks out of the program has the node. Agents of a node need some of it; applications do not.`,
	Detect: lintPods(func(c *Context, p *Pod) (string, []Evidence) {
		var evidence []Evidence
		for _, shared := range []struct {
			field string
			on    bool
		}{{"spec.hostNetwork", p.Spec.HostNetwork}, {"spec.hostPID", p.Spec.HostPID}, {"spec.hostIPC", p.Spec.HostIPC}} {
			if shared.on {
				evidence = append(evidence, c.PodField(p, shared.field, "true"))
			}
		}
		for _, ct := range p.Containers {
			if field, text := nodeRights(ct.Spec.SecurityContext); text != "" {
				evidence = append(evidence, c.PodField(p, "spec."+ct.Path+".securityContext."+field, text))
			}
		}
		return "has rights on its node", evidence
	}),
}

func nodeRights(s *corev1.SecurityContext) (field, text string) {
	switch {
	case s == nil:
	case s.Privileged != nil && *s.Privileged:
		return "privileged", "true"
	case s.RunAsUser != nil && *s.RunAsUser == 0:
		return "runAsUser", "0"
	case s.Capabilities != nil:
		for _, name := range s.Capabilities.Add {
			if name == "SYS_ADMIN" || name == "ALL" {
				return "capabilities.add", string(name)
			}
		}
	}
	return "", ""
}
