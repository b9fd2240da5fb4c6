package rules

import (
	"slices"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

// Hygiene lists the rules about what is not good practice and breaks nothing by itself. They are asked only on request, their Findings are
// all Info, and no incident is made of them.
func Hygiene() []*Rule { return slices.Clone(hygieneRules) }

var hygieneRules = []*Rule{
	lintRequests, lintMemoryLimit, lintLatest, lintReadiness, lintSameProbes, lintSingle, lintNoBudget, lintUnmanaged,
	lintPrivileged, lintHostPath, lintServiceAccount, lintSharedSelector, lintNoPolicy, lintOvercommit, lintReleased, lintOldAPI,
}

// system are the namespaces of the cluster itself, whose Pods are made by others than those who read a report.
func system(namespace string) bool {
	return strings.HasPrefix(namespace, "kube-") || strings.HasPrefix(namespace, "openshift-") || namespace == "openshift" ||
		namespace == "local-path-storage"
}

// typical is one Pod of each workload outside of the cluster's own namespaces. What admission added counts, such as the defaults of a
// LimitRange.
func (c *Context) typical() []*Pod {
	var out []*Pod
	seen := map[loader.Ref]bool{}
	for _, p := range c.Pods {
		k := p.Workload.Key()
		if p.Recalled || p.Collector || isStatic(p) || system(p.Namespace) || seen[k] {
			continue
		}
		seen[k] = true
		out = append(out, p)
	}
	return out
}

// lintPods makes a Finding of each workload for which look returns evidence.
func lintPods(look func(c *Context, p *Pod) (cause string, evidence []Evidence)) func(*Context) []Finding {
	return func(c *Context) []Finding {
		var out []Finding
		for _, p := range c.typical() {
			if cause, evidence := look(c, p); len(evidence) > 0 {
				out = append(out, lint(p.Workload, cause, evidence...))
			}
		}
		return out
	}
}

// lintContainers makes a Finding of each workload with containers for which look returns the field and what stands in it.
func lintContainers(cause string, look func(p *Pod, ct Container) (field, text string)) func(*Context) []Finding {
	return lintPods(func(c *Context, p *Pod) (string, []Evidence) {
		var evidence []Evidence
		for _, ct := range p.Containers {
			if ct.Role != Main && ct.Role != Sidecar {
				continue
			}
			if field, text := look(p, ct); text != "" {
				evidence = append(evidence, c.PodField(p, "spec."+ct.Path+"."+field, text))
			}
		}
		return cause, evidence
	})
}

func lint(subject loader.Ref, cause string, evidence ...Evidence) Finding {
	return Finding{Severity: Info, Confidence: Confirmed, Subject: subject, Culprit: Culprit{Ref: subject, Field: evidence[0].Field},
		Title: cause, Cause: cause, Evidence: evidence}
}
