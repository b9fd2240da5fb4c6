package rules

import (
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

// podStops are status reasons of Pods that were ended as a whole.
var podStops = []string{"Evicted", "Terminated", "Shutdown", "NodeShutdown", "Preempting", "DeadlineExceeded", "NodeLost"}

func (c *Context) byPod(p *Pod, ct Container, e *ending) bool {
	if e.exit == nil {
		return false
	}
	end := realTime(e.exit.FinishedAt.Time)
	if p.DeletionTimestamp != nil && !end.IsZero() && end.After(deletionRequested(p).Add(-5*time.Second)) {
		e.reading = readStopped
		e.evidence = append(e.evidence, c.PodField(p, "metadata.deletionTimestamp", p.DeletionTimestamp.UTC().Format(time.RFC3339)))
		return true
	}
	for _, ev := range p.Events {
		if ev.Reason == "SandboxChanged" && forcedOrLost(e.exit) && !end.Before(ev.First.Add(-time.Minute)) &&
			!end.After(ev.Last.Add(time.Minute)) {
			e.reading = readStopped
			e.evidence = append(e.evidence, c.EventEvidence(ev))
			return true
		}
	}
	if slices.Contains(podStops, p.Status.Reason) {
		e.reading = readStopped
		e.evidence = append(e.evidence, c.PodField(p, "status.reason", p.Status.Reason))
		return true
	}
	return false
}

// deletionRequested is when somebody asked for the deletion: deletionTimestamp lies the grace period after it.
func deletionRequested(p *Pod) time.Time {
	if at := loader.DeletionAsked(p.Pod); !at.IsZero() {
		return at.UTC()
	}
	return p.DeletionTimestamp.UTC()
}

// nodeEnds are Events of a Node that end containers.
var nodeEnds = []string{"Rebooted", "SystemOOM", "OOMKilling", "Shutdown"}

func (c *Context) byNode(p *Pod, ct Container, e *ending) bool {
	if e.exit == nil || !forcedOrLost(e.exit) || p.Spec.NodeName == "" {
		return false
	}
	end := realTime(e.exit.FinishedAt.Time)
	for _, ev := range c.Snapshot.EventsOf(nodeRef(p)) {
		if end.IsZero() || !slices.Contains(nodeEnds, ev.Reason) || ev.Last.Before(end.Add(-time.Minute)) ||
			ev.First.After(end.Add(3*time.Minute)) {
			continue
		}
		e.reading, e.confidence = readNode, Likely
		e.evidence = append(e.evidence, c.EventEvidence(ev))
		return true
	}
	return false
}

func forcedOrLost(t *corev1.ContainerStateTerminated) bool {
	return t.ExitCode == 137 || t.ExitCode == 143 || t.ExitCode == 255
}

// byNeighbours looks for Pods of other workloads on the same node whose containers were killed within the same minute.
func (c *Context) byNeighbours(p *Pod, ct Container, e *ending) bool {
	if e.exit == nil || !forcedOrLost(e.exit) || p.Spec.NodeName == "" {
		return false
	}
	end := realTime(e.exit.FinishedAt.Time)
	same := map[loader.Ref]bool{}
	var first Evidence
	for _, v := range c.podsOn(p.Spec.NodeName) {
		if v.Workload.Key() == p.Workload.Key() || end.IsZero() {
			continue
		}
		for _, other := range v.Containers {
			t, _ := other.LastExit()
			if t == nil || !forcedOrLost(t) || t.Reason == "OOMKilled" || t.FinishedAt.Sub(end).Abs() > time.Minute ||
				realTime(t.FinishedAt.Time).IsZero() {
				continue
			}
			if k, fits := killingOf(v, other, t); k != nil && fits {
				continue
			}
			if !same[v.Workload.Key()] {
				first = c.exitEvidence(v, other)[0]
			}
			same[v.Workload.Key()] = true
		}
	}
	if len(same) < 3 {
		return false
	}
	e.reading, e.confidence = readNode, Likely
	e.evidence = append(e.evidence, first)
	return true
}
