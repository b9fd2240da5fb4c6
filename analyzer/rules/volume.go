package rules

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// volumeRules are the rules of this family, most specific first.
var volumeRules = []*Rule{
	volumeNoObject, volumeNoKey, volumeToken, volumeHostPath, volumeMultiAttach, volumeNoDriver, volumeAttacher, volumeAttachLimit,
	volumeClaim, volumeNodeAffinity, volumeHelper, volumeServerDenied, volumeServerSilent, volumeNoExport, volumeFilesystem, volumeOptions,
	volumeSick, volumeFull, volumeCredentials, volumeGone, volumeNoPath, volumeMode, volumeAttachRefused, volumeDriverError, volumeNotAttached,
	volumeAPISlow, volumeOwnershipSlow, volumeUnclassified, volumeOwnership, volumeExpired, volumeStale, volumeClaimPending, volumeClaimLost, volumeFailedVolume,
	volumeReleased, volumeDefaults, volumeResize,
}

// mountFailure is a Pod that waits for a volume at capture time, and what explains it.
type mountFailure struct {
	message.Mount
	pod      *Pod
	volume   *corev1.Volume // of the Pod; nil when the text does not tell which
	claim    string         // the claim's name, for volumes that have one
	evidence []Evidence
	count    int // how often the summary or the failure was recorded
}

var mountReasons = []string{"FailedMount", "FailedAttachVolume", "FailedMapVolume", "FailedMapDevice", "FailedAttach", "failedMount",
	"VolumePermissionChangeInProgress"}

// mountFailures lists the Pods that wait for a volume at capture time.
func (c *Context) mountFailures() []mountFailure {
	return c.known.mounts.get(func() []mountFailure { return ofUnstarted(c, c.mountFailure) })
}

// mountFailure reads the Pod's volume Events, newest first. The newest that names a cause explains; summaries name none.
func (c *Context) mountFailure(p *Pod) (mountFailure, bool) {
	f := mountFailure{pod: p}
	events := mountEvents(p)
	if len(events) == 0 || newestEvent(p, "", progress...).After(events[0].Last) {
		return f, false
	}
	if s := newestEvent(p, "", "FailedCreatePodSandBox"); s.After(events[0].Last) {
		return f, false // the kubelet makes a sandbox only when all volumes are there
	}
	best := -1
	for i, e := range events {
		m := message.ParseMount(e.Message)
		if best < 0 || mountWeight(m.Class) > mountWeight(f.Class) {
			best, f.Mount = i, m
		}
	}
	f.evidence = append(f.evidence, c.EventEvidence(events[best]))
	for i, e := range events {
		f.count += e.Count
		if i != best && len(f.evidence) < 4 {
			f.evidence = append(f.evidence, c.EventEvidence(e))
		}
	}
	f.place(c)
	return f, true
}

// mountEvents are the Pod's Events about volumes, newest first.
func mountEvents(p *Pod) []*loader.Event {
	var events []*loader.Event
	for _, e := range p.Events {
		if slices.Contains(mountReasons, e.Reason) || e.Reason == "FailedSync" && contains(e.Message, "timeout expired waiting for volumes") {
			events = append(events, e)
		}
	}
	slices.SortStableFunc(events, func(a, b *loader.Event) int { return b.Last.Compare(a.Last) })
	return events
}

// mountWeight orders what a text is worth as an explanation.
func mountWeight(c message.MountClass) int {
	switch c {
	case message.MountTimeout:
		return 0
	case message.MountBusy, message.MountWaitAttach, message.MountCacheSync, message.MountOwnershipSlow, message.MountUnclassified:
		return 1
	case message.MountDriverError, message.MountAttachDenied:
		return 2
	}
	return 3
}

// place finds the Pod's volume and claim that the text is about.
func (f *mountFailure) place(c *Context) {
	var claims []*corev1.Volume
	for i := range f.pod.Spec.Volumes {
		v := &f.pod.Spec.Volumes[i]
		name := claimName(f.pod, v)
		if name != "" {
			claims = append(claims, v)
		}
		pvc, _ := c.Snapshot.Find(loader.Ref{Kind: "PersistentVolumeClaim", Namespace: f.pod.Namespace,
			Name: name}).(*corev1.PersistentVolumeClaim)
		bound := pvc != nil && f.Volume != "" && pvc.Spec.VolumeName == f.Volume
		if v.Name == f.Volume || bound || slices.Contains(f.Unready, v.Name) && f.volume == nil {
			f.volume, f.claim = v, name
		}
	}
	if pv, ok := c.Snapshot.Find(loader.Ref{Kind: "PersistentVolume", Name: f.Volume}).(*corev1.PersistentVolume); ok &&
		pv.Spec.ClaimRef != nil && f.claim == "" {
		f.claim = pv.Spec.ClaimRef.Name
	}
	if f.volume == nil && f.Volume != "" && len(claims) == 1 {
		f.volume, f.claim = claims[0], claimName(f.pod, claims[0])
	}
}

