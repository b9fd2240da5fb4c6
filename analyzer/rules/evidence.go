package rules

import (
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/loader"
)

// Field is evidence from a field of an object.
func (c *Context) Field(kind string, o metav1.Object, field, text string) Evidence {
	pos := c.Snapshot.Pos(o)
	return Evidence{File: pos.File, Line: pos.Line, Object: loader.RefOf(kind, o).String(), Field: field, Text: text}
}

// PodField is evidence from a field of a Pod.
func (c *Context) PodField(p *Pod, field, text string) Evidence {
	return c.Field("Pod", p.Pod, field, text)
}

// StatusColumn is evidence of how kubectl get shows the Pod: its STATUS is worked out of many fields and is the value of none.
func (c *Context) StatusColumn(p *Pod) Evidence {
	return c.PodField(p, "STATUS as kubectl get shows it", p.Row.Status+", ready "+p.Row.Ready)
}

// conditionEvidence is evidence from a condition of an object, with the time since which it is so.
func (c *Context) conditionEvidence(kind string, o metav1.Object, condition, text string, since metav1.Time) Evidence {
	ev := c.Field(kind, o, "status.conditions["+condition+"]", text)
	ev.At = realTime(since.Time)
	return ev
}

// podCondition is evidence from a condition of the Pod.
func (c *Context) podCondition(p *Pod, cond corev1.PodCondition) Evidence {
	text := conditionText(string(cond.Status), cond.Reason, cond.Message)
	return c.conditionEvidence("Pod", p.Pod, string(cond.Type), text, cond.LastTransitionTime)
}

// nodeCondition is evidence from a condition of a node.
func (c *Context) nodeCondition(n *corev1.Node, cond corev1.NodeCondition) Evidence {
	text := conditionText(string(cond.Status), cond.Reason, cond.Message)
	return c.conditionEvidence("Node", n, string(cond.Type), text, cond.LastTransitionTime)
}

// otherEvidence is evidence from a condition of an object that has no type of its own.
func (c *Context) otherEvidence(o *loader.Other, cond metav1.Condition) Evidence {
	text := conditionText(string(cond.Status), cond.Reason, cond.Message)
	return c.conditionEvidence(o.Kind, o, cond.Type, text, cond.LastTransitionTime)
}

// conditionText is a condition in one line: "False, ContainersNotReady: containers with unready status: [app]".
func conditionText(status, reason, text string) string {
	out := status
	if reason != "" {
		out += ", " + reason
	}
	if text != "" {
		out += ": " + text
	}
	return out
}

// EventEvidence is evidence from an Event: its message, word for word, and its span.
func (c *Context) EventEvidence(e *loader.Event) Evidence {
	ev := Evidence{File: e.Pos.File, Line: e.Pos.Line, Object: e.Object.String(), Field: "Event " + e.Reason, At: e.First,
		Count: e.Count, Text: e.Message}
	if e.Last.After(e.First) {
		ev.Until = e.Last
	}
	return ev
}

// cited is evidence from those of the Events that have one of the reasons.
func (c *Context) cited(events []*loader.Event, reasons ...string) []Evidence {
	var out []Evidence
	for _, e := range events {
		if slices.Contains(reasons, e.Reason) {
			out = append(out, c.EventEvidence(e))
		}
	}
	return out
}

// objectEvents is evidence from the object's Events of those reasons, at most a few, the newest first.
func (c *Context) objectEvents(r loader.Ref, reasons ...string) []Evidence {
	var out []Evidence
	for _, e := range slices.Backward(c.Snapshot.EventsOf(r)) {
		if slices.Contains(reasons, e.Reason) && len(out) < alikeRecords {
			out = append(out, c.EventEvidence(e))
		}
	}
	return out
}

// LogEvidence is evidence from a line of a container's log.
func (c *Context) LogEvidence(l *loader.Log, line loader.LogLine) Evidence {
	return Evidence{File: l.File, Line: line.Line, Object: "Pod " + l.Namespace + "/" + l.Pod, Field: "log of " + l.Container,
		At: line.At, Count: line.Many, Text: line.Text}
}

// span returns when the evidence begins and ends.
func span(list []Evidence) (first, last time.Time) {
	for _, e := range list {
		if !e.At.IsZero() && (first.IsZero() || e.At.Before(first)) {
			first = e.At
		}
		for _, t := range []time.Time{e.At, e.Until} {
			if t.After(last) {
				last = t
			}
		}
	}
	return first, last
}
