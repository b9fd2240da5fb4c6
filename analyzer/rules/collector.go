package rules

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// collectors are how tools that collect dumps name their own Pods, namespaces and labels.
var collectors = []string{"troubleshoot", "must-gather", "openshift-must-gather", "sonobuoy", "support-bundle"}

// isCollector reports whether the Pod is the collecting tool's own: it comes and goes with the dump, and its state says nothing
// about the cluster.
func isCollector(p *corev1.Pod) bool {
	names := []string{p.Name, p.Namespace, p.Labels["component"], p.Labels["app"], p.Labels["app.kubernetes.io/name"]}
	for key := range p.Labels {
		names = append(names, key)
	}
	for _, name := range names {
		for _, c := range collectors {
			if rest, ok := strings.CutPrefix(name, c); ok && (rest == "" || strings.ContainsAny(rest[:1], "-./")) {
				return true
			}
		}
	}
	return false
}
