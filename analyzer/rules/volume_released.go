package rules

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var volumeReleased = &Rule{
	ID:    "volume/released",
	Title: "Claim waits for a PersistentVolume that an earlier claim has left",
	Doc: `The claim that a PersistentVolume was bound to is gone, and the volume is kept for it (phase Released, reclaim policy Retain). It never binds to another claim by itself, nor to a new one of the same name, since it remembers
the old one's UID. A pending claim that names the volume, or has the name of the old claim, waits for ever.

How it is told apart: status.phase of the volume, and spec.claimRef. A released volume that nobody asks for is no fault.

What to do: when the data is to be used again, remove spec.claimRef.uid and resourceVersion of the volume, so that the claim of that name may have it; first make sure which data it holds.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, pvc := range c.Snapshot.PersistentVolumeClaims {
			ref := loader.RefOf("PersistentVolumeClaim", pvc)
			pv := c.releasedFor(pvc)
			if pv == nil || c.claimUsed(ref) { // a Pod's own Finding says it
				continue
			}
			out = append(out, Finding{Severity: Warning, Confidence: Likely, Subject: ref,
				Culprit: Culprit{Ref: loader.RefOf("PersistentVolume", pv), Field: "spec.claimRef"}, Group: ref.String(),
				Title: "waits for a volume that is kept for an earlier claim", Cause: fmt.Sprintf("PersistentVolumeClaim %s is not bound. %s",
					ref.Path(), releasedWords(pv)),
				Evidence: append([]Evidence{c.Field("PersistentVolumeClaim", pvc, "status.phase", "Pending")}, c.releasedEvidence(pv)),
				Next: []Step{{Kind: Check, Text: "which data the volume holds, and for whom it is kept",
					Command: "kubectl describe persistentvolume " + pv.Name}}})
		}
		return out
	},
}

// releasedFor is the released volume that the pending claim names, or that an earlier claim of its name had; nil if there is none.
func (c *Context) releasedFor(pvc *corev1.PersistentVolumeClaim) *corev1.PersistentVolume {
	if pvc.Status.Phase != corev1.ClaimPending && pvc.Status.Phase != "" {
		return nil
	}
	for _, pv := range c.Snapshot.PersistentVolumes {
		r := pv.Spec.ClaimRef
		if pv.Status.Phase != corev1.VolumeReleased || r == nil {
			continue
		}
		earlier := r.Namespace == pvc.Namespace && r.Name == pvc.Name && r.UID != pvc.UID
		if earlier && pvc.Spec.VolumeName == "" || pvc.Spec.VolumeName == pv.Name {
			return pv
		}
	}
	return nil
}

func releasedWords(pv *corev1.PersistentVolume) string {
	r := pv.Spec.ClaimRef
	return fmt.Sprintf("PersistentVolume %s is kept for an earlier claim %s/%s, which is gone (Released): "+
		"it binds to no other claim by itself.", pv.Name, r.Namespace, r.Name)
}

func (c *Context) releasedEvidence(pv *corev1.PersistentVolume) Evidence {
	r := pv.Spec.ClaimRef
	return c.Field("PersistentVolume", pv, "status.phase", fmt.Sprintf("Released, claimRef %s/%s uid %s", r.Namespace, r.Name, r.UID))
}
