package loader

import (
	"slices"
	"time"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// statusTimes are the times that controllers and kubelets wrote into the status of an object.
func statusTimes(o metav1.Object) (out []time.Time) {
	for _, c := range Conditions(o) {
		out = append(out, c.Since, c.Written)
	}
	switch o := o.(type) {
	case *batchv1.Job:
		return append(out, present(o.Status.StartTime, o.Status.CompletionTime)...)
	case *batchv1.CronJob:
		return append(out, present(o.Status.LastScheduleTime, o.Status.LastSuccessfulTime)...)
	case *autoscalingv2.HorizontalPodAutoscaler:
		return append(out, present(o.Status.LastScaleTime)...)
	case *coordinationv1.Lease:
		if t := o.Spec.RenewTime; t != nil {
			out = append(out, t.Time)
		}
	case *corev1.Pod:
		return append(out, runTimes(o)...)
	}
	return out
}

// runTimes are the times that kubelets wrote of the runs of a Pod's containers.
func runTimes(p *corev1.Pod) (out []time.Time) {
	for _, c := range slices.Concat(p.Status.InitContainerStatuses, p.Status.ContainerStatuses) {
		if c.State.Running != nil {
			out = append(out, c.State.Running.StartedAt.Time)
		}
		for _, t := range []*corev1.ContainerStateTerminated{c.State.Terminated, c.LastTerminationState.Terminated} {
			if t != nil {
				out = append(out, t.StartedAt.Time, t.FinishedAt.Time)
			}
		}
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
