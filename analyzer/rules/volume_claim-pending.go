package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"

	"github.com/podtriage/podtriage/analyzer/scheduling"
	"github.com/podtriage/podtriage/loader"
)

var volumeClaimPending = &Rule{
	ID:    "volume/claim-pending",
	Title: "Claim cannot be bound",
	Doc: `A PersistentVolumeClaim is Pending and its Events say that it cannot be provisioned or bound: the StorageClass does not exist, there is none and no
default, the provisioner fails or does not answer, or no PersistentVolume fits. A claim that only waits for its first consumer
(WaitForFirstConsumer) is not a fault. Pods that wait for the claim are found by unschedulable/claim.

Where its Events have expired: a claim that has been Pending for more than five minutes is told of if its StorageClass is not
among those of the dump, and for information if nothing shows that it waits for its first consumer.`,
	Detect: detectClaimPending,
}

func detectClaimPending(c *Context) []Finding {
	var out []Finding
	for _, pvc := range c.Snapshot.PersistentVolumeClaims {
		ref := loader.RefOf("PersistentVolumeClaim", pvc)
		if pvc.Status.Phase != corev1.ClaimPending && pvc.Status.Phase != "" || c.claimUsed(ref) {
			continue
		}
		f, ok := c.claimPending(ref)
		if !ok {
			f, ok = c.claimUnanswered(ref, pvc)
		}
		if !ok {
			f, ok = c.claimWordless(ref, pvc)
		}
		if ok {
			f.Evidence = append(f.Evidence, c.Field("PersistentVolumeClaim", pvc, "status.phase", "Pending"))
			out = append(out, f)
		}
	}
	return append(out, c.claimsOfEvents()...)
}

// claimPending is the Finding of a claim whose Events say why it is not bound.
func (c *Context) claimPending(ref loader.Ref) (Finding, bool) {
	evidence := c.claimEvents(ref)
	if len(evidence) == 0 {
		return Finding{}, false
	}
	first, last := span(evidence)
	return Finding{
		Severity: Warning, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec.storageClassName"},
		Group: ref.String(), Symptom: true, Title: "claim cannot be bound", First: first, Last: last, Evidence: evidence,
		Cause: fmt.Sprintf("PersistentVolumeClaim %s is not bound: %s.", ref.Path(), strings.TrimSuffix(evidence[0].Text, ".")),
		Next: []Step{{Kind: Ask, Text: "the claim, classes and volumes",
			Command: Kubectl(ref.Namespace, "describe persistentvolumeclaim %s", ref.Name)}},
	}, true
}

// provisioning is how long a provisioner may take before its silence is worth a word.
const provisioning = 5 * time.Minute

// claimUnanswered is the Finding of a claim that was handed to a provisioner outside Kubernetes and got no answer, good or bad.
func (c *Context) claimUnanswered(ref loader.Ref, pvc *corev1.PersistentVolumeClaim) (Finding, bool) {
	for _, e := range c.Snapshot.EventsOf(ref) {
		if e.Reason != "ExternalProvisioning" || e.Last.Sub(pvc.CreationTimestamp.Time) < provisioning || e.Last.Sub(e.First) < provisioning {
			continue
		}
		return Finding{
			Severity: Warning, Confidence: Likely, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec.storageClassName"},
			Group: ref.String(), Symptom: true,
			Title: "claim waits for its provisioner", First: e.First, Last: e.Last, Evidence: []Evidence{c.EventEvidence(e)},
			Cause: fmt.Sprintf("PersistentVolumeClaim %s has waited %d minutes for a provisioner to make its volume, "+
				"and none has answered: %s.", ref.Path(),
				int(e.Last.Sub(e.First).Minutes()), strings.TrimSuffix(e.Message, ".")),
			Unknown: []string{"whether the provisioner runs, and what it says: its Pods and log tell"},
			Next: []Step{{Kind: Ask, Text: "the claim and its class",
				Command: Kubectl(ref.Namespace, "describe persistentvolumeclaim %s", ref.Name)},
				{Kind: Check, Text: "the provisioner's Pods", Command: "kubectl get pods -A | grep -i -e csi -e provisioner"}},
		}, true
	}
	return Finding{}, false
}

