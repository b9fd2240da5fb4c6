package loader

import (
	"time"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// deletionAsked is when the deletion of the object was asked for, or zero: metadata.deletionTimestamp lies a grace period later, so it may
// still be to come. Where the grace period is not recorded, a Pod's is unknown and that of other kinds is none.
func deletionAsked(o metav1.Object) time.Time {
	at, grace := o.GetDeletionTimestamp(), o.GetDeletionGracePeriodSeconds()
	_, pod := o.(*corev1.Pod)
	switch {
	case at == nil || pod && grace == nil:
		return time.Time{}
	case grace == nil:
		return at.Time
	}
	return at.Add(-time.Duration(*grace) * time.Second)
}

// statusTimes are the times that controllers wrote into the status of an object.
func statusTimes(o metav1.Object) []time.Time {
	switch o := o.(type) {
	case *batchv1.Job:
		return append(jobTimes(o), present(o.Status.StartTime, o.Status.CompletionTime)...)
	case *batchv1.CronJob:
		return present(o.Status.LastScheduleTime, o.Status.LastSuccessfulTime)
	case *autoscalingv2.HorizontalPodAutoscaler:
		out := present(o.Status.LastScaleTime)
		for i := range o.Status.Conditions {
			out = append(out, o.Status.Conditions[i].LastTransitionTime.Time)
		}
		return out
	case *corev1.PersistentVolumeClaim:
		return claimTimes(o)
	case *policyv1.PodDisruptionBudget:
		return conditionTimes(o.Status.Conditions)
	case *Other:
		return conditionTimes(o.Conditions)
	}
	return workloadTimes(o)
}

// workloadTimes are the condition times of the kinds that keep replicas.
func workloadTimes(o metav1.Object) (out []time.Time) {
	switch o := o.(type) {
	case *appsv1.Deployment:
		for i := range o.Status.Conditions {
			out = append(out, o.Status.Conditions[i].LastTransitionTime.Time, o.Status.Conditions[i].LastUpdateTime.Time)
		}
	case *appsv1.ReplicaSet:
		for i := range o.Status.Conditions {
			out = append(out, o.Status.Conditions[i].LastTransitionTime.Time)
		}
	case *appsv1.StatefulSet:
		for i := range o.Status.Conditions {
			out = append(out, o.Status.Conditions[i].LastTransitionTime.Time)
		}
	case *appsv1.DaemonSet:
		for i := range o.Status.Conditions {
			out = append(out, o.Status.Conditions[i].LastTransitionTime.Time)
		}
	}
	return out
}

func claimTimes(o *corev1.PersistentVolumeClaim) (out []time.Time) {
	for i := range o.Status.Conditions {
		out = append(out, o.Status.Conditions[i].LastTransitionTime.Time, o.Status.Conditions[i].LastProbeTime.Time)
	}
	return out
}

func jobTimes(o *batchv1.Job) (out []time.Time) {
	for i := range o.Status.Conditions {
		out = append(out, o.Status.Conditions[i].LastTransitionTime.Time, o.Status.Conditions[i].LastProbeTime.Time)
	}
	return out
}

func conditionTimes(list []metav1.Condition) (out []time.Time) {
	for i := range list {
		out = append(out, list[i].LastTransitionTime.Time)
	}
	return out
}

func present(list ...*metav1.Time) (out []time.Time) {
	for _, t := range list {
		if t != nil {
			out = append(out, t.Time)
		}
	}
	return out
}
