package rules

import (
	"slices"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

// settle is how long a new Pod, or one that is being deleted, may take before it counts as unhealthy.
const settle = 2 * time.Minute

// steadyAfter is how long a container must run for the kubelet to forget its crashes (resetting the back-off).
const steadyAfter = 10 * time.Minute

// healthy reports whether the Pod does at capture time what it should: it serves, has finished its work, or is on its way
// there within the usual time. A Pod on a node that stopped reporting is not healthy, whatever its own status says; nor is
// one that is ready for a moment between two restarts, or one that only a finalizer keeps after its deletion is due.
func (c *Context) healthy(p *Pod) bool {
	now := c.Now
	switch {
	case p.Status.Phase == corev1.PodSucceeded && p.DeletionTimestamp == nil:
		return true
	case p.Node != nil && nodeSilent(p.Node) && p.Status.Phase != corev1.PodFailed:
		return false
	case p.DeletionTimestamp != nil:
		return now.Sub(p.DeletionTimestamp.Time) < settle && !c.heldByFinalizer(p, now)
	case p.Status.Phase == corev1.PodFailed:
		return false
	}
	if p.saysReady() {
		return !looping(p, now)
	}
	return (young(p, now) || progressing(p, now)) && !troubled(p)
}

// Ready reports whether the Pod counts as ready at capture time, if only between two restarts: it takes traffic as far as the cluster knows.
func (p *Pod) Ready() bool {
	ended := p.DeletionTimestamp != nil || podstatus.Ended(p.Pod)
	return !ended && p.saysReady() && (p.Node == nil || !nodeSilent(p.Node))
}

// saysReady is what the kubelet last said. A condition that the states of the containers and the Events contradict was not written together
// with them.
func (p *Pod) saysReady() bool {
	ready := p.Condition(corev1.PodReady)
	if ready == nil {
		return allReady(p)
	}
	return ready.Status == corev1.ConditionTrue && !slices.ContainsFunc(p.Containers, p.contradicts)
}

// contradicts reports whether a container is not ready by its state, with a reason for it on record.
func (p *Pod) contradicts(ct Container) bool {
	if ct.Role != Main || ct.Status.Name == "" || ct.Status.Ready {
		return false
	}
	fails := func(e *loader.Event) bool { return e.Reason == "Unhealthy" }
	return ct.Status.State.Waiting != nil || ct.Status.State.Terminated != nil || slices.ContainsFunc(p.Events, fails)
}

// allReady reports whether the kubelet says of every main container that it runs and is ready: that is newer than a phase or a condition
// of the scheduler which says otherwise.
func allReady(p *Pod) bool {
	n := 0
	for _, ct := range p.Containers {
		if ct.Role != Main {
			continue
		}
		if ct.Status.State.Running == nil || !ct.Status.Ready {
			return false
		}
		n++
	}
	return n > 0
}

// looping reports whether a container of the Pod keeps restarting, though it may run just now.
func looping(p *Pod, now time.Time) bool {
	for _, ct := range p.Containers {
		if standingOf(p, ct, now) == failing {
			return true
		}
	}
	return false
}

// timeless reports whether the dump holds nothing that is written often: no Events, no nodes with their heartbeats, no Pods. Then its
// newest record does not tell when it was taken, and what is recorded may have lasted for long.
func (c *Context) timeless() bool {
	return (c.Snapshot.Capture.Basis == loader.NewestRecord || c.Now.IsZero()) &&
		len(c.Snapshot.Events)+len(c.Snapshot.Nodes)+len(c.Snapshot.Pods) == 0
}

// howLong is what such a dump cannot tell.
const howLong = "how long it has been so: nothing in the dump tells when it was taken, so it may be on its way"

// nodeSilent reports whether the node's kubelet stopped reporting. One that says that the node is not ready still tells how the
// Pods do.
func nodeSilent(n *corev1.Node) bool {
	r := nodeReady(n)
	return r != nil && r.Status == corev1.ConditionUnknown
}

// NodeWell is false for a node whose Ready condition is not True.
func NodeWell(n *corev1.Node) bool {
	r := nodeReady(n)
	return r == nil || r.Status == corev1.ConditionTrue
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
		if e.Warning() && e.Reason != "Unhealthy" {
			return true
		}
	}
	return false
}

// standing is how a container does at capture time, in the light of its past.
type standing int

const (
	steady  standing = iota // it runs as it should, has ended as it should, or has not had its turn
	once                    // it ended once and runs again
	shaky                   // it ended several times within minutes and runs just now
	failing                 // it does not run, or only between two of many ends
)

