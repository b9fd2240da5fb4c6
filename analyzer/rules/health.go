package rules

import (
	"time"

	corev1 "k8s.io/api/core/v1"
)

// settle is how long a new Pod, or one that is being deleted, may take before it counts as unhealthy.
const settle = 2 * time.Minute

// healthy reports whether the Pod does at capture time what it should: it serves, has finished its work, or is on its way
// there within the usual time. A Pod on a node that stopped reporting is not healthy, whatever its own status says.
func healthy(p *Pod, now time.Time) bool {
	if p.DeletionTimestamp != nil {
		return now.Sub(p.DeletionTimestamp.Time) < settle
	}
	switch p.Status.Phase {
	case corev1.PodSucceeded:
		return true
	case corev1.PodFailed:
		return false
	}
	if p.Node != nil && p.Spec.NodeName != "" && !nodeReports(p.Node) {
		return false
	}
	if ready := p.Condition(corev1.PodReady); ready != nil && ready.Status == corev1.ConditionTrue {
		return true
	}
	return young(p, now) && !troubled(p)
}

// nodeReports is false for a node whose Ready condition is not True.
func nodeReports(n *corev1.Node) bool {
	for _, c := range n.Status.Conditions {
		if c.Type == corev1.NodeReady {
			return c.Status == corev1.ConditionTrue
		}
	}
	return true
}

func young(p *Pod, now time.Time) bool {
	return now.IsZero() || now.Sub(p.CreationTimestamp.Time) < settle
}

// troubled reports whether a container or the scheduler has already reported a failure.
func troubled(p *Pod) bool {
	if c := p.Condition(corev1.PodScheduled); c != nil && c.Status == corev1.ConditionFalse {
		return true
	}
	for _, c := range p.Containers {
		switch reason, _ := c.Waiting(); reason {
		case "", "ContainerCreating", "PodInitializing":
		default:
			return true
		}
		if t, _ := c.LastExit(); t != nil && t.ExitCode != 0 {
			return true
		}
	}
	for _, e := range p.Events {
		if e.Warning() {
			return true
		}
	}
	return false
}
