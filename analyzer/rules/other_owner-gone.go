package rules

import (
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/loader"
)

var ownerGone = &Rule{
	ID:    "other/owner-gone",
	Title: "Pods belong to an owner that is gone",
	Doc: `The Pod's controlling owner is not in the cluster any more, or is another object of the same name, and the Pod is not being deleted. The garbage collector should have removed it within seconds; until it does, or if it cannot
(an API group that does not answer stops it), nobody replaces or updates the Pod. Deleting an owner with --cascade=orphan takes the reference out, so that is another matter.

How it is told apart: the owner's kind is in the dump for that namespace, and the Pod is older than ten minutes. Since a dump is not taken in one moment, an owner that was deleted meanwhile looks the same.

What to do: look at APIServices that are not available, and at the log of the controller manager.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		seen := map[loader.Ref]bool{}
		for _, p := range c.Pods {
			up, ok := loader.Controller(p.Pod)
			if !ok || up.Kind == "Node" || p.Recalled || p.DeletionTimestamp != nil ||
				c.Now.Sub(p.CreationTimestamp.Time) < 10*time.Minute || seen[up] {
				continue
			}
			word := c.ownerState(up)
			if word == "" {
				continue
			}
			seen[up] = true
			out = append(out, Finding{Severity: Info, Confidence: Likely, Subject: p.Ref, Culprit: Culprit{Ref: up}, Group: up.String(),
				Title:    "its owner is gone",
				Cause:    fmt.Sprintf("Pod %s belongs to %s, %s: nobody replaces or removes it.", p.Name, up, word),
				Evidence: []Evidence{c.PodField(p, "metadata.ownerReferences", fmt.Sprintf("%s %s uid %s", up.Kind, up.Name, up.UID))},
				Unknown:  []string{"whether the owner went while the dump was being taken"},
				Next: []Step{{Kind: Check, Text: "the Pod and its owner, now",
					Command: Kubectl(p.Namespace, "get pod %s %s", p.Name, handle(up))}}})
		}
		return out
	},
}

// ownerState says how the owner is gone; "" where it is there, or may be.
func (c *Context) ownerState(up loader.Ref) string {
	var o metav1.Object = c.Snapshot.Find(up)
	switch {
	case o == nil && c.Snapshot.Lookup(up) == loader.Absent:
		return "which does not exist"
	case o != nil && up.UID != "" && o.GetUID() != "" && o.GetUID() != up.UID:
		return "of which there is only a later one of the same name"
	}
	return ""
}
