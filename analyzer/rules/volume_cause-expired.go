package rules

import (
	"cmp"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeExpired = &Rule{
	ID:    "volume/cause-expired",
	Title: "Volumes are not ready; the reason is not in the dump",
	Doc: `Only the kubelet's summary is left: it waited 2 minutes for the named volumes and gives no reason. The reason is in Events of the single
operation (MountVolume, AttachVolume), which may have expired or been dropped. "unattached volumes" of old versions lists
every volume not yet attached and means little; "unmounted volumes" is what is missing.

A slow change of ownership (fsGroup on a volume with very many files) leaves only this summary, too, up to Kubernetes 1.32; later ones say it (volume/ownership-slow).`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "volumes are not ready, the reason has expired"
		x.Confidence = Possible
		x.Cause = fmt.Sprintf("The kubelet%s waited for volumes [%s] of the Pod and gave up %d times; "+
			"no record of the single operation is left.", onNode(f.pod), strings.Join(f.Unready, " "), f.count)
		x.Unknown = []string{"why the volume is not ready: it may not be attached, its mount may fail, or its files are " +
			"still being given to the Pod's fsGroup"}
		if changesOwnership(f.pod) {
			x.Cause += fmt.Sprintf(" The Pod sets fsGroup %d, so the kubelet changes the owner of every file at each mount; "+
				"with very many files that alone takes this long.", *f.pod.Spec.SecurityContext.FSGroup)
			x.Evidence = append(x.Evidence, c.PodField(f.pod, "spec.securityContext.fsGroup", fmt.Sprint(*f.pod.Spec.SecurityContext.FSGroup)))
		}
		f.claimTells(c, x)
		x.Next = append(f.volumeSteps(), Step{Kind: Check, Text: "the kubelet's log on the node, up to the dump time",
			Command: c.journal(unitKubelet)})
	}, message.MountTimeout),
}

// claimTells takes the reason from the claim's own state and Events, where these tell it: they outlive the Pod's.
func (f *mountFailure) claimTells(c *Context, x *Finding) {
	if f.claim == "" {
		return
	}
	ref := f.claimRef()
	var told []Evidence
	for _, e := range c.Snapshot.EventsOf(ref) {
		if e.Warning() || e.Reason == "FailedBinding" {
			told = append(told, c.EventEvidence(e))
		}
	}
	pvc, _ := c.Snapshot.Find(ref).(*corev1.PersistentVolumeClaim)
	if pvc != nil && (len(told) > 0 || pvc.Status.Phase == corev1.ClaimLost) {
		told = append(told, c.Field("PersistentVolumeClaim", pvc, "status.phase", cmp.Or(string(pvc.Status.Phase), "Pending")))
	}
	if len(told) == 0 {
		return
	}
	x.Confidence, x.Unknown = Likely, nil
	x.Culprit, x.Group = Culprit{Ref: ref}, ref.String()
	x.Evidence = append(told, x.Evidence...)
	x.Title = "volume of claim " + f.claim + " is not ready"
	x.Cause = fmt.Sprintf("The kubelet%s waited for the volume of PersistentVolumeClaim %s, of which its own record says: %s",
		onNode(f.pod), f.claim, sentence(oneLine(told[0].Text)))
	if pvc != nil && pvc.Status.Phase == corev1.ClaimLost {
		x.Title = "claim " + f.claim + " has lost its volume"
		x.Cause = fmt.Sprintf("The kubelet%s waited for the volume of PersistentVolumeClaim %s, "+
			"whose PersistentVolume no longer exists (phase Lost).", onNode(f.pod), f.claim)
	}
}

// changesOwnership reports whether the kubelet changes the owner of every file of the Pod's volumes at each mount.
func changesOwnership(p *Pod) bool {
	sc := p.Spec.SecurityContext
	return sc != nil && sc.FSGroup != nil && (sc.FSGroupChangePolicy == nil || *sc.FSGroupChangePolicy == corev1.FSGroupChangeAlways)
}

// lowerFirst makes a sentence's beginning fit into another sentence.
func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
