package rules

import "cmp"

import corev1 "k8s.io/api/core/v1"

var lintRequests = &Rule{
	ID:    "hygiene/no-requests",
	Title: "containers ask for no cpu or memory",
	Doc: `Without requests the scheduler counts the container as nothing and places it anywhere, and under memory pressure its Pod is ` +
		`evicted first. Set requests near to what it uses.`,
	Detect: lintContainers("a container has no request for cpu or memory", func(_ *Pod, ct Container) (string, string) {
		r := ct.Spec.Resources.Requests
		if r.Memory().IsZero() || r.Cpu().IsZero() {
			return "resources.requests", cmp.Or(requestText(r), "none")
		}
		return "", ""
	}),
}

func requestText(r corev1.ResourceList) string {
	if q := r.Memory(); !q.IsZero() {
		return "memory: " + q.String()
	}
	if q := r.Cpu(); !q.IsZero() {
		return "cpu: " + q.String()
	}
	return ""
}
