package rules

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var rolloutDeadline = &Rule{
	ID:    "rollout/deadline-exceeded",
	Title: "the rollout has stopped making progress",
	Doc: `No Pod of the new revision became available within spec.progressDeadlineSeconds (600 by default). The controller only reports it: it neither rolls back nor stops. If Pods of the
revision before still serve, the workload is degraded, not down. Why the new Pods do not come up is the cause; this is its effect.`,
	Detect: detectRolloutDeadline,
}

func detectRolloutDeadline(c *Context) []Finding {
	var out []Finding
	for _, d := range c.Snapshot.Deployments {
		cond := deploymentCondition(d, appsv1.DeploymentProgressing)
		if cond == nil || cond.Status != corev1.ConditionFalse || replicas(d.Spec.Replicas) == 0 {
			continue
		}
		f := c.deploymentFinding(d, cond)
		f.Title = "its rollout is stuck: " + availability(d)
		f.Cause = fmt.Sprintf("The rollout has made no progress within its deadline (%s): %s.",
			cmp.Or(cond.Reason, "ProgressDeadlineExceeded"), availability(d))
		if cond.Reason == "ReplicaSetCreateError" {
			f.Title, f.Cause = "its new ReplicaSet cannot be created",
				"The controller cannot create the ReplicaSet of the new revision: "+sentence(cond.Message)
		}
		c.newAgainstOld(d, &f)
		out = append(out, f)
	}
	return out
}

func deploymentCondition(d *appsv1.Deployment, t appsv1.DeploymentConditionType) *appsv1.DeploymentCondition {
	for i := range d.Status.Conditions {
		if d.Status.Conditions[i].Type == t {
			return &d.Status.Conditions[i]
		}
	}
	return nil
}

// availability is "1 of 3 replicas available".
func availability(d *appsv1.Deployment) string {
	return fmt.Sprintf("%d of %d replicas available", d.Status.AvailableReplicas, replicas(d.Spec.Replicas))
}

// deploymentFinding is a symptom of a Deployment, at one of its conditions.
func (c *Context) deploymentFinding(d *appsv1.Deployment, cond *appsv1.DeploymentCondition) Finding {
	ref := loader.RefOf("Deployment", d)
	ev := c.conditionEvidence("Deployment", d, string(cond.Type), cmp.Or(cond.Message, cond.Reason), cond.LastTransitionTime)
	f := Finding{Severity: Error, Confidence: Confirmed, Symptom: true, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec.template"},
		Evidence: []Evidence{ev, c.Field("Deployment", d, "status", availability(d))}, First: ev.At, Last: c.Now,
		Next: []Step{{Kind: Ask, Text: "the rollout's state and Events", Command: Kubectl(d.Namespace, "describe deployment %s", d.Name)}}}
	f.Affected = c.unhealthyOf(ref)
	if len(c.PodsOf(ref)) == 0 {
		f.Unknown = append(f.Unknown, "why no Pod is available: none of its Pods is in the dump")
		f.Next = append(f.Next, Step{Kind: Ask, Text: "its Pods", Command: Kubectl(d.Namespace, "get pods -o wide")})
	}
	return f
}

// unhealthyOf are the Pods of a workload that do not do what they should.
func (c *Context) unhealthyOf(workload loader.Ref) []loader.Ref {
	var out []loader.Ref
	for _, p := range c.PodsOf(workload) {
		if !p.Healthy {
			out = append(out, p.Ref)
		}
	}
	return out
}

// newAgainstOld says whether only Pods of the new revision fail: then the change did it.
func (c *Context) newAgainstOld(d *appsv1.Deployment, f *Finding) {
	var newest *appsv1.ReplicaSet
	for _, rs := range c.Snapshot.ReplicaSets {
		if rs.Namespace == d.Namespace && c.Snapshot.Workload("ReplicaSet", rs).Key() == f.Subject.Key() &&
			(newest == nil || revision(rs) > revision(newest)) {
			newest = rs
		}
	}
	if newest == nil {
		return
	}
	old := 0
	for _, p := range c.PodsOf(f.Subject) {
		up, _ := loader.Controller(p.Pod)
		if up.Name != newest.Name && p.Healthy {
			old++
		}
		if up.Name == newest.Name && p.Healthy {
			return
		}
	}
	if old > 0 {
		f.Note = fmt.Sprintf("%s of the revision before still run; only revision %d fails, so the change did it",
			Count(old, "Pod"), revision(newest))
		f.Next = append(f.Next, Step{Kind: Fix, Text: "go back to the revision before (changes the Deployment)",
			Command: Kubectl(d.Namespace, "rollout undo deployment/%s", d.Name)})
	}
}

var rolloutUnavailable = &Rule{
	ID:    "rollout/unavailable",
	Title: "fewer replicas are available than the workload needs",
	Doc: `The Deployment's condition Available is False: fewer Pods are ready than spec.replicas less maxUnavailable. It is the effect of what ails the Pods, and is shown on its own only when
the dump does not tell that.`,
	Detect: detectUnavailable,
}

