package rules

import (
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"

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
			if n.DeletionTimestamp == nil || c.Now.Sub(n.DeletionTimestamp.Time) < settle {
				continue
			}
			ref := loader.RefOf("Namespace", n)
			f := Finding{
				Severity: Warning, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec.finalizers"}, First: n.DeletionTimestamp.UTC(), Last: c.Now,
				Title:    "namespace has been terminating for " + ago(n.DeletionTimestamp.Time, c.Now),
				Cause:    fmt.Sprintf("Namespace %s has been terminating since %s.", n.Name, n.DeletionTimestamp.UTC().Format(time.RFC3339)),
				Evidence: []Evidence{c.Field("Namespace", n, "metadata.deletionTimestamp", n.DeletionTimestamp.UTC().Format(time.RFC3339))},
				Next:     []Step{{Kind: Ask, Text: "what the namespace still holds", Command: fmt.Sprintf("kubectl api-resources --verbs=list --namespaced -o name | xargs -n 1 kubectl get -n %s --ignore-not-found", n.Name)}},
			}
			for _, cond := range n.Status.Conditions {
				if cond.Status == corev1.ConditionTrue {
					f.Evidence = append(f.Evidence, c.Field("Namespace", n, "status.conditions["+string(cond.Type)+"]", conditionText(string(cond.Status), cond.Reason, cond.Message)))
					f.Cause += " " + oneLine(cond.Message)
				}
			}
			out = append(out, f)
		}
		return out
	},
}
