package loader

import (
	"time"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// statusTimes gives the times that controllers and kubelets wrote into the status of an object.
func statusTimes(o metav1.Object, add func(...time.Time)) {
	for c := range Conditions(o) {
		add(c.Since, c.Written)
	}
	switch o := o.(type) {
	case *batchv1.Job:
		present(add, o.Status.StartTime, o.Status.CompletionTime)
	case *batchv1.CronJob:
		present(add, o.Status.LastScheduleTime, o.Status.LastSuccessfulTime)
	case *autoscalingv2.HorizontalPodAutoscaler:
		present(add, o.Status.LastScaleTime)
	case *coordinationv1.Lease:
		if t := o.Spec.RenewTime; t != nil {
			add(t.Time)
		}
	case *corev1.Pod:
		runTimes(o.Status.InitContainerStatuses, add)
		runTimes(o.Status.ContainerStatuses, add)
	}
}

// runTimes gives the times that kubelets wrote of the runs of containers.
func runTimes(list []corev1.ContainerStatus, add func(...time.Time)) {
	for i := range list {
		c := &list[i]
		if c.State.Running != nil {
			add(c.State.Running.StartedAt.Time)
		}
		for _, t := range []*corev1.ContainerStateTerminated{c.State.Terminated, c.LastTerminationState.Terminated} {
			if t != nil {
				add(t.StartedAt.Time, t.FinishedAt.Time)
			}
		}
	}
}

func present(add func(...time.Time), list ...*metav1.Time) {
	for _, t := range list {
		if t != nil {
			add(t.Time)
		}
	}
}
