package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/scheduling"
	"github.com/podtriage/podtriage/loader"
)

// objectEvidence cites that an object is there, or what a field of it says.
func (c *Context) objectEvidence(r loader.Ref, field string) Evidence {
	o := c.Snapshot.Find(r)
	if o == nil {
		return Evidence{Object: r.String(), Field: field, Text: r.String()}
	}
	e := c.Field(r.Kind, o, field, r.String())
	if p, ok := o.(*corev1.Pod); ok && p.Spec.NodeName != "" {
		e.Text += " on node " + p.Spec.NodeName
	}
	return e
}

var unschedulableClaim = &Rule{
	ID:    "unschedulable/claim",
	Title: "a PersistentVolumeClaim of the Pod is missing or not bound",
	Doc: `The scheduler places a Pod only when its claims are bound, or can be bound where the Pod goes. The claim is at fault, not the nodes:

    not found             the Pod names a claim that does not exist in its namespace
    unbound immediate     the claim waits for a volume: no StorageClass, a class that does not exist, a provisioner that does not work
    being deleted         somebody deleted the claim while the Pod wants it
    no volume to bind     the class waits for the first consumer and has neither a provisioner nor a free volume that fits

Events of the claim say why it is not bound; they are often of type Normal. A claim of a class with volumeBindingMode
WaitForFirstConsumer that waits for a Pod is not a fault.`,
	Detect: func(c *Context) []Finding {
		return c.stuck(describeClaim, message.Unbound, message.ClaimMissing, message.ClaimDeleting, message.NoVolume, message.VolumeGone)
	},
}

func describeClaim(c *Context, w *waiting, f *Finding) bool {
	name, pvc := c.claimAtFault(w)
	ref := loader.Ref{Kind: "PersistentVolumeClaim", Namespace: w.Namespace, Name: name}
	if name == "" {
		f.Culprit = blame(w.Pod, "volumes")
		f.Title = "waits for a PersistentVolumeClaim"
		f.Cause = "A claim of the Pod is not bound: " + w.refusedBy() + "."
		f.Unknown = append(f.Unknown, "which claim, and why: PersistentVolumeClaims are not in the dump")
		f.Next = append(f.Next, Step{Kind: Ask, Text: "the claims and their Events", Command: Kubectl(w.Namespace, "describe pvc")})
		return true
	}
	f.Culprit, f.Group = Culprit{Ref: ref}, ref.String()
	f.Next = append(f.Next, Step{Kind: Ask, Text: "the claim's state and Events", Command: Kubectl(w.Namespace, "describe pvc %s", name)})
	if field := volumeField(w.Pod, name); field != "" {
		f.Evidence = append(f.Evidence, c.PodField(w.Pod, field, "claimName: "+name))
	}
	switch {
	case w.kind == message.ClaimMissing || pvc == nil && c.Snapshot.Lookup(ref) == loader.Absent:
		c.describeMissingClaim(w, f, ref)
	case pvc == nil:
		f.Title = "claim " + name + " is not bound"
		f.Cause = "The Pod waits for PersistentVolumeClaim " + name + ": " + w.refusedBy() + "."
		if why, _ := c.claimSays(ref); why != "" {
			f.Cause += " The claim's own Event says: " + sentence(why)
		} else {
			f.Unknown = append(f.Unknown, "why the claim is not bound: PersistentVolumeClaims are not in the dump")
		}
		c.citeClaimEvents(ref, f)
	case w.kind == message.ClaimDeleting || pvc.DeletionTimestamp != nil:
		f.Title = "claim " + name + " is being deleted"
		f.Cause = "The Pod mounts PersistentVolumeClaim " + name + ", which was deleted and goes away once nothing uses it: " +
			"no new Pod may start with it."
		f.Culprit.Field = "metadata.deletionTimestamp"
		f.Evidence = append(f.Evidence, c.Field("PersistentVolumeClaim", pvc, "metadata.finalizers", strings.Join(pvc.Finalizers, ", ")+" "))
	default:
		c.describeUnbound(w, f, pvc)
	}
	return true
}

// claimAtFault is the claim that the message names, else the first whose own Events say that it fails, else the first of the
// Pod's claims that is not there or not bound.
func (c *Context) claimAtFault(w *waiting) (string, *corev1.PersistentVolumeClaim) {
	names := scheduling.Claims(w.Pod.Pod)
	if name := cmp.Or(w.detail, c.failingClaim(w.Pod)); name != "" {
		names = []string{name}
	}
	unknown := ""
	for _, name := range names {
		ref := loader.Ref{Kind: "PersistentVolumeClaim", Namespace: w.Namespace, Name: name}
		pvc, ok := c.Snapshot.Find(ref).(*corev1.PersistentVolumeClaim)
		if !ok {
			if unknown == "" || c.Snapshot.Lookup(ref) == loader.Absent {
				unknown = name
			}
			continue
		}
		if w.detail != "" || pvc.Spec.VolumeName == "" || pvc.Status.Phase != corev1.ClaimBound || pvc.DeletionTimestamp != nil ||
			w.kind == message.VolumeGone {
			return name, pvc
		}
	}
	return unknown, nil
}

