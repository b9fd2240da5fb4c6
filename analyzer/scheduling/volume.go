package scheduling

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

// claim is a PersistentVolumeClaim of the Pod and what it binds or may bind.
type claim struct {
	*corev1.PersistentVolumeClaim
	volume  *corev1.PersistentVolume   // bound
	class   *storagev1.StorageClass    // of a claim that waits for its first consumer
	choices []*corev1.PersistentVolume // volumes that such a claim may bind
}

// Claims returns the names of the claims that the Pod mounts, those of ephemeral volumes included.
func Claims(p *corev1.Pod) []string {
	var out []string
	for _, v := range p.Spec.Volumes {
		switch {
		case v.PersistentVolumeClaim != nil:
			out = append(out, v.PersistentVolumeClaim.ClaimName)
		case v.Ephemeral != nil:
			out = append(out, p.Name+"-"+v.Name)
		}
	}
	return out
}

func (k *check) prepareClaims() {
	for _, name := range Claims(k.pod) {
		ref := loader.Ref{Kind: "PersistentVolumeClaim", Namespace: k.pod.Namespace, Name: name}
		pvc, ok := k.c.Snapshot.Find(ref).(*corev1.PersistentVolumeClaim)
		switch {
		case ok:
			k.prepareClaim(pvc)
		case k.c.Snapshot.Lookup(ref) == loader.Absent:
			k.whole(message.ClaimMissing, ref, "PersistentVolumeClaim "+name+" does not exist")
		default:
			k.report.Unknown = append(k.report.Unknown, "PersistentVolumeClaim "+name+" (claims were not collected)")
		}
	}
}

func (k *check) whole(kind message.ObstacleKind, object loader.Ref, text string) {
	k.report.Whole = append(k.report.Whole, Failure{Kind: kind, Object: object, Text: text})
}

func (k *check) prepareClaim(pvc *corev1.PersistentVolumeClaim) {
	s, ref := k.c.Snapshot, loader.RefOf("PersistentVolumeClaim", pvc)
	if pvc.DeletionTimestamp != nil {
		k.whole(message.ClaimDeleting, ref, "PersistentVolumeClaim "+pvc.Name+" is being deleted")
		return
	}
	c := claim{PersistentVolumeClaim: pvc}
	if pvc.Spec.VolumeName != "" {
		pv := loader.Ref{Kind: "PersistentVolume", Name: pvc.Spec.VolumeName}
		var ok bool
		if c.volume, ok = s.Find(pv).(*corev1.PersistentVolume); ok {
			k.claims = append(k.claims, c)
		} else if s.Lookup(pv) == loader.Absent {
			k.whole(message.VolumeGone, pv, "PersistentVolume "+pv.Name+" of PersistentVolumeClaim "+pvc.Name+" does not exist")
		} else {
			k.report.Unknown = append(k.report.Unknown, "where PersistentVolume "+pv.Name+" can be used (volumes were not collected)")
		}
		return
	}
	name := ClassOf(pvc)
	c.class, _ = s.Find(loader.Ref{Kind: "StorageClass", Name: name}).(*storagev1.StorageClass)
	switch {
	case c.class != nil && c.class.VolumeBindingMode != nil && *c.class.VolumeBindingMode == storagev1.VolumeBindingWaitForFirstConsumer:
		c.choices = k.c.choices(pvc, name)
		k.claims = append(k.claims, c)
	case c.class == nil && name != "" && s.Lookup(loader.Ref{Kind: "StorageClass", Name: name}) == loader.NotCollected:
		k.report.Unknown = append(k.report.Unknown, "how StorageClass "+name+" binds claims (it was not collected)")
	default:
		k.whole(message.Unbound, ref, "PersistentVolumeClaim "+pvc.Name+" is not bound")
	}
}

// ClassOf returns the name of the claim's StorageClass, or "".
func ClassOf(pvc *corev1.PersistentVolumeClaim) string {
	if c, ok := pvc.Annotations[corev1.BetaStorageClassAnnotation]; ok {
		return c
	}
	if pvc.Spec.StorageClassName != nil {
		return *pvc.Spec.StorageClassName
	}
	return ""
}

// choices are free volumes of the class that are big enough and of the right access modes.
func (c *Cluster) choices(pvc *corev1.PersistentVolumeClaim, class string) []*corev1.PersistentVolume {
	var out []*corev1.PersistentVolume
	want := pvc.Spec.Resources.Requests[corev1.ResourceStorage]
	for _, pv := range c.Snapshot.PersistentVolumes {
		if r := pv.Spec.ClaimRef; r != nil && (r.Namespace != pvc.Namespace || r.Name != pvc.Name) {
			continue
		}
		size := pv.Spec.Capacity[corev1.ResourceStorage]
		fits := !slices.ContainsFunc(pvc.Spec.AccessModes, func(m corev1.PersistentVolumeAccessMode) bool {
			return !slices.Contains(pv.Spec.AccessModes, m)
		})
		if pv.Spec.StorageClassName == class && size.Cmp(want) >= 0 && fits && pv.DeletionTimestamp == nil {
			out = append(out, pv)
		}
	}
	return out
}

