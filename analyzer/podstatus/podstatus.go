// Package podstatus computes what kubectl prints for a Pod (READY, STATUS, RESTARTS, AGE) and what the kubelet makes of
// container states (the phase). Both follow Kubernetes v1.37: pkg/printers/internalversion/printers.go and
// pkg/kubelet/kubelet_pods.go. In go a Pod and the capture time; the wall clock is never read.
package podstatus

import (
	"fmt"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// Row is a Pod's line in the output of "kubectl get pods -o wide".
type Row struct {
	Ready    string // such as 1/2
	Status   string // the STATUS column, which is not the phase
	Restarts string // such as 5 (3m ago)
	Age      string // as of the time given to Of

	IP        string // first of status.podIPs
	Node      string
	Nominated string // node for which preemption makes room
	Gates     string // readiness gates, such as 0/1
}

// Of computes the row as of now, the capture time.
func Of(p *corev1.Pod, now time.Time) Row {
	w := walk{reason: string(p.Status.Phase), total: len(p.Spec.Containers)}
	if p.Status.Reason != "" {
		w.reason = p.Status.Reason
	}
	for _, c := range p.Status.Conditions {
		if c.Type == corev1.PodScheduled && c.Reason == corev1.PodReasonSchedulingGated {
			w.reason = corev1.PodReasonSchedulingGated
		}
	}
	initializing := w.initContainers(p)
	if !initializing || isTrue(p, corev1.PodInitialized) {
		w.containers(p)
	}
	return Row{
		Ready: fmt.Sprintf("%d/%d", w.ready, w.total), Status: deletionStatus(p, w.reason), Restarts: w.restartsText(now),
		Age: Age(p.CreationTimestamp.Time, now),
		IP:  podIP(p), Node: orNone(p.Spec.NodeName), Nominated: orNone(p.Status.NominatedNodeName), Gates: gates(p),
	}
}

// restarts sums restarts and keeps the end of the latest run.
type restarts struct {
	count int
	last  time.Time
}

func (r *restarts) add(cs corev1.ContainerStatus) {
	r.count += int(cs.RestartCount)
	if t := cs.LastTerminationState.Terminated; t != nil && t.FinishedAt.After(r.last) {
		r.last = t.FinishedAt.Time
	}
}

// walk gathers a row from the container statuses, in kubectl's order.
type walk struct {
	reason       string
	ready, total int
	restarts     restarts
}

// initContainers visits init containers until one that is not done, which gives the reason, and says whether there is one.
func (w *walk) initContainers(p *corev1.Pod) (initializing bool) {
	sidecar := map[string]bool{}
	for i := range p.Spec.InitContainers {
		if c := &p.Spec.InitContainers[i]; Sidecar(c) {
			sidecar[c.Name] = true
			w.total++
		}
	}
	var all, sidecars restarts
	for i, cs := range p.Status.InitContainerStatuses {
		all.add(cs)
		if sidecar[cs.Name] {
			sidecars.add(cs)
		}
		t := cs.State.Terminated
		switch {
		case t != nil && t.ExitCode == 0:
			continue
		case sidecar[cs.Name] && cs.Started != nil && *cs.Started:
			if cs.Ready {
				w.ready++
			}
			continue
		case t != nil:
			w.reason = "Init:" + exitText(t)
		case cs.State.Waiting != nil && cs.State.Waiting.Reason != "" && cs.State.Waiting.Reason != "PodInitializing":
			w.reason = "Init:" + cs.State.Waiting.Reason
		default:
			w.reason = fmt.Sprintf("Init:%d/%d", i, len(p.Spec.InitContainers))
		}
		initializing = true
		break
	}
	w.restarts = all
	if !initializing || isTrue(p, corev1.PodInitialized) {
		w.restarts = sidecars
	}
	return initializing
}

// containers visits the regular containers from last to first, so that the first one's reason stays.
func (w *walk) containers(p *corev1.Pod) {
	running, failure := false, ""
	for i := len(p.Status.ContainerStatuses) - 1; i >= 0; i-- {
		cs := p.Status.ContainerStatuses[i]
		w.restarts.add(cs)
		switch t := cs.State.Terminated; {
		case cs.State.Waiting != nil && cs.State.Waiting.Reason != "":
			w.reason = cs.State.Waiting.Reason
		case t != nil:
			w.reason = exitText(t)
			if t.ExitCode != 0 {
				failure = w.reason
			}
		case cs.Ready && cs.State.Running != nil:
			running = true
			w.ready++
		}
	}
	if w.reason != "Completed" {
		return
	}
	switch {
	case running && isTrue(p, corev1.PodReady):
		w.reason = "Running"
	case failure != "":
		w.reason = failure
	case running:
		w.reason = "NotReady"
	}
}

func (w *walk) restartsText(now time.Time) string {
	r := w.restarts
	if r.count == 0 || r.last.IsZero() || now.IsZero() {
		return strconv.Itoa(r.count)
	}
	return fmt.Sprintf("%d (%s ago)", r.count, Duration(now.Sub(r.last)))
}

// deletionStatus replaces the status of a Pod that is being deleted.
func deletionStatus(p *corev1.Pod, status string) string {
	switch {
	case p.DeletionTimestamp == nil:
		return status
	case p.Status.Reason == "NodeLost": // pkg/util/node: NodeUnreachablePodReason
		return "Unknown"
	case Ended(p):
		return status
	}
	return "Terminating"
}

func exitText(t *corev1.ContainerStateTerminated) string {
	switch {
	case t.Reason != "":
		return t.Reason
	case t.Signal != 0:
		return fmt.Sprintf("Signal:%d", t.Signal)
	}
	return fmt.Sprintf("ExitCode:%d", t.ExitCode)
}

// isTrue reports whether the first condition of the type is True.
func isTrue(p *corev1.Pod, of corev1.PodConditionType) bool {
	for _, c := range p.Status.Conditions {
		if c.Type == of {
			return c.Status == corev1.ConditionTrue
		}
	}
	return false
}

// Ended reports whether the Pod has ended for good, be it well or not: none of its containers runs or will run again.
func Ended(p *corev1.Pod) bool {
	return p.Status.Phase == corev1.PodSucceeded || p.Status.Phase == corev1.PodFailed
}

// Sidecar reports whether an init container keeps running beside the others (Kubernetes core/v1 types.go, v1.29).
func Sidecar(c *corev1.Container) bool {
	return c.RestartPolicy != nil && *c.RestartPolicy == corev1.ContainerRestartPolicyAlways
}

func podIP(p *corev1.Pod) string {
	if len(p.Status.PodIPs) == 0 {
		return "<none>"
	}
	return orNone(p.Status.PodIPs[0].IP)
}

func gates(p *corev1.Pod) string {
	if len(p.Spec.ReadinessGates) == 0 {
		return "<none>"
	}
	n := 0
	for _, g := range p.Spec.ReadinessGates {
		if isTrue(p, g.ConditionType) {
			n++
		}
	}
	return fmt.Sprintf("%d/%d", n, len(p.Spec.ReadinessGates))
}

func orNone(s string) string {
	if s == "" {
		return "<none>"
	}
	return s
}
