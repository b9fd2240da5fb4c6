package rules

import (
	"fmt"
	"regexp"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/podtriage/podtriage/loader"
)

// blame is the field of the Pod's workload that holds the wish: spec.containers[app].image of a Pod is
// spec.template.spec.containers[app].image of its Deployment.
func blame(p *Pod, field string) Culprit {
	return Culprit{Ref: p.Workload, Field: templatePath(p.Workload.Kind) + field}
}

// templatePath is where objects of the kind keep the spec of their Pods.
func templatePath(kind string) string {
	switch kind {
	case "Pod":
		return "spec."
	case "CronJob":
		return "spec.jobTemplate.spec.template.spec."
	}
	return "spec.template.spec."
}

// nodeRef is the Pod's node as a Ref.
func nodeRef(p *Pod) loader.Ref {
	if p.Node != nil {
		return loader.RefOf("Node", p.Node)
	}
	return loader.Ref{Kind: "Node", Name: p.Spec.NodeName}
}

// blameNode makes the Pod's node the culprit, or the workload where the dump does not tell the node.
func blameNode(p *Pod, field string) Culprit {
	if p.Spec.NodeName == "" {
		return Culprit{Ref: p.Workload}
	}
	return Culprit{Ref: nodeRef(p), Field: field}
}

// Kubectl is a command about one namespace; of an object that was saved without one it names none.
func Kubectl(namespace, format string, args ...any) string {
	if namespace == "" {
		return "kubectl " + fmt.Sprintf(format, args...)
	}
	return "kubectl -n " + namespace + " " + fmt.Sprintf(format, args...)
}

// handle is how kubectl names an object: deployment/api.
func handle(r loader.Ref) string { return strings.ToLower(r.Kind) + "/" + r.Name }

// describePod asks for what Events said since; they expire within an hour.
func describePod(p *Pod) Step {
	return Step{Kind: Ask, Text: "the Pod's newest Events and states", Command: Kubectl(p.Namespace, "describe pod %s", p.Name)}
}

// editWorkload is the fix that changes one field of the Pods' template. A Pod that nothing made cannot be changed in place.
func editWorkload(p *Pod, what string) Step {
	if p.Workload.Kind == "Pod" {
		return Step{Kind: Fix, Text: what + " (the Pod must be deleted and created again)",
			Command: Kubectl(p.Namespace, "get pod %s -o yaml > %s.yaml", p.Name, p.Name)}
	}
	if p.Workload.Kind == "ReplicaSet" && p.Labels[appsv1.DefaultDeploymentUniqueLabelKey] != "" {
		return editDeploymentOf(p.Workload, what)
	}
	if p.Workload.Kind == "Job" {
		return remakeJob(p.Workload, what)
	}
	return Step{Kind: Fix, Text: what + " (changes " + p.Workload.String() + "; new Pods get it)",
		Command: Kubectl(p.Namespace, "edit %s", handle(p.Workload))}
}

// remakeJob is the fix in a Job: the API server refuses any change of its template.
func remakeJob(job loader.Ref, what string) Step {
	return Step{Kind: Fix,
		Text:    what + " in the manifest of " + job.String() + ", delete the Job and make it anew: its template cannot be changed",
		Command: Kubectl(job.Namespace, "get %s -o yaml > %s.yaml", handle(job), job.Name)}
}

// deletePod is the fix that deletes the Pod. One that no controller makes again is saved first, else it is lost.
func deletePod(p *Pod, what string) Step {
	if remade(p) {
		return Step{Kind: Fix, Text: what + "; its controller makes a new one", Command: Kubectl(p.Namespace, "delete pod %s", p.Name)}
	}
	return Step{Kind: Fix, Text: what + " and create it again: no controller makes a new one, so save its manifest first and take status, " +
		"uid, resourceVersion and spec.nodeName out of it", Command: Kubectl(p.Namespace, "get pod %s -o yaml > %s.yaml", p.Name, p.Name)}
}

