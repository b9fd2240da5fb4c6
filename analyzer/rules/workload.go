package rules

import (
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

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

// jobComplete reports whether the Job did its work.
func jobComplete(j *batchv1.Job) bool {
	end := jobEnd(j)
	return end != nil && end.Type == batchv1.JobComplete
}

// replicas is the wish of a spec: one where it says nothing, the API server's default.
func replicas(n *int32) int {
	if n == nil {
		return 1
	}
	return int(*n)
}

// ReplicasOf tells how many Pods of a workload are ready, by its own status, and how many it asks for; ok is false for an object that
// keeps no replicas, and for nil.
func ReplicasOf(workload metav1.Object) (ready, want int, ok bool) {
	switch o := workload.(type) {
	case *appsv1.Deployment:
		return int(o.Status.ReadyReplicas), replicas(o.Spec.Replicas), true
	case *appsv1.StatefulSet:
		return int(o.Status.ReadyReplicas), replicas(o.Spec.Replicas), true
	case *appsv1.ReplicaSet:
		return int(o.Status.ReadyReplicas), replicas(o.Spec.Replicas), true
	case *corev1.ReplicationController:
		return int(o.Status.ReadyReplicas), replicas(o.Spec.Replicas), true
	case *appsv1.DaemonSet:
		return int(o.Status.NumberReady), int(o.Status.DesiredNumberScheduled), true
	}
	return 0, 0, false
}

// WorkloadOf returns what was deployed for an object that is named somewhere; of one that is not in the dump as far as its name tells.
func (c *Context) WorkloadOf(r loader.Ref) loader.Ref {
	if p := c.Pod(r); p != nil {
		return p.Workload
	}
	if o := c.Snapshot.Find(r); o != nil {
		return c.Snapshot.Workload(r.Kind, o)
	}
	switch i := strings.LastIndexByte(r.Name, '-'); {
	case r.Kind == "Job":
		return loader.CronJobOf(r, c.Now)
	case r.Kind == "ReplicaSet" && i > 0:
		if o := c.Snapshot.Find(loader.Ref{Kind: "Deployment", Namespace: r.Namespace, Name: r.Name[:i]}); o != nil {
			return loader.RefOf("Deployment", o)
		}
	}
	return r
}