// claimName is the claim of a Pod's volume, "" for volumes without one.
func claimName(p *Pod, v *corev1.Volume) string {
	switch {
	case v.PersistentVolumeClaim != nil:
		return v.PersistentVolumeClaim.ClaimName
	case v.Ephemeral != nil:
		return p.Name + "-" + v.Name
	}
	return ""
}

// mountRule makes the Detect of a rule that explains volume failures of the given classes.
func mountRule(words func(*Context, *mountFailure, *Finding), classes ...message.MountClass) func(*Context) []Finding {
	fits := func(_ *Context, f *mountFailure) bool { return slices.Contains(classes, f.Class) }
	return familyRule((*Context).mountFailures, fits, (*mountFailure).finding, words)
}

// finding is what all volume failures have in common: the volume is at fault until a rule knows better.
func (f *mountFailure) finding(c *Context) Finding {
	first, last := span(f.evidence)
	x := Finding{Severity: Error, Confidence: Confirmed, Subject: f.pod.Ref, Culprit: f.culprit(c), Evidence: f.evidence,
		First: first, Last: last}
	x.RuledOut = append(x.RuledOut, "image and command of the containers: the kubelet mounts volumes before it uses them")
	return x
}

// culprit is the PersistentVolume, the claim or the volume in the template, whichever the text is about.
func (f *mountFailure) culprit(c *Context) Culprit {
	switch {
	case f.Volume != "" && (f.volume == nil || f.volume.Name != f.Volume):
		r := loader.Ref{Kind: "PersistentVolume", Name: f.Volume}
		if o := c.Snapshot.Find(r); o != nil {
			r = loader.RefOf("PersistentVolume", o)
		}
		return Culprit{Ref: r}
	case f.claim != "":
		return Culprit{Ref: f.claimRef()}
	case f.volume != nil:
		return blame(f.pod, "volumes["+f.volume.Name+"]")
	}
	return blame(f.pod, "volumes")
}

func (f *mountFailure) claimRef() loader.Ref {
	return loader.Ref{Kind: "PersistentVolumeClaim", Namespace: f.pod.Namespace, Name: f.claim}
}

// what names the volume in a sentence.
func (f *mountFailure) what() string {
	name := f.Volume
	if f.volume != nil {
		name = f.volume.Name
	}
	out := fmt.Sprintf("Volume %q", name)
	if name == "" {
		out = "A volume"
	}
	switch {
	case f.claim != "" && f.Volume != "" && f.Volume != name:
		out += fmt.Sprintf(" (claim %s, PersistentVolume %s)", f.claim, f.Volume)
	case f.claim != "":
		out += fmt.Sprintf(" (claim %s)", f.claim)
	}
	return out
}

// kind is the type of the volume for a sentence, " of type nfs", or "" where the text does not tell.
func (f *mountFailure) kind() string {
	if f.Driver == "" {
		return ""
	}
	return " of type " + f.Driver
}

// volumeSteps ask for the objects behind the volume.
func (f *mountFailure) volumeSteps() []Step {
	if f.claim == "" {
		return []Step{describePod(f.pod)}
	}
	return []Step{
		{Kind: Ask, Text: "claim, volume and attachments",
			Command: "kubectl get persistentvolumeclaims,persistentvolumes,volumeattachments,csinodes -A -o json > volumes.json"},
		{Kind: Ask, Text: "Events of the claim", Command: Kubectl(f.pod.Namespace, "describe persistentvolumeclaim %s", f.claim)},
	}
}

// driverLog asks for the words of the driver's Pods.
func (f *mountFailure) driverLog() Step {
	return Step{Kind: Ask, Text: "the storage driver's Pods, and their logs on node " + f.pod.Spec.NodeName,
		Command: "kubectl get pods -A -o wide --field-selector spec.nodeName=" + f.pod.Spec.NodeName}
}
