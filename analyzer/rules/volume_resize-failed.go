package rules

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var volumeResize = &Rule{
	ID:    "volume/resize-failed",
	Title: "Volume cannot be grown",
	Doc: `A claim asks for more than its volume has, and the growth failed in the driver's controller, on the node, or for a file system that is mounted read-only.
The Pod goes on with the old size; it is at risk when the volume fills.`,
	Detect: detectResize,
}

var resizeReasons = []string{"VolumeResizeFailed", "FileSystemResizeFailed", "ExternalExpandingFailed"}

func detectResize(c *Context) []Finding {
	var out []Finding
	for _, e := range c.Snapshot.Events {
		if !slices.Contains(resizeReasons, e.Reason) || !recent(c.Now, e.Last) {
			continue
		}
		name := e.Object
		if c.Snapshot.Lookup(name) == loader.Absent {
			continue
		}
		if pvc, ok := c.Snapshot.Find(name).(*corev1.PersistentVolumeClaim); ok && grown(pvc) {
			continue
		}
		out = append(out, Finding{
			Severity: Warning, Confidence: Confirmed, Subject: name,
			Culprit: Culprit{Ref: name, Field: "spec.resources.requests.storage"}, Symptom: true,
			Title: "volume cannot be grown", First: e.First, Last: e.Last, Evidence: []Evidence{c.EventEvidence(e)},
			Cause: fmt.Sprintf("The growth of the volume of %s failed; it keeps its old size.", name),
			Next: []Step{{Kind: Ask, Text: "sizes and conditions of the claims",
				Command: Kubectl(name.Namespace, "get persistentvolumeclaims -o yaml")}},
		})
	}
	return out
}

// grown reports whether the claim has at least what it asks for.
func grown(pvc *corev1.PersistentVolumeClaim) bool {
	has, ok := pvc.Status.Capacity[corev1.ResourceStorage]
	wants := pvc.Spec.Resources.Requests[corev1.ResourceStorage]
	return ok && has.Cmp(wants) >= 0
}