// standingOf judges a container by its state, its restarts and how long it has been running.
func standingOf(p *Pod, ct Container, now time.Time) standing {
	st := ct.Status.State
	switch {
	case p.Status.Phase == corev1.PodSucceeded && st.Terminated != nil && st.Terminated.Reason == "OOMKilled":
		return shaky // counted as done, but a process of it was killed: its work may be cut short
	case p.Status.Phase == corev1.PodSucceeded || ct.Role == Ephemeral:
		return steady
	case st.Terminated != nil:
		return endedStanding(p, ct)
	case st.Waiting != nil:
		return waitingStanding(ct)
	case st.Running == nil:
		return steady
	}
	last, _ := ct.LastExit()
	if ct.Status.RestartCount == 0 && last == nil || now.IsZero() {
		return steady
	}
	if ct.Role == Init {
		if last != nil && last.ExitCode != 0 {
			return failing // an init container that runs again has failed before
		}
		return steady
	}
	if now.Sub(st.Running.StartedAt.Time) >= steadyAfter && st.Running.StartedAt.Unix() > 0 {
		return steady
	}
	switch {
	case !restartsOften(p, ct, now):
		return once
	case ct.Status.RestartCount >= 3, !ct.Status.Ready && ct.Status.RestartCount >= 2:
		return failing
	case ct.Status.RestartCount == 2:
		return shaky
	}
	return once
}

// restartsOften reports whether the container's restarts are many for the time that it exists, or Events tell of several within the
// last minutes. A restart now and then over weeks, or after a run of hours, is no loop.
func restartsOften(p *Pod, ct Container, now time.Time) bool {
	last, _ := ct.LastExit()
	if last != nil && last.StartedAt.Unix() > 0 && last.FinishedAt.Sub(last.StartedAt.Time) >= time.Hour {
		return false
	}
	since := p.CreationTimestamp.Time
	if s := p.Status.StartTime; s != nil {
		since = s.Time
	}
	if n := time.Duration(ct.Status.RestartCount) + 1; since.Unix() > 0 && now.Sub(since)/n <= 2*steadyAfter {
		return true
	}
	for _, e := range p.EventsOf(ct.Name) {
		by := message.ParseKill(e.Message)
		back := e.Reason == "BackOff" && e.Warning() ||
			e.Reason == "Killing" && (by == message.KillLiveness || by == message.KillStartup || by == message.KillHook)
		if back && e.Count >= 3 && now.Sub(e.Last) < steadyAfter {
			return true
		}
	}
	return false
}

func endedStanding(p *Pod, ct Container) standing {
	t := ct.Status.State.Terminated
	if t.ExitCode != 0 {
		return failing
	}
	if ct.Role == Init || p.Spec.RestartPolicy != corev1.RestartPolicyAlways && p.Spec.RestartPolicy != "" || p.DeletionTimestamp != nil {
		return steady
	}
	if ct.Status.RestartCount >= 2 {
		return failing
	}
	return once
}

func waitingStanding(ct Container) standing {
	last, _ := ct.LastExit()
	switch reason, _ := ct.Waiting(); reason {
	case "CrashLoopBackOff":
		return failing
	case "", "ContainerCreating", "PodInitializing":
		if last == nil || last.ExitCode == 0 {
			return steady
		}
		if ct.Role == Init || ct.Status.RestartCount >= 2 {
			return failing
		}
		return once
	}
	return failing
}

// findLeftovers marks Pods that failed while their workload does well without them now: they wait to be cleaned up and
// break nothing.
func (c *Context) findLeftovers() {
	for _, p := range c.Pods {
		if p.Status.Phase == corev1.PodFailed && p.DeletionTimestamp == nil && c.servedWithout(p, c.PodsOf(p.Workload)) {
			p.Leftover, p.Healthy = true, true
		}
	}
}

// servedWithout reports whether the Pod's workload has what it wants without the Pod.
func (c *Context) servedWithout(p *Pod, siblings []*Pod) bool {
	owner, controlled := loader.Controller(p.Pod)
	if !controlled || owner.Kind == "Node" {
		return false
	}
	if ready, want, ok := ReplicasOf(c.Snapshot.Find(p.Workload)); ok {
		return ready >= want
	}
	job, known := c.Snapshot.Find(owner).(*batchv1.Job)
	if known && jobComplete(job) {
		return true
	}
	for _, s := range siblings {
		if s == p {
			continue
		}
		by, _ := loader.Controller(s.Pod)
		retried := !known && by.Key() == owner.Key() && completionIndex(s) == completionIndex(p)
		later := p.Workload.Kind == "CronJob" && s.CreationTimestamp.After(p.CreationTimestamp.Time)
		done := owner.Kind == "Job" && (retried || later) && s.Status.Phase == corev1.PodSucceeded
		serves := owner.Kind != "Job" && s.Healthy && s.Status.Phase == corev1.PodRunning
		if done || serves {
			return true
		}
	}
	return false
}

// completionIndex tells the Pods of an indexed Job apart: each index is a work of its own.
func completionIndex(p *Pod) string { return p.Annotations[batchv1.JobCompletionIndexAnnotation] }
