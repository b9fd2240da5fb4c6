// Package precheck answers, from a dump, whether one more rollout of a workload would find what it needs: room on nodes,
// quota, and the objects that its template names.
//
// In go the Context of the rules and a workload; out comes a [Result], a list of checks in a fixed order, each answered yes,
// no, or cannot tell, with what it rests on. Nothing is predicted about the new template: the one in the dump is rolled out again.
package precheck

import (
	"cmp"
	"fmt"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// Answer is yes, no, or cannot tell.
type Answer string

// The answers. Unknown says that the dump lacks what would decide.
const (
	Yes     Answer = "yes"
	No      Answer = "no"
	Unknown Answer = "cannot tell"
)

// Result is what a rollout of one workload would find.
type Result struct {
	Workload loader.Ref `json:"workload"`
	Answer   Answer     `json:"answer"` // no if any check says no, else cannot tell if any cannot
	Plan     string     `json:"plan"`   // what the rollout does first
	Checks   []Check    `json:"checks"`
}

// Check is one question.
type Check struct {
	Name     string           `json:"name"`
	Answer   Answer           `json:"answer"`
	Text     string           `json:"text"`
	Evidence []rules.Evidence `json:"evidence,omitempty"`
}

// workload is what a rollout needs to know.
type workload struct {
	c        *rules.Context
	ref      loader.Ref
	obj      metav1.Object
	template corev1.PodTemplateSpec
	replicas int
	surge    int // Pods that are added before any is removed
	removed  int // Pods that are removed before any is added
	plan     string
	paused   bool
	pods     []*rules.Pod
}

// Workloads lists what can be checked, ordered by namespace, kind and name.
func Workloads(s *loader.Snapshot) []loader.Ref {
	var out []loader.Ref
	for _, d := range s.Deployments {
		out = append(out, loader.RefOf("Deployment", d))
	}
	for _, d := range s.StatefulSets {
		out = append(out, loader.RefOf("StatefulSet", d))
	}
	for _, d := range s.DaemonSets {
		out = append(out, loader.RefOf("DaemonSet", d))
	}
	slices.SortFunc(out, func(a, b loader.Ref) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// Run checks one workload. ok is false if it is not in the dump or of a kind that has no rollout.
func Run(c *rules.Context, ref loader.Ref) (r Result, ok bool) {
	w := read(c, ref)
	if w == nil {
		return Result{}, false
	}
	r = Result{Workload: w.ref, Plan: w.plan, Checks: []Check{w.state(), w.room(), w.quota(), w.budget(), w.references(), w.pullSecrets()}}
	r.Answer = Yes
	for _, check := range r.Checks {
		counts := check.Name != "budget" // a rollout does not ask budgets
		if check.Answer == No || check.Answer == Unknown && r.Answer == Yes && counts {
			r.Answer = check.Answer
		}
	}
	return r, true
}

func read(c *rules.Context, ref loader.Ref) *workload {
	w := &workload{c: c, obj: c.Snapshot.Find(ref), pods: c.PodsOf(ref)}
	_, w.replicas, _ = rules.ReplicasOf(w.obj)
	switch o := w.obj.(type) {
	case *appsv1.Deployment:
		w.template, w.paused = o.Spec.Template, o.Spec.Paused
		w.planDeployment(o)
	case *appsv1.StatefulSet:
		w.template, w.removed = o.Spec.Template, 1
		w.plan = "replaces one Pod after the other"
		if o.Spec.UpdateStrategy.Type == appsv1.OnDeleteStatefulSetStrategyType {
			w.plan = "replaces a Pod only when somebody deletes it (strategy OnDelete)"
		}
	case *appsv1.DaemonSet:
		w.template, w.removed = o.Spec.Template, 1
		w.plan = "replaces one Pod after the other, each on its node"
	default:
		return nil
	}
	w.ref = loader.RefOf(ref.Kind, w.obj)
	return w
}

// planDeployment works out the first step, with the defaults that the API server fills in: 25% of each.
func (w *workload) planDeployment(d *appsv1.Deployment) {
	if w.replicas == 0 {
		w.plan = "replaces no Pod: it is scaled to zero"
		return
	}
	if d.Spec.Strategy.Type == appsv1.RecreateDeploymentStrategyType {
		w.removed = w.replicas
		w.plan = fmt.Sprintf("removes %s, then makes new ones (strategy Recreate)", rules.Count(w.replicas, "Pod"))
		return
	}
	surge, unavailable := intstr.FromString("25%"), intstr.FromString("25%")
	if r := d.Spec.Strategy.RollingUpdate; r != nil {
		surge, unavailable = *cmp.Or(r.MaxSurge, &surge), *cmp.Or(r.MaxUnavailable, &unavailable)
	}
	w.surge, _ = intstr.GetScaledValueFromIntOrPercent(&surge, w.replicas, true)
	w.removed, _ = intstr.GetScaledValueFromIntOrPercent(&unavailable, w.replicas, false)
	if w.surge == 0 && w.removed == 0 {
		w.removed = 1
	}
	w.plan = fmt.Sprintf("adds %d and may remove %d of %s at first (maxSurge %s, maxUnavailable %s)",
		w.surge, w.removed, rules.Count(w.replicas, "Pod"), surge.String(), unavailable.String())
}

// state says whether a rollout would start at all.
func (w *workload) state() Check {
	kind := w.ref.Kind
	switch {
	case w.paused:
		return Check{"state", No, "it is paused: a change would not be rolled out",
			[]rules.Evidence{w.c.Field(kind, w.obj, "spec.paused", "paused: true")}}
	case w.replicas == 0:
		return Check{"state", Yes, "it is scaled to zero: a rollout needs nothing",
			[]rules.Evidence{w.c.Field(kind, w.obj, "spec.replicas", "replicas: 0")}}
	}
	var bad []*rules.Pod
	for _, p := range w.pods {
		if !p.Healthy {
			bad = append(bad, p)
		}
	}
	if len(bad) > 0 {
		e := w.c.StatusColumn(bad[0])
		return Check{"state", No, fmt.Sprintf("%d of %s not healthy now, such as %s (%s): the same template would fail again",
			len(bad), rules.Count(len(w.pods), "Pod"), bad[0].Name, bad[0].Row.Status), []rules.Evidence{e}}
	}
	if d, ok := w.obj.(*appsv1.Deployment); ok {
		for _, cond := range d.Status.Conditions {
			if cond.Type == appsv1.DeploymentReplicaFailure && cond.Status == corev1.ConditionTrue {
				return Check{"state", No, "its Pods are refused now: " + cond.Message,
					[]rules.Evidence{w.c.Field(kind, d, "status.conditions[ReplicaFailure].message", cond.Message)}}
			}
		}
	}
	if len(w.pods) < w.replicas {
		return Check{"state", Unknown, fmt.Sprintf("it wants %s and the dump holds %d of them", rules.Count(w.replicas, "Pod"), len(w.pods)),
			[]rules.Evidence{w.c.Field(kind, w.obj, "spec.replicas", fmt.Sprintf("replicas: %d", w.replicas))}}
	}
	return Check{"state", Yes, fmt.Sprintf("healthy: %d of %s", len(w.pods), rules.Count(w.replicas, "Pod")),
		[]rules.Evidence{w.c.Field(kind, w.obj, "spec.replicas", fmt.Sprintf("replicas: %d", w.replicas))}}
}