// volumes runs the volume filters: in use, attach limit, binding and zone.
func (k *check) volumes(n *Node) []Failure {
	out := k.inUse(n)
	out = append(out, k.attachLimit(n)...)
	for _, c := range k.claims {
		if c.volume != nil {
			out = append(out, volumeAffinity(c.volume, n)...)
			continue
		}
		if len(c.choices) > 0 && slices.ContainsFunc(c.choices, func(pv *corev1.PersistentVolume) bool {
			return len(volumeAffinity(pv, n)) == 0
		}) {
			continue
		}
		if !provisions(c.class, n) {
			out = append(out, Failure{Kind: message.NoVolume,
				Object: loader.RefOf("PersistentVolumeClaim", c.PersistentVolumeClaim), Distance: nearVolume,
				Text: "has no volume to bind for PersistentVolumeClaim " + c.Name})
		}
	}
	return out
}

// provisions reports whether the class makes volumes for that node.
func provisions(class *storagev1.StorageClass, n *Node) bool {
	if class.Provisioner == "" || class.Provisioner == "kubernetes.io/no-provisioner" {
		return false
	}
	for _, t := range class.AllowedTopologies {
		missing := slices.ContainsFunc(t.MatchLabelExpressions, func(e corev1.TopologySelectorLabelRequirement) bool {
			return !slices.Contains(e.Values, n.Labels[e.Key])
		})
		if !missing {
			return true
		}
	}
	return len(class.AllowedTopologies) == 0
}

// zoneLabels bind a volume to a place where it has no node affinity (VolumeZone plugin).
var zoneLabels = []string{corev1.LabelTopologyZone, corev1.LabelTopologyRegion, corev1.LabelFailureDomainBetaZone,
	corev1.LabelFailureDomainBetaRegion}

func volumeAffinity(pv *corev1.PersistentVolume, n *Node) []Failure {
	bad := func(text string) []Failure {
		return []Failure{{Kind: message.VolumeZone, Object: loader.RefOf("PersistentVolume", pv), Distance: nearVolume, Text: text}}
	}
	if a := pv.Spec.NodeAffinity; a != nil && a.Required != nil {
		if ok, err := corev1helpers.MatchNodeSelectorTerms(n.Node, a.Required); !ok || err != nil {
			return bad(fmt.Sprintf("is not where PersistentVolume %s is: %s", pv.Name, termsMiss(a.Required.NodeSelectorTerms, n.Node)))
		}
	}
	for _, key := range zoneLabels {
		want, ok := pv.Labels[key]
		have, labeled := n.Labels[key]
		if ok && labeled && !slices.Contains(strings.Split(want, "__"), have) {
			return bad(fmt.Sprintf("is not where PersistentVolume %s is: %s", pv.Name, labelFailure(n.Node, key, want).Text))
		}
	}
	return nil
}

func termsMiss(terms []corev1.NodeSelectorTerm, n *corev1.Node) string {
	best, misses := "no term matches", 1<<30
	for _, t := range terms {
		if f, m := missOf(t, n); m > 0 && m < misses {
			best, misses = f.Text, m
		}
	}
	return best
}

// inUse is the filter for claims that one Pod alone may use.
func (k *check) inUse(n *Node) []Failure {
	var out []Failure
	for _, c := range k.claims {
		if !slices.Contains(c.Spec.AccessModes, corev1.ReadWriteOncePod) {
			continue
		}
		for _, p := range k.c.Snapshot.PodsIn(k.pod.Namespace) {
			if p.Name != k.pod.Name && p.Spec.NodeName != "" && !podstatus.Ended(p) && slices.Contains(Claims(p), c.Name) {
				out = append(out, Failure{Kind: message.VolumeInUse, Object: loader.RefOf("Pod", p), Distance: nearBusy,
					Text: "cannot use PersistentVolumeClaim " + c.Name + ": Pod " + p.Name + " holds it (ReadWriteOncePod)"})
				break
			}
		}
	}
	return out
}

// attachLimit counts the volumes of each CSI driver on the node against the limit that CSINode states.
func (k *check) attachLimit(n *Node) []Failure {
	limits, ok := k.c.Snapshot.Find(loader.Ref{Kind: "CSINode", Name: n.Name}).(*storagev1.CSINode)
	if !ok {
		return nil
	}
	var out []Failure
	for _, d := range limits.Spec.Drivers {
		if d.Allocatable == nil || d.Allocatable.Count == nil {
			continue
		}
		wanted := map[string]bool{}
		for _, c := range k.claims {
			if c.volume != nil && c.volume.Spec.CSI != nil && c.volume.Spec.CSI.Driver == d.Name {
				wanted[c.volume.Name] = true
			}
		}
		if len(wanted) == 0 {
			continue
		}
		used := k.c.attached(n, d.Name)
		for name := range used {
			delete(wanted, name)
		}
		if len(used)+len(wanted) > int(*d.Allocatable.Count) && len(wanted) > 0 {
			out = append(out, Failure{Kind: message.VolumeCount, Distance: nearBusy,
				Text: fmt.Sprintf("has %d of %d volumes of driver %s attached", len(used), *d.Allocatable.Count, d.Name)})
		}
	}
	return out
}

func (c *Cluster) attached(n *Node, driver string) map[string]bool {
	out := map[string]bool{}
	for _, p := range n.Pods {
		for _, name := range Claims(p) {
			pvc, ok := c.Snapshot.Find(loader.Ref{Kind: "PersistentVolumeClaim", Namespace: p.Namespace, Name: name}).(*corev1.PersistentVolumeClaim)
			if !ok {
				continue
			}
			pv, ok := c.Snapshot.Find(loader.Ref{Kind: "PersistentVolume", Name: pvc.Spec.VolumeName}).(*corev1.PersistentVolume)
			if ok && pv.Spec.CSI != nil && pv.Spec.CSI.Driver == driver {
				out[pv.Name] = true
			}
		}
	}
	return out
}
