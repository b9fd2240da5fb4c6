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
	pods     []*rules.Pod // without records of those that ended and are no longer needed
	found    []rules.Finding
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

// Run checks one workload, in the light of what the rules found. ok is false if it is not in the dump or of a kind that has no rollout.
func Run(c *rules.Context, found []rules.Finding, ref loader.Ref) (r Result, ok bool) {
	w := read(c, ref)
	if w == nil {
		return Result{}, false
	}
	w.found = found
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
	w := &workload{c: c, obj: c.Snapshot.Find(ref), pods: current(c.PodsOf(ref))}
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
