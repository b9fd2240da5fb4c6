package rules

import (
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

var stuckNamespace = &Rule{
	ID:    "stuck-terminating/namespace",
	Title: "Namespace cannot go because something in it is left",
	Doc: `The namespace is to be deleted, and its conditions say what is left: objects that remain, finalizers that nobody removes, or
API groups that cannot be listed because their API server is down.

What to do: remove what holds the objects that remain. Removing the namespace's own finalizer leaves orphans behind.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Namespaces {
			if n.DeletionTimestamp == nil || c.endingSince(n) < settle && !c.timeless() {
				continue
			}
			ref := loader.RefOf("Namespace", n)
			f := Finding{
				Severity: Warning, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec.finalizers"},
				First: n.DeletionTimestamp.UTC(), Last: c.Now,
				Title:    "has been terminating for " + podstatus.Duration(c.endingSince(n)),
				Cause:    fmt.Sprintf("Namespace %s has been terminating since %s.", n.Name, n.DeletionTimestamp.UTC().Format(time.RFC3339)),
				Evidence: []Evidence{c.Field("Namespace", n, "metadata.deletionTimestamp", n.DeletionTimestamp.UTC().Format(time.RFC3339))},
				Next: []Step{{Kind: Ask, Text: "what the namespace still holds",
					Command: fmt.Sprintf("kubectl api-resources --verbs=list --namespaced -o name | xargs -n 1 "+
						"kubectl get -n %s --ignore-not-found", n.Name)}},
			}
			for _, cond := range n.Status.Conditions {
				if cond.Status == corev1.ConditionTrue {
					f.Evidence = append(f.Evidence, c.Field("Namespace", n, "status.conditions["+string(cond.Type)+"]",
						conditionText(string(cond.Status), cond.Reason, cond.Message)))
					f.Cause += " " + sentence(oneLine(cond.Message))
				}
			}
			if c.endingSince(n) < settle {
				f.Title, f.Confidence = "is terminating", Likely
				f.Unknown = append(f.Unknown, howLong)
				if len(f.Evidence) == 1 {
					f.Severity, f.Confidence = Info, Possible
				}
			}
			out = append(out, f)
		}
		return out
	},
}

// endingSince is how long the namespace has been terminating, by the capture time or by its own newest condition.
func (c *Context) endingSince(n *corev1.Namespace) time.Duration {
	last := c.Now
	for _, cond := range n.Status.Conditions {
		if cond.LastTransitionTime.After(last) {
			last = cond.LastTransitionTime.Time
		}
	}
	return last.Sub(n.DeletionTimestamp.Time)
}