// failingClaim is the first of the Pod's claims that is not bound and whose own Events say why; "" for none. Of a Pod that only
// Events know the claims are told by their names: a StatefulSet's end with its Pod's name.
func (c *Context) failingClaim(p *Pod) string {
	names := scheduling.Claims(p.Pod)
	if p.Recalled {
		names = c.claimsNamedFor(p)
	}
	for _, name := range names {
		ref := loader.Ref{Kind: "PersistentVolumeClaim", Namespace: p.Namespace, Name: name}
		pvc, ok := c.Snapshot.Find(ref).(*corev1.PersistentVolumeClaim)
		if (!ok || pvc.Status.Phase != corev1.ClaimBound) && len(c.claimEvents(ref)) > 0 {
			return name
		}
	}
	return ""
}

// claimsNamedFor are the claims with Events whose names say that a StatefulSet made them for the Pod.
func (c *Context) claimsNamedFor(p *Pod) []string {
	var out []string
	for _, e := range c.Snapshot.Events {
		if e.Object.Kind == "PersistentVolumeClaim" && e.Object.Namespace == p.Namespace && strings.HasSuffix(e.Object.Name, "-"+p.Name) {
			out = append(out, e.Object.Name)
		}
	}
	return out
}

// claimSays is what the newest Event of the claim gives as the reason why it is not bound, and whether that is a failed provisioning.
func (c *Context) claimSays(ref loader.Ref) (why string, provisioning bool) {
	for _, e := range c.Snapshot.EventsOf(ref) {
		if e.Reason == "ProvisioningFailed" || e.Reason == "FailedBinding" {
			why, provisioning = oneLine(e.Message), e.Reason == "ProvisioningFailed"
		}
	}
	return why, provisioning
}

func volumeField(p *Pod, claim string) string {
	for _, v := range p.Spec.Volumes {
		if v.PersistentVolumeClaim != nil && v.PersistentVolumeClaim.ClaimName == claim {
			return "spec.volumes[" + v.Name + "].persistentVolumeClaim"
		}
	}
	return ""
}

func (c *Context) describeMissingClaim(w *waiting, f *Finding, ref loader.Ref) {
	f.Title = "claim " + ref.Name + " does not exist"
	f.Cause = fmt.Sprintf("The Pod mounts PersistentVolumeClaim %s, and namespace %s has no claim of that name: %s.",
		ref.Name, ref.Namespace, w.refusedBy())
	for _, other := range c.Snapshot.PersistentVolumeClaims {
		if other.Name == ref.Name && other.Namespace != ref.Namespace {
			f.Note = "a claim of that name exists in namespace " + other.Namespace + "; Pods can use claims of their own namespace only"
		}
	}
	f.RuledOut = append(f.RuledOut, "a claim that waits for its volume: there is no claim")
	f.Next = append(f.Next, Step{Kind: Check, Text: "the claims that exist", Command: Kubectl(ref.Namespace, "get pvc")},
		editWorkload(w.Pod, "create the claim, or correct claimName"))
}

func (c *Context) describeUnbound(w *waiting, f *Finding, pvc *corev1.PersistentVolumeClaim) {
	ref := loader.RefOf("PersistentVolumeClaim", pvc)
	class := scheduling.ClassOf(pvc)
	f.Culprit.Field = "spec.storageClassName"
	c.citeClaimEvents(ref, f)
	f.Evidence = append(f.Evidence, c.Field("PersistentVolumeClaim", pvc, "status.phase", orElse(string(pvc.Status.Phase), "Pending")))
	why, failed := c.claimSays(ref)
	f.Title = "claim " + pvc.Name + " is not bound"
	f.Cause = "The Pod waits for PersistentVolumeClaim " + pvc.Name + ", which is not bound: "
	c.whyUnbound(f, pvc, why)
	if failed && class != "" {
		f.Title = "claim " + pvc.Name + " cannot be provisioned"
	}
	if why != "" {
		f.Cause += " Its Event says: " + sentence(why)
	}
	f.RuledOut = append(f.RuledOut, "too little room on the nodes: the scheduler waits for the claim before it looks at nodes")
	f.Next = append(f.Next, Step{Kind: Check, Text: "classes and free volumes", Command: "kubectl get storageclass,pv"})
}

