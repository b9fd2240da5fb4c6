package rules

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
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