// claimWordless is the Finding of a claim that has been Pending for long and of which no Event is left. Without a class that binds at
// once it may only wait for its first consumer.
func (c *Context) claimWordless(ref loader.Ref, pvc *corev1.PersistentVolumeClaim) (Finding, bool) {
	since := pvc.CreationTimestamp.Time
	if pvc.DeletionTimestamp != nil || since.Unix() <= 0 || c.Now.Sub(since) < provisioning || len(c.Snapshot.EventsOf(ref)) > 0 {
		return Finding{}, false
	}
	f := Finding{Severity: Info, Confidence: Possible, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec.storageClassName"},
		Group: ref.String(), Symptom: true, Title: "claim is not bound", First: since.UTC(), Last: c.Now,
		Cause: fmt.Sprintf("PersistentVolumeClaim %s has been Pending since %s; no Event in the dump says why.",
			ref.Path(), since.UTC().Format(time.RFC3339)),
		Next: []Step{{Kind: Ask, Text: "the claim, classes and volumes",
			Command: Kubectl(ref.Namespace, "describe persistentvolumeclaim %s", ref.Name)}}}
	fault := c.classOfWordless(pvc, &f)
	return f, fault
}

// classOfWordless adds what the claim's StorageClass tells, and reports whether that leaves a fault.
func (c *Context) classOfWordless(pvc *corev1.PersistentVolumeClaim, f *Finding) bool {
	if pvc.Spec.StorageClassName == nil || *pvc.Spec.StorageClassName == "" {
		f.Cause += " It names no StorageClass." + c.withoutDefault()
		return true
	}
	class := loader.Ref{Kind: "StorageClass", Name: *pvc.Spec.StorageClassName}
	f.Evidence = []Evidence{c.Field("PersistentVolumeClaim", pvc, "spec.storageClassName", class.Name)}
	switch sc, _ := c.Snapshot.Find(class).(*storagev1.StorageClass); {
	case sc != nil:
		f.Cause += fmt.Sprintf(" StorageClass %s does not wait for a Pod that uses the claim.", class.Name)
		return sc.VolumeBindingMode == nil || *sc.VolumeBindingMode != storagev1.VolumeBindingWaitForFirstConsumer
	case c.Snapshot.Lookup(class) == loader.Absent && c.Snapshot.Coverage.Listed("StorageClass"):
		f.Severity, f.Confidence, f.Title = Warning, Likely, "claim names a StorageClass that does not exist"
		f.Cause += fmt.Sprintf(" The cluster has no StorageClass %s, so nothing makes a volume for it, "+
			"and no PersistentVolume of that class was bound.", class.Name)
	default:
		f.Unknown = []string{fmt.Sprintf("whether StorageClass %s exists, and whether it waits for a Pod that uses the claim: "+
			"the dump does not hold it", class.Name)}
	}
	return true
}

// claimsOfEvents finds claims that only Events tell of, in dumps that hold no claims of their namespace. One that was bound
// since says so.
func (c *Context) claimsOfEvents() []Finding {
	var out []Finding
	seen := map[loader.Ref]bool{}
	for _, e := range c.Snapshot.Events {
		ref := loader.Ref{Kind: "PersistentVolumeClaim", Namespace: e.Object.Namespace, Name: e.Object.Name}
		if e.Object.Kind != ref.Kind || seen[ref] || c.Snapshot.Lookup(ref) != loader.NotCollected || c.claimUsed(ref) {
			continue
		}
		seen[ref] = true
		if f, ok := c.claimPending(ref); ok && !c.provisionedSince(ref, f.Last) {
			f.Confidence = Likely
			f.Unknown = []string{"whether the claim is bound by now: PersistentVolumeClaims are not in the dump"}
			out = append(out, f)
		}
	}
	return out
}

func (c *Context) provisionedSince(ref loader.Ref, t time.Time) bool {
	for _, e := range c.Snapshot.EventsOf(ref) {
		if e.Reason == "ProvisioningSucceeded" && !e.Last.Before(t) {
			return true
		}
	}
	return false
}

// claimUsed reports whether a Pod in the dump names the claim; what holds the Pod up is then said there.
func (c *Context) claimUsed(r loader.Ref) bool {
	return slices.ContainsFunc(c.Snapshot.PodsIn(r.Namespace), func(p *corev1.Pod) bool {
		return slices.Contains(scheduling.Claims(p), r.Name)
	})
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