// whyUnbound says why the claim has no volume, by its class and by what its Event says.
func (c *Context) whyUnbound(f *Finding, pvc *corev1.PersistentVolumeClaim, why string) {
	class := scheduling.ClassOf(pvc)
	sc := loader.Ref{Kind: "StorageClass", Name: class}
	found, _ := c.Snapshot.Find(sc).(*storagev1.StorageClass)
	switch {
	case pvc.Spec.VolumeName != "" && c.Snapshot.Lookup(loader.Ref{Kind: "PersistentVolume", Name: pvc.Spec.VolumeName}) == loader.Absent:
		f.Cause = "The Pod mounts PersistentVolumeClaim " + pvc.Name + ", whose PersistentVolume " + pvc.Spec.VolumeName +
			" does not exist any more."
		f.Title, f.Culprit.Field = "volume of claim "+pvc.Name+" is gone", "spec.volumeName"
	case c.releasedFor(pvc) != nil:
		pv := c.releasedFor(pvc)
		f.Cause += "the volume that it would have is not free. " + releasedWords(pv)
		f.Culprit = Culprit{Ref: loader.RefOf("PersistentVolume", pv), Field: "spec.claimRef"}
		f.Evidence = append(f.Evidence, c.releasedEvidence(pv))
	case class == "":
		f.Cause += "it names no StorageClass, the cluster set no default for it, " +
			"and no PersistentVolume without a class fits." + c.withoutDefault()
	case found == nil && (c.Snapshot.Lookup(sc) == loader.Absent || contains(why, "storageclass") && contains(why, `"`+class+`" not found`)):
		f.Cause += "its StorageClass " + class + " does not exist, and no free PersistentVolume of that class fits."
		f.Evidence = append(f.Evidence, c.Field("PersistentVolumeClaim", pvc, "spec.storageClassName", "storageClassName: "+class))
	case found == nil:
		f.Cause += "no PersistentVolume was made or found for class " + class + "."
		f.Unknown = append(f.Unknown, "whether StorageClass "+class+" exists: StorageClasses are not in the dump")
	case !dynamic(found):
		f.Cause += "StorageClass " + class + " makes no volumes (provisioner " + found.Provisioner +
			"), and no free PersistentVolume of the class fits."
	default:
		f.Cause += "the provisioner " + found.Provisioner + " of StorageClass " + class + " has not made a volume."
		f.Next = append(f.Next, Step{Kind: Check, Text: "the log of the provisioner",
			Command: "kubectl get pods -A | grep -i -e csi -e provisioner"})
	}
}

func dynamic(sc *storagev1.StorageClass) bool {
	return sc.Provisioner != "" && sc.Provisioner != "kubernetes.io/no-provisioner"
}

// citeClaimEvents quotes the claim's newest Event of each reason; FailedBinding is of type Normal.
func (c *Context) citeClaimEvents(ref loader.Ref, f *Finding) {
	seen := map[string]bool{}
	events := c.Snapshot.EventsOf(ref)
	for _, e := range slices.Backward(events) {
		if !seen[e.Reason] && len(seen) < 3 &&
			(e.Warning() || e.Reason == "FailedBinding" || e.Reason == "ExternalProvisioning" || e.Reason == "ProvisioningFailed") {
			seen[e.Reason] = true
			f.Evidence = append(f.Evidence, c.EventEvidence(e))
		}
	}
}

var unschedulableBinding = &Rule{
	ID:    "unschedulable/binding-failed",
	Title: "the scheduler chose a node but could not bind the volume",
	Doc: `The scheduler had found a node and waited up to ten minutes for the claim to be provisioned and bound there. The provisioner did not do it, or it
failed; its log and the claim's Events tell why. The scheduler starts over afterwards.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeBinding, message.BindFailed) },
}

func describeBinding(c *Context, w *waiting, f *Finding) bool {
	f.Culprit = blame(w.Pod, "volumes")
	f.Title = "its volume was not provisioned in time"
	f.Cause = "The scheduler had a node for the Pod but the volume was not bound: \"" + w.what + "\"."
	for _, name := range scheduling.Claims(w.Pod.Pod) {
		ref := loader.Ref{Kind: "PersistentVolumeClaim", Namespace: w.Namespace, Name: name}
		if w.detail == "" || w.detail == name {
			f.Culprit = Culprit{Ref: ref}
			f.Next = append(f.Next, Step{Kind: Ask, Text: "the claim's state and Events", Command: Kubectl(w.Namespace, "describe pvc %s", name)})
			c.citeClaimEvents(ref, f)
			break
		}
	}
	f.RuledOut = append(f.RuledOut, "too little room on the nodes: a node had been chosen")
	return true
}
