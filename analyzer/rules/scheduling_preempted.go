package rules

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var unschedulablePreempted = &Rule{
	ID:    "unschedulable/preempted",
	Title: "Pods were removed to make room for Pods of higher priority, and find no place again",
	Doc: `When a Pod of higher priority fits nowhere, the scheduler removes Pods of lower priority from one node. Their controller makes new Pods, which wait if the cluster has no
room for both. The Event Preempted, of type Normal, names the Pod that took the place (by UID since 1.30).

What to do: add room, or change the PriorityClass of one of the two. preemptionPolicy: Never lets a Pod wait instead of preempting.`,
	Detect: func(c *Context) []Finding {
		return append(c.stuck(describePreempted, preempted), c.preemptedLeftovers()...)
	},
}

// preempted is the obstacle that a Pod of higher priority has taken the place.
const preempted message.ObstacleKind = "preempted"

// preemption returns the Event that a Pod of the same template was preempted, and by whom.
func (c *Context) preemption(p *Pod) (*loader.Event, message.Preemption) {
	for _, e := range c.preemptions() {
		own := e.Object.Name == p.Name || p.GenerateName != "" && strings.HasPrefix(e.Object.Name, p.GenerateName)
		if own && e.Object.Namespace == p.Namespace {
			by, _ := message.ParsePreemption(e.Message)
			return e, by
		}
	}
	return nil, message.Preemption{}
}

// preemptions are the Events Preempted of the dump.
func (c *Context) preemptions() []*loader.Event {
	return c.known.preempted.get(func() []*loader.Event {
		var out []*loader.Event
		for _, e := range c.Snapshot.Events {
			if e.Reason == "Preempted" && e.Object.Kind == "Pod" {
				out = append(out, e)
			}
		}
		return out
	})
}

// preemptor finds the Pod that took the place: by UID, by name, or by the Event's related object.
func (c *Context) preemptor(e *loader.Event, by message.Preemption) *Pod {
	for _, p := range c.Pods {
		if by.UID != "" && string(p.UID) == by.UID || by.Pod != "" && p.Ref.Path() == by.Pod ||
			e.Related.Kind == "Pod" && e.Related.Key() == p.Ref.Key() {
			return p
		}
	}
	return nil
}

func describePreempted(c *Context, w *waiting, f *Finding) bool {
	e, by := c.preemption(w.Pod)
	victims := c.victims(e, f)
	who := "a Pod of higher priority"
	f.Culprit = blame(w.Pod, "priorityClassName")
	if p := c.preemptor(e, by); p != nil {
		who = "Pod " + p.Ref.Path()
		f.Evidence = append(f.Evidence, c.PodField(p, "spec.priority", fmt.Sprintf("priority %d, %s", priority(p), p.Spec.PriorityClassName)))
	} else {
		f.Unknown = append(f.Unknown, "which Pod took the place: it is not in the dump")
	}
	f.Title = "preempted, and no room is left"
	f.Cause = fmt.Sprintf("%s took the place of %s on node %s at %s (priority %d here); the replacement finds no room: %s.",
		who, victims, by.Node, clock(e.Last), priority(w.Pod), w.refusedBy())
	f.Trigger = who + " was placed by preemption at " + clock(e.Last)
	f.Next = append(f.Next, Step{Kind: Check, Text: "the priorities of both", Command: "kubectl get priorityclasses"},
		editWorkload(w.Pod, "add room for both, or change the priority of one"))
	return true
}

// victims names the Pods that the same Pod took the place of, the given one first, and cites their Events.
func (c *Context) victims(e *loader.Event, f *Finding) string {
	f.Evidence = append(f.Evidence, c.EventEvidence(e))
	names, seen := []string{e.Object.Name}, map[loader.Ref]bool{e.Object.Key(): true}
	for _, other := range c.preemptions() {
		k := other.Object.Key()
		if other.Message != e.Message || seen[k] {
			continue
		}
		seen[k] = true
		name := k.Path()
		if k.Namespace == e.Object.Namespace {
			name = k.Name
		}
		names = append(names, name)
		if len(names) <= maxVictims {
			f.Evidence = append(f.Evidence, c.EventEvidence(other))
		}
	}
	if more := len(names) - maxVictims; more > 0 {
		names = append(names[:maxVictims], fmt.Sprintf("%d more", more))
	}
	last := len(names) - 1
	if last == 0 {
		return "Pod " + names[0]
	}
	return "Pods " + strings.Join(names[:last], ", ") + " and " + names[last]
}

// maxVictims is how many preempted Pods of one other are named.
const maxVictims = 4

func priority(p *Pod) int32 {
	if p.Spec.Priority == nil {
		return 0
	}
	return *p.Spec.Priority
}

// preemptedLeftovers are Pods that still stand in the dump after their preemption.
func (c *Context) preemptedLeftovers() []Finding {
	var out []Finding
	for _, p := range c.Pods {
		cond := p.Condition(corev1.DisruptionTarget)
		byScheduler := cond != nil && cond.Status == corev1.ConditionTrue && strings.HasPrefix(cond.Reason, "PreemptionBy")
		if !byScheduler && p.Status.Reason != "Preempting" || p.Healthy || p.Spec.NodeName == "" {
			continue
		}
		f := Finding{Severity: Warning, Confidence: Confirmed, Subject: p.Ref, Culprit: blame(p, "priorityClassName"),
			Title: "was preempted on node " + p.Spec.NodeName, Next: []Step{describePod(p)}}
		f.Cause = fmt.Sprintf("The Pod was removed from node %s to make room for a Pod of higher priority.", p.Spec.NodeName)
		switch {
		case p.Status.Reason == "Preempting":
			f.Cause = fmt.Sprintf("The kubelet of node %s ended the Pod to start a critical Pod there.", p.Spec.NodeName)
			f.Evidence = append(f.Evidence, c.PodField(p, "status.reason", p.Status.Reason+": "+p.Status.Message))
		default:
			f.Evidence = append(f.Evidence, c.PodField(p, "status.conditions[DisruptionTarget]", cond.Reason+": "+cond.Message))
			f.First, f.Last = cond.LastTransitionTime.UTC(), cond.LastTransitionTime.UTC()
		}
		if c.replaced(p) {
			f.Severity = Info
		}
		out = append(out, f)
	}
	return out
}

// replaced reports whether a younger Pod of the same workload does what this one should.
func (c *Context) replaced(p *Pod) bool {
	if p.Workload.Key() == p.Ref.Key() {
		return false
	}
	for _, other := range c.PodsOf(p.Workload) {
		if other.Healthy && !other.CreationTimestamp.Time.Before(p.CreationTimestamp.Time) && other.Ref.Key() != p.Ref.Key() {
			return true
		}
	}
	return false
}
