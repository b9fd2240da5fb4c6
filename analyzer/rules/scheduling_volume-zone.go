package rules

import (
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/scheduling"
	"github.com/podtriage/podtriage/loader"
)

var unschedulableVolumePlace = &Rule{
	ID:    "unschedulable/volume-zone",
	Title: "the Pod's volume is in a place where no fitting node is",
	Doc: `A bound PersistentVolume can often be used in one zone, or on one node, only. The nodes there are refused for another reason, or there are none.
With two volumes in two zones no node can ever fit. A StorageClass with volumeBindingMode: Immediate makes the volume before it is known where the
Pod goes; WaitForFirstConsumer avoids that.`,
	Detect: func(c *Context) []Finding {
		return c.stuck(describeVolumePlace, message.VolumeZone, message.StorageSpace)
	},
}

func describeVolumePlace(c *Context, w *waiting, f *Finding) bool {
	f.Culprit = blame(w.Pod, "volumes")
	f.Title = "its volume is where no fitting node is"
	f.Cause = "The Pod's volume can be used only in a place where no node takes the Pod: " + w.refusedBy() + "." + w.nearest()
	places := map[string]string{}
	for _, name := range scheduling.Claims(w.Pod.Pod) {
		pvc, pv := c.volumeOf(w.Namespace, name)
		if pvc == nil {
			f.Evidence = append(f.Evidence, c.PodField(w.Pod, orElse(volumeField(w.Pod, name), "spec.volumes"), "claimName: "+name))
			f.Unknown = append(f.Unknown, "where the volume of PersistentVolumeClaim "+name+" is: it is not in the dump")
			continue
		}
		f.Evidence = append(f.Evidence, c.Field("PersistentVolumeClaim", pvc, "spec.volumeName", orElse(pvc.Spec.VolumeName, "none")))
		if where := placeOf(pv); where != "" {
			places[name] = where
			f.Culprit = Culprit{Ref: loader.RefOf("PersistentVolume", pv), Field: "spec.nodeAffinity"}
			f.Evidence = append(f.Evidence, c.Field("PersistentVolume", pv, "spec.nodeAffinity", where))
		}
		c.citeImmediate(pvc, f)
	}
	f.describePlaces(places)
	f.Next = append(f.Next, Step{Kind: Check, Text: "where the volumes and the nodes are",
		Command: "kubectl get pv -o custom-columns=NAME:.metadata.name,CLAIM:.spec.claimRef.name,AFFINITY:.spec.nodeAffinity.required"},
		Step{Kind: Check, Text: "which nodes are there", Command: "kubectl get nodes -L topology.kubernetes.io/zone -L kubernetes.io/hostname"})
	return true
}

func (f *Finding) describePlaces(places map[string]string) {
	var list, distinct []string
	for _, name := range slices.Sorted(maps.Keys(places)) {
		list = append(list, name+" in "+places[name])
		if !slices.Contains(distinct, places[name]) {
			distinct = append(distinct, places[name])
		}
	}
	switch {
	case len(distinct) > 1:
		f.Title = "its volumes are in different places"
		f.Cause = "The Pod mounts volumes that no one node can reach together: " + strings.Join(list, "; ") + ". " + f.Cause
		f.RuledOut = append(f.RuledOut, "too few nodes: a node in one place can never use the volume in the other")
	case len(list) > 0:
		f.Cause = "Claim " + strings.Join(list, "; ") + ". " + f.Cause
	}
}

func (c *Context) volumeOf(namespace, claim string) (*corev1.PersistentVolumeClaim, *corev1.PersistentVolume) {
	pvc, ok := c.Snapshot.Find(loader.Ref{Kind: "PersistentVolumeClaim", Namespace: namespace, Name: claim}).(*corev1.PersistentVolumeClaim)
	if !ok {
		return nil, nil
	}
	pv, _ := c.Snapshot.Find(loader.Ref{Kind: "PersistentVolume", Name: pvc.Spec.VolumeName}).(*corev1.PersistentVolume)
	return pvc, pv
}

// placeOf is where a volume can be used; "" when it is anywhere or unknown.
func placeOf(pv *corev1.PersistentVolume) string {
	if pv == nil {
		return ""
	}
	var terms []string
	if a := pv.Spec.NodeAffinity; a != nil && a.Required != nil {
		for _, t := range a.Required.NodeSelectorTerms {
			terms = append(terms, termText(t))
		}
	}
	for _, key := range []string{corev1.LabelTopologyZone, corev1.LabelFailureDomainBetaZone} {
		if v := pv.Labels[key]; v != "" && len(terms) == 0 {
			terms = append(terms, key+" "+v)
		}
	}
	return strings.Join(terms, ", or ")
}

func (c *Context) citeImmediate(pvc *corev1.PersistentVolumeClaim, f *Finding) {
	sc, ok := c.Snapshot.Find(loader.Ref{Kind: "StorageClass", Name: scheduling.ClassOf(pvc)}).(*storagev1.StorageClass)
	if ok && (sc.VolumeBindingMode == nil || *sc.VolumeBindingMode == storagev1.VolumeBindingImmediate) {
		f.Evidence = append(f.Evidence, c.Field("StorageClass", sc, "volumeBindingMode", "volumeBindingMode: Immediate"))
	}
}
