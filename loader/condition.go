package loader

import (
	"iter"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Condition is a condition of any kind of object, in one shape. Times are as they were read: zero and the epoch are none.
type Condition struct {
	Type, Status, Reason, Message string

	Since time.Time // lastTransitionTime
	// Written is when it was last written or looked at, for kinds that say so: lastUpdateTime, lastProbeTime, lastHeartbeatTime.
	Written time.Time
}

// Conditions goes over the conditions of the object's status, in their order; none for kinds that have none.
func Conditions(o metav1.Object) iter.Seq[Condition] {
	switch o := o.(type) {
	case *corev1.Pod:
		return conditionsOf(o.Status.Conditions, func(c *corev1.PodCondition) Condition {
			return Condition{string(c.Type), string(c.Status), c.Reason, c.Message, c.LastTransitionTime.Time, c.LastProbeTime.Time}
		})
	case *corev1.Node:
		return conditionsOf(o.Status.Conditions, func(c *corev1.NodeCondition) Condition {
			return Condition{string(c.Type), string(c.Status), c.Reason, c.Message, c.LastTransitionTime.Time, c.LastHeartbeatTime.Time}
		})
	case *corev1.Namespace:
		return conditionsOf(o.Status.Conditions, func(c *corev1.NamespaceCondition) Condition {
			return Condition{string(c.Type), string(c.Status), c.Reason, c.Message, c.LastTransitionTime.Time, time.Time{}}
		})
	case *corev1.PersistentVolumeClaim:
		return conditionsOf(o.Status.Conditions, func(c *corev1.PersistentVolumeClaimCondition) Condition {
			return Condition{string(c.Type), string(c.Status), c.Reason, c.Message, c.LastTransitionTime.Time, c.LastProbeTime.Time}
		})
	case *certificatesv1.CertificateSigningRequest:
		return conditionsOf(o.Status.Conditions, func(c *certificatesv1.CertificateSigningRequestCondition) Condition {
			return Condition{string(c.Type), string(c.Status), c.Reason, c.Message, c.LastTransitionTime.Time, c.LastUpdateTime.Time}
		})
	case *corev1.Service:
		return conditionsOf(o.Status.Conditions, plainCondition)
	case *policyv1.PodDisruptionBudget:
		return conditionsOf(o.Status.Conditions, plainCondition)
	case *Other:
		return conditionsOf(o.Conditions, plainCondition)
	}
	return workloadConditions(o)
}

// workloadConditions is Conditions of the kinds that make Pods, and of what scales them.
func workloadConditions(o metav1.Object) iter.Seq[Condition] {
	switch o := o.(type) {
	case *appsv1.Deployment:
		return conditionsOf(o.Status.Conditions, func(c *appsv1.DeploymentCondition) Condition {
			return Condition{string(c.Type), string(c.Status), c.Reason, c.Message, c.LastTransitionTime.Time, c.LastUpdateTime.Time}
		})
	case *appsv1.ReplicaSet:
		return conditionsOf(o.Status.Conditions, func(c *appsv1.ReplicaSetCondition) Condition {
			return Condition{string(c.Type), string(c.Status), c.Reason, c.Message, c.LastTransitionTime.Time, time.Time{}}
		})
	case *corev1.ReplicationController:
		return conditionsOf(o.Status.Conditions, func(c *corev1.ReplicationControllerCondition) Condition {
			return Condition{string(c.Type), string(c.Status), c.Reason, c.Message, c.LastTransitionTime.Time, time.Time{}}
		})
	case *appsv1.StatefulSet:
		return conditionsOf(o.Status.Conditions, func(c *appsv1.StatefulSetCondition) Condition {
			return Condition{string(c.Type), string(c.Status), c.Reason, c.Message, c.LastTransitionTime.Time, time.Time{}}
		})
	case *appsv1.DaemonSet:
		return conditionsOf(o.Status.Conditions, func(c *appsv1.DaemonSetCondition) Condition {
			return Condition{string(c.Type), string(c.Status), c.Reason, c.Message, c.LastTransitionTime.Time, time.Time{}}
		})
	case *batchv1.Job:
		return conditionsOf(o.Status.Conditions, func(c *batchv1.JobCondition) Condition {
			return Condition{string(c.Type), string(c.Status), c.Reason, c.Message, c.LastTransitionTime.Time, c.LastProbeTime.Time}
		})
	case *autoscalingv2.HorizontalPodAutoscaler:
		return conditionsOf(o.Status.Conditions, func(c *autoscalingv2.HorizontalPodAutoscalerCondition) Condition {
			return Condition{string(c.Type), string(c.Status), c.Reason, c.Message, c.LastTransitionTime.Time, time.Time{}}
		})
	}
	return func(func(Condition) bool) {}
}

func plainCondition(c *metav1.Condition) Condition {
	return Condition{c.Type, string(c.Status), c.Reason, c.Message, c.LastTransitionTime.Time, time.Time{}}
}

func conditionsOf[T any](list []T, read func(*T) Condition) iter.Seq[Condition] {
	return func(yield func(Condition) bool) {
		for i := range list {
			if !yield(read(&list[i])) {
				return
			}
		}
	}
}
