package rules

import (
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// evictionRules are the rules of this family, most specific first.
var evictionRules = []*Rule{evictedOwnLimit, evictedNodePressure, evictedAdmission, podEvictedByAPI, evictedUnclassified}

// evicted is a Pod that a kubelet evicted or refused for lack of a node's resources.
type evicted struct {
	message.Eviction
	pod   *Pod
	text  string
	event *loader.Event // nil when only the status tells
	at    time.Time
	again bool // its workload had another eviction within the last quarter of an hour
}

// evictions lists the evicted Pods of those kinds. Some evicted Pods end as Succeeded, without a reason: then only the Event
// tells.
func (c *Context) evictions(kinds ...message.EvictionKind) []evicted {
	var all, out []evicted
	recent := map[loader.Ref]int{}
	for _, p := range c.Pods {
		if v, ok := evictionOf(p); ok {
			all = append(all, v)
			if c.Now.Sub(v.at) < 15*time.Minute {
				recent[p.Workload.Key()]++
			}
		}
	}
	for _, v := range all {
		if slices.Contains(kinds, v.Kind) {
			v.again = v.pod.Workload.Kind != "Pod" && recent[v.pod.Workload.Key()] > 1
			out = append(out, v)
		}
	}
	return out
}

func evictionOf(p *Pod) (evicted, bool) {
	v := evicted{pod: p}
	if p.Status.Reason == "Evicted" {
		v.text = p.Status.Message
	}
	for _, e := range p.Events {
		if e.Reason == "Evicted" && (e.Component == "" || e.Component == "kubelet") {
			v.event, v.at = e, e.Last
			if v.text == "" {
				v.text = e.Message
			}
		}
	}
	if v.event == nil && p.Status.Reason != "Evicted" {
		return v, false
	}
	v.Eviction = message.ParseEviction(v.text)
	if v.at.IsZero() {
		v.at = evictionTime(p)
	}
	return v, true
}

// evictionTime is when the Pod's status says that it ended, as far as it does.
func evictionTime(p *Pod) time.Time {
	for _, t := range []string{"DisruptionTarget", "Ready"} {
		for _, cond := range p.Status.Conditions {
			if string(cond.Type) == t && realTime(cond.LastTransitionTime.Time) != (time.Time{}) {
				return realTime(cond.LastTransitionTime.Time)
			}
		}
	}
	for _, ct := range p.Containers {
		if t, _ := ct.LastExit(); t != nil && !realTime(t.FinishedAt.Time).IsZero() {
			return realTime(t.FinishedAt.Time)
		}
	}
	if p.Status.StartTime != nil {
		return realTime(p.Status.StartTime.Time)
	}
	return realTime(p.CreationTimestamp.Time)
}

// evictionFinding is what all Findings about evictions share.
func (c *Context) evictionFinding(v evicted) Finding {
	p := v.pod
	f := Finding{Severity: c.evictionSeverity(v), Confidence: Confirmed, Subject: p.Ref, Culprit: blame(p, ""), First: v.at, Last: v.at}
	if p.Status.Reason == "Evicted" {
		ev := c.PodField(p, "status.message", "Evicted: "+p.Status.Message)
		ev.At = v.at
		f.Evidence = append(f.Evidence, ev)
	}
	if v.event != nil {
		f.Evidence = append(f.Evidence, c.EventEvidence(v.event))
	}
	for _, ct := range p.Containers {
		t, _ := ct.LastExit()
		if t == nil || t.Reason != "ContainerStatusUnknown" && t.ExitCode != 137 {
			continue
		}
		f.Evidence = append(f.Evidence, c.exitEvidence(p, ct)[0])
		f.RuledOut = append(f.RuledOut, fmt.Sprintf("out of memory at the container's own limit: exit code %d with reason %s is what the "+
			"kubelet notes for a container of an evicted Pod", t.ExitCode, t.Reason))
		break
	}
	if f.Severity == Info {
		f.Note = "The workload does well without this Pod now; what is left is the object."
		f.Next = append(f.Next, Step{Kind: Check, Text: "the evicted Pod is a leftover; it can be deleted once it is looked at",
			Command: Kubectl(p.Namespace, "get pod %s -o yaml", p.Name)})
	}
	return f
}

// evictionSeverity is Error where the workload misses the Pod, Warning where it has a new one but the eviction may return
// (it was minutes ago, or one of several), Info for leftovers.
func (c *Context) evictionSeverity(v evicted) Severity {
	p := v.pod
	recent := !v.at.IsZero() && !c.Now.IsZero() && c.Now.Sub(v.at) < 5*time.Minute
	ended := p.Status.Phase == corev1.PodSucceeded
	switch {
	case !p.Leftover && !ended:
		return Error
	case v.again, recent && p.Node != nil && pressed(p.Node), ended && !c.servedWithout(p, c.PodsOf(p.Workload)):
		return Warning
	}
	return Info
}

// pressed reports whether the node is under pressure at capture time.
func pressed(n *corev1.Node) bool {
	for _, cond := range n.Status.Conditions {
		if bad, _, _ := message.JudgeCondition(string(cond.Type), string(cond.Status)); bad && cond.Type != "Ready" {
			return true
		}
	}
	return false
}
