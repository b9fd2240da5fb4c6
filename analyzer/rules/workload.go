package rules

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/podtriage/podtriage/loader"
)

// workloadRules are the rules of this family, most specific first.
var workloadRules = []*Rule{
	jobDeadline,
	jobPodDeadline,
	jobSidecar,
	cronInvalid,
	cronMissed,
	cronBlocked,
	cronSuspended,
	jobFailed,
	rolloutDeadline,
	rolloutUnavailable,
	rolloutOrdinal,
	rolloutDaemon,
	rolloutHeadless,
	rolloutPaused,
	rolloutZero,
	scalingTarget,
	scalingMetrics,
	scalingMaximum,
}

// jobEnd returns the condition that ends the Job, or nil while it goes on.
func jobEnd(j *batchv1.Job) *batchv1.JobCondition {
	for i := range j.Status.Conditions {
		c := &j.Status.Conditions[i]
		if (c.Type == batchv1.JobComplete || c.Type == batchv1.JobFailed) && c.Status == corev1.ConditionTrue {
			return c
		}
	}
	return nil
}

// backends returns the Pods that a Service selects, and how many of them are ready.
func (c *Context) backends(svc *corev1.Service) (pods []*Pod, ready int) {
	if len(svc.Spec.Selector) == 0 {
		return nil, 0
	}
	sel := labels.SelectorFromSet(svc.Spec.Selector)
	for _, raw := range c.Snapshot.PodsIn(svc.Namespace) {
		if !sel.Matches(labels.Set(raw.Labels)) {
			continue
		}
		p := c.Pod(loader.RefOf("Pod", raw))
		if p == nil || p.Status.Phase == corev1.PodSucceeded || p.Status.Phase == corev1.PodFailed {
			continue
		}
		pods = append(pods, p)
		if r := p.Condition(corev1.PodReady); r != nil && r.Status == corev1.ConditionTrue {
			ready++
		}
	}
	return pods, ready
}
