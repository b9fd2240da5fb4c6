package podstatus

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
)

// Phase returns the phase that the kubelet computes from the container statuses. A terminal phase is never left, and a Pod
// without container statuses keeps its phase: a controller or admission set it, not the containers.
func Phase(p *corev1.Pod) corev1.PodPhase {
	s := p.Status
	if Ended(p) || len(s.ContainerStatuses)+len(s.InitContainerStatuses) == 0 {
		return s.Phase
	}
	return phase(p, slices.Concat(s.InitContainerStatuses, s.ContainerStatuses), false, anyStarted(p))
}

// Stale reports whether the phase is not the one that follows from the container statuses: the kubelet was about to write a new status
// and had not done so. A Pod that is being deleted is never stale: its phase is held until all containers ended; nor is one of phase
// Unknown or none, which no kubelet wrote.
func Stale(p *corev1.Pod) bool {
	if p.DeletionTimestamp != nil || p.Status.Phase == corev1.PodUnknown || p.Status.Phase == "" {
		return false
	}
	return Phase(p) != p.Status.Phase
}

// anyStarted reports whether a regular container runs or has run, so that initialization is over for good.
func anyStarted(p *corev1.Pod) bool {
	return slices.ContainsFunc(p.Status.ContainerStatuses, func(cs corev1.ContainerStatus) bool {
		return cs.State.Running != nil || cs.State.Terminated != nil || cs.LastTerminationState.Terminated != nil || cs.RestartCount > 0
	})
}

// counts are containers by what they are doing, as getPhase of the kubelet counts them.
type counts struct {
	pendingInit, pendingSidecar, finalInit        int
	unknown, running, waiting, stopped, ok, final int // final: stopped and not to be restarted
}

// phase follows getPhase of pkg/kubelet/kubelet_pods.go, v1.37. terminal says that the kubelet has ended the Pod.
func phase(p *corev1.Pod, statuses []corev1.ContainerStatus, terminal, initialized bool) corev1.PodPhase {
	var n counts
	for i := range p.Spec.InitContainers {
		c := &p.Spec.InitContainers[i]
		if cs := find(statuses, c.Name); Sidecar(c) {
			n.sidecar(cs)
		} else {
			n.init(p, c, cs)
		}
	}
	for i := range p.Spec.Containers {
		c := &p.Spec.Containers[i]
		n.regular(p, c, find(statuses, c.Name))
	}
	static := p.Annotations[corev1.MirrorPodAnnotationKey] != ""
	switch {
	case n.finalInit > 0:
		return corev1.PodFailed
	case n.pendingInit > 0, n.pendingSidecar > 0 && !initialized, n.waiting > 0:
		return corev1.PodPending
	case n.running > 0 && n.unknown == 0:
		return corev1.PodRunning
	case n.running > 0, n.stopped == 0, n.unknown > 0:
		return corev1.PodPending
	case terminal && !static:
	case n.stopped != n.final:
		return corev1.PodRunning
	}
	if n.stopped == n.ok {
		return corev1.PodSucceeded
	}
	return corev1.PodFailed
}

// find returns the status of that name; an empty one, whose state is unknown, if there is none.
func find(statuses []corev1.ContainerStatus, name string) *corev1.ContainerStatus {
	for i := range statuses {
		if statuses[i].Name == name {
			return &statuses[i]
		}
	}
	return nil
}

func (n *counts) init(p *corev1.Pod, c *corev1.Container, cs *corev1.ContainerStatus) {
	ended := lastExit(cs)
	switch {
	case ended == nil:
		n.pendingInit++
	case ended.ExitCode != 0 && !startsAgain(p, c, ended):
		n.finalInit++
	}
}

func (n *counts) sidecar(cs *corev1.ContainerStatus) {
	switch {
	case cs == nil:
		n.unknown++
	case cs.State.Running != nil:
		n.running++
		if cs.Started == nil || !*cs.Started {
			n.pendingSidecar++
		}
	case lastExit(cs) != nil: // ended sidecars do not count
	case cs.State.Waiting != nil:
		n.waiting++
		n.pendingSidecar++
	default:
		n.unknown++
		n.pendingSidecar++
	}
}

func (n *counts) regular(p *corev1.Pod, c *corev1.Container, cs *corev1.ContainerStatus) {
	ended := lastExit(cs)
	switch {
	case cs == nil:
		n.unknown++
	case cs.State.Running != nil:
		n.running++
	case ended != nil:
		n.stopped++
		if cs.State.Terminated != nil && ended.ExitCode == 0 {
			n.ok++
		}
		if !startsAgain(p, c, ended) {
			n.final++
		}
	case cs.State.Waiting != nil:
		n.waiting++
	default:
		n.unknown++
	}
}

// lastExit returns how the container ended if it is not running: its state, or its last one while it waits.
func lastExit(cs *corev1.ContainerStatus) *corev1.ContainerStateTerminated {
	switch {
	case cs == nil || cs.State.Running != nil:
		return nil
	case cs.State.Terminated != nil:
		return cs.State.Terminated
	case cs.State.Waiting != nil:
		return cs.LastTerminationState.Terminated
	}
	return nil
}

// startsAgain reports whether the kubelet starts a container again that ended so: by its restart rules, else by its own
// restart policy, else by the Pod's (pkg/kubelet/container/helpers.go ContainerShouldRestart).
func startsAgain(p *corev1.Pod, c *corev1.Container, ended *corev1.ContainerStateTerminated) bool {
	if ended.Reason == "RestartingAllContainers" { // removed because another container's rule restarts them all
		return true
	}
	code := ended.ExitCode
	for _, r := range c.RestartPolicyRules {
		if r.ExitCodes == nil {
			continue
		}
		in := slices.Contains(r.ExitCodes.Values, code)
		if in == (r.ExitCodes.Operator == corev1.ContainerRestartRuleOnExitCodesOpIn) {
			return true
		}
	}
	policy := p.Spec.RestartPolicy
	if c.RestartPolicy != nil {
		policy = corev1.RestartPolicy(*c.RestartPolicy)
	}
	return policy != corev1.RestartPolicyNever && (policy != corev1.RestartPolicyOnFailure || code != 0)
}
