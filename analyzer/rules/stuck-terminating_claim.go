package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/analyzer/scheduling"
	"github.com/podtriage/podtriage/loader"
)

// claimProtection is the finalizer that keeps a claim while a Pod uses it (pkg/volume/util/finalizer.go, v1.37).
const claimProtection = "kubernetes.io/pvc-protection"

// mayProtect is how long a deleted claim may wait for its Pods before somebody should look.
const mayProtect = 10 * time.Minute

var stuckClaim = &Rule{
	ID:    "stuck-terminating/claim",
	Title: "Deleted claim stays because a Pod uses it",
	Doc: `A PersistentVolumeClaim was deleted, and its finalizers keep it. With kubernetes.io/pvc-protection that is by design: the claim goes once no Pod uses it any
more, be the Pod running or only placed on a node. Until then the Pod works, but no new Pod may use the claim, so a replacement of the Pod will not start.

How it is told apart: the Pods that use the claim are named. Where the dump holds the Pods and none uses it, another finalizer or a controller that does not
run keeps it.

What to do: find out whether the deletion was meant. It cannot be undone: save the data, or let the volume's reclaim policy be Retain, before the Pod ends.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, pvc := range c.Snapshot.PersistentVolumeClaims {
			if d := pvc.DeletionTimestamp; d != nil && d.Unix() > 0 && len(pvc.Finalizers) > 0 && c.Now.Sub(d.Time) >= mayProtect {
				out = append(out, c.protectedClaim(pvc))
			}
		}
		return out
	},
}

func (c *Context) protectedClaim(pvc *corev1.PersistentVolumeClaim) Finding {
	ref := loader.RefOf("PersistentVolumeClaim", pvc)
	f := Finding{
		Severity: Warning, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: "metadata.finalizers"},
		First: pvc.DeletionTimestamp.UTC(), Last: c.Now, Title: "is deleted and kept by its finalizers",
		Cause: fmt.Sprintf("PersistentVolumeClaim %s was deleted at %s and is kept by %s.",
			pvc.Name, pvc.DeletionTimestamp.UTC().Format(time.RFC3339), strings.Join(pvc.Finalizers, ", ")),
		Evidence: []Evidence{c.Field("PersistentVolumeClaim", pvc, "metadata.deletionTimestamp",
			pvc.DeletionTimestamp.UTC().Format(time.RFC3339)),
			c.Field("PersistentVolumeClaim", pvc, "metadata.finalizers", strings.Join(pvc.Finalizers, ", "))},
		Next: []Step{{Kind: Ask, Text: "the claim, and which Pods use it",
			Command: Kubectl(pvc.Namespace, "describe persistentvolumeclaim %s", pvc.Name)}},
	}
	var users []string
	for _, p := range c.claimUsers(pvc) {
		users = append(users, p.Name)
		if len(f.Evidence) < 5 {
			f.Evidence = append(f.Evidence, c.PodField(p, volumeField(p, pvc.Name), "claimName: "+pvc.Name))
		}
	}
	switch protects := slices.Contains(pvc.Finalizers, claimProtection); {
	case protects && len(users) > 0:
		f.Title = "is deleted while Pod " + Enumerate(users, 1) + " uses it"
		f.Cause += fmt.Sprintf(" It goes when Pod %s ends; no new Pod can start with it.", Enumerate(users, 4))
		f.Next = append(f.Next, Step{Kind: Check,
			Text:    "was the deletion meant? The data goes with the claim where the volume's reclaim policy is Delete",
			Command: "kubectl get persistentvolumes"})
	case protects && c.Snapshot.Coverage.Collected("Pod", pvc.Namespace):
		f.Cause += " No Pod of the dump uses it."
		f.Unknown = []string{"why the finalizer was not removed: the controller manager's log tells"}
	default:
		f.Unknown = []string{"what the finalizers wait for"}
	}
	return f
}

// claimUsers are the Pods that use the claim and have not ended.
func (c *Context) claimUsers(pvc *corev1.PersistentVolumeClaim) []*Pod {
	var out []*Pod
	for _, o := range c.Snapshot.PodsIn(pvc.Namespace) {
		p := c.Pod(loader.RefOf("Pod", o))
		if p != nil && !podstatus.Ended(o) && slices.Contains(scheduling.Claims(o), pvc.Name) {
			out = append(out, p)
		}
	}
	return out
}