func detectUnavailable(c *Context) []Finding {
	var out []Finding
	for _, d := range c.Snapshot.Deployments {
		cond := deploymentCondition(d, appsv1.DeploymentAvailable)
		stuck := deploymentCondition(d, appsv1.DeploymentProgressing)
		if replicas(d.Spec.Replicas) == 0 || stuck != nil && stuck.Status == corev1.ConditionFalse || d.DeletionTimestamp != nil {
			continue
		}
		if cond == nil || cond.Status != corev1.ConditionFalse {
			out = append(out, c.deploymentBehind(d)...)
			continue
		}
		if !c.timeless() && c.Now.Sub(cond.LastTransitionTime.Time) < settle {
			continue
		}
		f := c.deploymentFinding(d, cond)
		f.Title = "is not available: " + availability(d)
		f.Cause = "The Deployment has fewer ready Pods than it needs: " + availability(d) + "."
		f.Culprit.Field = "status.availableReplicas"
		if c.timeless() {
			f.Severity, f.Confidence = Warning, Possible
			f.Unknown = append(f.Unknown, howLong)
		}
		out = append(out, f)
	}
	return out
}

// deploymentBehind is the Finding about a Deployment that serves with fewer Pods than it wants and has no rollout under way, where
// the dump does not hold its Pods.
func (c *Context) deploymentBehind(d *appsv1.Deployment) []Finding {
	ref := loader.RefOf("Deployment", d)
	st, want := d.Status, replicas(d.Spec.Replicas)
	if int(st.AvailableReplicas) >= want || int(st.UpdatedReplicas) < want || d.Spec.Paused || !c.podsUnknown(ref) ||
		c.settling(d.CreationTimestamp.Time, d.Generation, st.ObservedGeneration) {
		return nil
	}
	f := c.behind(ref, Culprit{Ref: ref, Field: "status.availableReplicas"}, int(st.AvailableReplicas), want)
	f.Evidence = []Evidence{c.Field("Deployment", d, "status", availability(d))}
	return []Finding{f}
}

var rolloutPaused = &Rule{
	ID:    "rollout/paused",
	Title: "the rollout is paused",
	Doc: `spec.paused is true: changes of the template are not rolled out until kubectl rollout resume. ` +
		`Often forgotten after a manual step.`,
	Detect: detectPaused,
}

func detectPaused(c *Context) []Finding {
	var out []Finding
	for _, d := range c.Snapshot.Deployments {
		if !d.Spec.Paused {
			continue
		}
		ref := loader.RefOf("Deployment", d)
		out = append(out, Finding{Severity: Info, Confidence: Confirmed, Subject: ref,
			Culprit: Culprit{Ref: ref, Field: "spec.paused"}, Title: "is paused",
			Cause: fmt.Sprintf("The Deployment is paused: a change of its template is not rolled out (%d of %d "+
				"replicas are of the current template).", d.Status.UpdatedReplicas, replicas(d.Spec.Replicas)),
			Evidence: []Evidence{c.Field("Deployment", d, "spec.paused", "paused: true")},
			Next: []Step{{Kind: Fix, Text: "let it go on, if that is wanted (changes the Deployment)",
				Command: Kubectl(d.Namespace, "rollout resume deployment/%s", d.Name)}}})
	}
	return out
}

var rolloutZero = &Rule{
	ID:    "rollout/scaled-to-zero",
	Title: "the workload behind a Service is scaled to zero",
	Doc: `spec.replicas is 0, so that there is no Pod, while a Service selects such Pods and no others stand behind it: ` +
		`whoever calls it gets nothing.`,
	Detect: detectZero,
}

func detectZero(c *Context) []Finding {
	var out []Finding
	add := func(ref loader.Ref, ev Evidence, template corev1.PodTemplateSpec) {
		svc := c.serviceOf(ref.Namespace, template.Labels)
		if svc == nil {
			return
		}
		if pods, _ := c.backends(svc); len(pods) > 0 {
			return
		}
		out = append(out, Finding{Severity: Info, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec.replicas"},
			Title:    "is scaled to zero",
			Cause:    fmt.Sprintf("%s %s has spec.replicas 0, and Service %s has no other Pod behind it.", ref.Kind, ref.Name, svc.Name),
			Evidence: []Evidence{ev, c.Field("Service", svc, "spec.selector", labelText(svc.Spec.Selector))},
			Next: []Step{{Kind: Check, Text: "who scaled it down, and whether that is wanted",
				Command: Kubectl(ref.Namespace, "describe %s", handle(ref))}}})
	}
	for _, d := range c.Snapshot.Deployments {
		if d.Spec.Replicas != nil && *d.Spec.Replicas == 0 {
			add(loader.RefOf("Deployment", d), c.Field("Deployment", d, "spec.replicas", "replicas: 0"), d.Spec.Template)
		}
	}
	for _, s := range c.Snapshot.StatefulSets {
		if s.Spec.Replicas != nil && *s.Spec.Replicas == 0 {
			add(loader.RefOf("StatefulSet", s), c.Field("StatefulSet", s, "spec.replicas", "replicas: 0"), s.Spec.Template)
		}
	}
	return out
}

// labelText prints labels in the order of their keys.
func labelText(m map[string]string) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, k+"="+m[k])
	}
	return strings.Join(parts, ",")
}