// remade reports whether a controller, or the kubelet of a static Pod, makes the Pod again when it is deleted.
func remade(p *Pod) bool {
	_, owned := loader.Controller(p.Pod)
	return owned || p.Workload.Kind != "Pod"
}

// editDeploymentOf is the fix in the Deployment of a ReplicaSet that only the ReplicaSet tells of; the Deployment would make another
// ReplicaSet instead of one that somebody changed.
func editDeploymentOf(replicaSet loader.Ref, what string) Step {
	return Step{Kind: Fix, Text: what + ", in the Deployment that owns " + replicaSet.String() + " (not in the dump)",
		Command: Kubectl(replicaSet.Namespace, "get %s -o jsonpath='{.metadata.ownerReferences}'", handle(replicaSet))}
}

// hashed are names that end in the hash of a Pod template, in the letters that Kubernetes uses for it (apimachinery rand.SafeEncodeString).
var hashed = regexp.MustCompile(`-[bcdfghjklmnpqrstvwxz2456789]{6,10}$`)

// rollback is the fix that goes back to the revision before, where the workload keeps one and one was there.
func (c *Context) rollback(p *Pod) []Step {
	if p.Workload.Kind != "Deployment" {
		return nil
	}
	old := c.previousReplicaSet(p)
	if old == nil || !differs(p, &c.replicaSetOf(p).Spec.Template.Spec, &old.Spec.Template.Spec) {
		return nil
	}
	return []Step{{Kind: Fix, Text: "go back to the revision before (changes " + p.Workload.String() + ": all its Pods get the old template)",
		Command: Kubectl(p.Namespace, "rollout undo %s", handle(p.Workload))}}
}

// differs reports whether the templates differ in a container of the Pod that is not well, or in their volumes. A step back
// changes nothing where they do not.
func differs(p *Pod, own, old *corev1.PodSpec) bool {
	if !equality.Semantic.DeepEqual(own.Volumes, old.Volumes) {
		return true
	}
	failing := false
	for _, ct := range p.Containers {
		if ct.Status.Ready {
			continue
		}
		failing = true
		if !equality.Semantic.DeepEqual(containerOf(own, ct.Name), containerOf(old, ct.Name)) {
			return true
		}
	}
	return !failing
}

// containerOf returns the spec of the template's container of that name, or nil.
func containerOf(spec *corev1.PodSpec, name string) *corev1.Container {
	for _, list := range [][]corev1.Container{spec.InitContainers, spec.Containers} {
		for i := range list {
			if list[i].Name == name {
				return &list[i]
			}
		}
	}
	return nil
}

// onNode is " on node worker-2", or "" for a Pod without one.
func onNode(p *Pod) string {
	if p.Spec.NodeName == "" {
		return ""
	}
	return " on node " + p.Spec.NodeName
}

// nodeSuffix is " worker-2", to stand behind "node", or "" for a Pod without one.
func nodeSuffix(p *Pod) string {
	if p.Spec.NodeName == "" {
		return ""
	}
	return " " + p.Spec.NodeName
}

// shortName is a qualified name for a title: a long one without its domain.
func shortName(name string) string {
	if len(name) > 30 {
		return name[strings.LastIndexByte(name, '/')+1:]
	}
	return name
}

// quoted is ` "name"`, or "" for no name.
func quoted(name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf(" %q", name)
}

// contains reports whether the text holds the word in any case.
func contains(text, word string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(word))
}

// nodeNetwork is what the Pod's node says about its network.
func (c *Context) nodeNetwork(p *Pod) []Evidence {
	if p.Node == nil {
		return nil
	}
	var out []Evidence
	for _, cond := range p.Node.Status.Conditions {
		bad := cond.Type == corev1.NodeNetworkUnavailable && cond.Status == corev1.ConditionTrue ||
			cond.Type == corev1.NodeReady && cond.Status != corev1.ConditionTrue && contains(cond.Message, "network")
		if bad && cond.Message != "" {
			out = append(out, c.conditionEvidence("Node", p.Node, string(cond.Type), cond.Message, cond.LastTransitionTime))
		}
	}
	return out
}
