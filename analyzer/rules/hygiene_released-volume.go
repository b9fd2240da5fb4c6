package rules

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var lintReleased = &Rule{
	ID:    "hygiene/released-volume",
	Title: "PersistentVolumes are kept that nobody uses",
	Doc: `The claim is gone and the volume is kept, as its reclaim policy Retain says: storage that is paid for, ` +
		`and data that somebody may still want. A claim that waits for such a volume is found by volume/released.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, pv := range c.Snapshot.PersistentVolumes {
			if pv.Status.Phase == corev1.VolumeReleased {
				out = append(out, lint(loader.RefOf("PersistentVolume", pv), "is kept for a claim that is gone",
					c.Field("PersistentVolume", pv, "status.phase", "Released")))
			}
		}
		return out
	},
}
