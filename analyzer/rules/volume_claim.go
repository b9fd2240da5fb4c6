package rules

import (
	"cmp"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeClaim = &Rule{
	ID:    "volume/claim",
	Title: "Claim of the Pod cannot be used",
	Doc: `The Pod was given a node without the scheduler's check (spec.nodeName, a DaemonSet of old versions), or the claim changed since: it is not bound, is being
deleted, is gone, or its PersistentVolume is.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "claim of the Pod cannot be used"
		if f.Kind == "PersistentVolumeClaim" && f.Object != "" && f.claim == "" {
			f.claim = f.Object
		}
		name := cmp.Or(f.claim, f.Object)
		x.Cause = fmt.Sprintf("%s cannot be processed: %s.", f.what(), strings.TrimSuffix(f.Text, "."))
		if f.claim != "" {
			x.Culprit = Culprit{Ref: f.claimRef(), Field: "status.phase"}
			x.Group = x.Culprit.Ref.String()
			if o := c.Snapshot.Find(f.claimRef()); o != nil {
				pvc := o.(*corev1.PersistentVolumeClaim)
				x.Evidence = append(x.Evidence, c.Field("PersistentVolumeClaim", o, "status.phase", cmp.Or(string(pvc.Status.Phase), "Pending")))
			}
			x.Evidence = append(x.Evidence, c.claimEvents(f.claimRef())...)
			for _, r := range c.lookalikes(f.claimRef()) {
				x.Cause += fmt.Sprintf(" There is a %s.", r)
			}
		}
		x.Next = []Step{{Kind: Ask, Text: "the claim and its Events",
			Command: Kubectl(f.pod.Namespace, "describe persistentvolumeclaim %s", name)}}
	}, message.MountClaim),
}
