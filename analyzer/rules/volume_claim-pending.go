package rules

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var volumeClaimPending = &Rule{
	ID:    "volume/claim-pending",
	Title: "Claim cannot be bound",
	Doc: `A PersistentVolumeClaim is Pending and its Events say that it cannot be provisioned or bound: the StorageClass does not exist, there is none and no
default, the provisioner fails, or no PersistentVolume fits. A claim that only waits for its first consumer
(WaitForFirstConsumer) is not a fault. Pods that wait for the claim are found by unschedulable/claim.`,
	Detect: detectClaimPending,
}

func detectClaimPending(c *Context) []Finding {
	var out []Finding
	for _, pvc := range c.Snapshot.PersistentVolumeClaims {
		ref := loader.RefOf("PersistentVolumeClaim", pvc)
		if pvc.Status.Phase != corev1.ClaimPending && pvc.Status.Phase != "" || c.claimUsed(ref) {
			continue
		}
		evidence := c.claimEvents(ref)
		if len(evidence) == 0 {
			continue
		}
		first, last := span(evidence)
		out = append(out, Finding{
			Severity: Warning, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec.storageClassName"}, Group: ref.String(), Symptom: true,
			Title: "claim cannot be bound", First: first, Last: last,
			Cause:    fmt.Sprintf("PersistentVolumeClaim %s is Pending: %s.", ref.Path(), strings.TrimSuffix(evidence[0].Text, ".")),
			Evidence: append(evidence, c.Field("PersistentVolumeClaim", pvc, "status.phase", "Pending")),
			Next:     []Step{{Kind: Ask, Text: "the claim, classes and volumes", Command: kubectl(ref.Namespace, "describe persistentvolumeclaim %s", ref.Name)}},
		})
	}
	return out
}

// claimUsed reports whether a Pod in the dump names the claim; what holds the Pod up is then said there.
func (c *Context) claimUsed(r loader.Ref) bool {
	for _, p := range c.Snapshot.PodsIn(r.Namespace) {
		if v := c.Pod(loader.RefOf("Pod", p)); v != nil && mountsClaim(v, r.Name) {
			return true
		}
	}
	return false
}

// claimEvents are the Events that say why a claim is not bound. FailedBinding is of type Normal although it is fatal.
func (c *Context) claimEvents(r loader.Ref) []Evidence {
	var out []Evidence
	for _, e := range c.Snapshot.EventsOf(r) {
		switch e.Reason {
		case "FailedBinding", "ProvisioningFailed", "VolumeMismatch", "ClaimLost", "ClaimMisbound":
			out = append(out, c.EventEvidence(e))
		}
	}
	return out
}
