package rules

import (
	"cmp"
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var volumeFailedVolume = &Rule{
	ID:    "volume/reclaim-failed",
	Title: "PersistentVolume could not be reclaimed",
	Doc: `The claim was deleted, and the PersistentVolume could not be deleted or recycled as its reclaim policy says: phase Failed. It holds storage that nobody
uses; no Pod is hurt by it.`,
	Detect: detectFailedVolume,
}

func detectFailedVolume(c *Context) []Finding {
	var out []Finding
	for _, pv := range c.Snapshot.PersistentVolumes {
		if pv.Status.Phase != corev1.VolumeFailed {
			continue
		}
		ref := loader.RefOf("PersistentVolume", pv)
		evidence := []Evidence{c.Field("PersistentVolume", pv, "status.phase", cmp.Or(pv.Status.Message, "Failed"))}
		for _, e := range c.Snapshot.EventsOf(ref) {
			if e.Reason == "VolumeFailedDelete" || e.Reason == "VolumeFailedRecycle" {
				evidence = append(evidence, c.EventEvidence(e))
			}
		}
		first, last := span(evidence)
		out = append(out, Finding{
			Severity: Info, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref}, Evidence: evidence, First: first, Last: last,
			Title: "PersistentVolume could not be reclaimed",
			Cause: fmt.Sprintf("PersistentVolume %s was released and could not be deleted or recycled.", ref.Name),
			Next:  []Step{{Kind: Ask, Text: "the volume and its Events", Command: "kubectl describe persistentvolume " + ref.Name}},
		})
	}
	return out
}
