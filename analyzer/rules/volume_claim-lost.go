package rules

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var volumeClaimLost = &Rule{
	ID:    "volume/claim-lost",
	Title: "Claim has lost its PersistentVolume",
	Doc: `The claim was bound and the PersistentVolume object is gone: phase Lost. The data may still be in the storage. Pods that run keep their mount; the next
start fails.`,
	Detect: detectClaimLost,
}

func detectClaimLost(c *Context) []Finding {
	var out []Finding
	for _, pvc := range c.Snapshot.PersistentVolumeClaims {
		if pvc.Status.Phase != corev1.ClaimLost {
			continue
		}
		ref := loader.RefOf("PersistentVolumeClaim", pvc)
		evidence := append([]Evidence{c.Field("PersistentVolumeClaim", pvc, "status.phase", "Lost")}, c.claimEvents(ref)...)
		first, last := span(evidence)
		out = append(out, Finding{
			Severity: Error, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec.volumeName"}, Group: ref.String(),
			First: first, Last: last, Title: "claim has lost its PersistentVolume",
			Cause: fmt.Sprintf("PersistentVolumeClaim %s was bound to PersistentVolume %s, which no longer exists.",
				ref.Path(), pvc.Spec.VolumeName),
			Evidence: evidence,
			Unknown:  []string{"whether the data is still in the storage: only the object in Kubernetes is known to be gone"},
			Next: []Step{{Kind: Check, Text: "does the disk still exist in the storage's console"},
				{Kind: Ask, Text: "the volumes that are left", Command: "kubectl get persistentvolumes -o yaml"}},
		})
	}
	return out
}
