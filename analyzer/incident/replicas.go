package incident

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
)

// replicasOf is the number of Pods that a workload asks for; false where the object does not say or is not in the dump.
func replicasOf(o any) (int, bool) {
	var n *int32
	switch w := o.(type) {
	case *appsv1.Deployment:
		n = w.Spec.Replicas
	case *appsv1.StatefulSet:
		n = w.Spec.Replicas
	case *appsv1.ReplicaSet:
		n = w.Spec.Replicas
	case *corev1.ReplicationController:
		n = w.Spec.Replicas
	case *appsv1.DaemonSet:
		return int(w.Status.DesiredNumberScheduled), true
	default:
		return 0, false
	}
	if n == nil {
		return 1, true // the API server's default
	}
	return int(*n), true
}

// readyOf is the number of ready Pods by the workload's own status: all there is where its Pods are not in the dump.
func readyOf(o any) (int, bool) {
	switch w := o.(type) {
	case *appsv1.Deployment:
		return int(w.Status.ReadyReplicas), true
	case *appsv1.StatefulSet:
		return int(w.Status.ReadyReplicas), true
	case *appsv1.ReplicaSet:
		return int(w.Status.ReadyReplicas), true
	case *corev1.ReplicationController:
		return int(w.Status.ReadyReplicas), true
	case *appsv1.DaemonSet:
		return int(w.Status.NumberReady), true
	}
	return 0, false
}
