package columns

import (
	"cmp"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
)

func claim(c *corev1.PersistentVolumeClaim, now time.Time) []string {
	status := string(c.Status.Phase)
	if c.DeletionTimestamp != nil {
		status = "Terminating"
	}
	capacity, modes := "", ""
	if c.Spec.VolumeName != "" {
		q := c.Status.Capacity[corev1.ResourceStorage]
		capacity, modes = q.String(), accessModes(c.Status.AccessModes)
	}
	mode := unset
	if c.Spec.VolumeMode != nil {
		mode = string(*c.Spec.VolumeMode)
	}
	class := value(c.Spec.StorageClassName)
	if old, ok := c.Annotations[corev1.BetaStorageClassAnnotation]; ok {
		class = old
	}
	return []string{c.Name, status, c.Spec.VolumeName, capacity, modes, class,
		cmp.Or(value(c.Spec.VolumeAttributesClassName), unset), age(c, now), mode}
}

func volume(v *corev1.PersistentVolume, now time.Time) []string {
	status := string(v.Status.Phase)
	if v.DeletionTimestamp != nil {
		status = "Terminating"
	}
	capacity := v.Spec.Capacity[corev1.ResourceStorage]
	claim := ""
	if r := v.Spec.ClaimRef; r != nil {
		claim = r.Namespace + "/" + r.Name
	}
	mode := unset
	if v.Spec.VolumeMode != nil {
		mode = string(*v.Spec.VolumeMode)
	}
	class := v.Spec.StorageClassName
	if old, ok := v.Annotations[corev1.BetaStorageClassAnnotation]; ok {
		class = old
	}
	return []string{v.Name, capacity.String(), accessModes(v.Spec.AccessModes), string(v.Spec.PersistentVolumeReclaimPolicy), status, claim,
		class, cmp.Or(value(v.Spec.VolumeAttributesClassName), unset), v.Status.Reason, age(v, now), mode}
}

// defaultClass marks the StorageClass that is used where a claim names none.
const defaultClass = "storageclass.kubernetes.io/is-default-class"

func storageClass(c *storagev1.StorageClass, now time.Time) []string {
	name := c.Name
	if c.Annotations[defaultClass] == "true" || c.Annotations["storageclass.beta.kubernetes.io/is-default-class"] == "true" {
		name += " (default)"
	}
	reclaim, binding := string(corev1.PersistentVolumeReclaimDelete), string(storagev1.VolumeBindingImmediate)
	if c.ReclaimPolicy != nil {
		reclaim = string(*c.ReclaimPolicy)
	}
	if c.VolumeBindingMode != nil {
		binding = string(*c.VolumeBindingMode)
	}
	return []string{name, c.Provisioner, reclaim, binding, lower(value(c.AllowVolumeExpansion)), age(c, now)}
}

func attachment(a *storagev1.VolumeAttachment, now time.Time) []string {
	return []string{a.Name, a.Spec.Attacher, value(a.Spec.Source.PersistentVolumeName), a.Spec.NodeName, lower(a.Status.Attached), age(a, now)}
}

func csiDriver(d *storagev1.CSIDriver, now time.Time) []string {
	attach := d.Spec.AttachRequired == nil || *d.Spec.AttachRequired
	var audiences, modes []string
	for _, r := range d.Spec.TokenRequests {
		audiences = append(audiences, r.Audience)
	}
	for _, m := range d.Spec.VolumeLifecycleModes {
		modes = append(modes, string(m))
	}
	return []string{d.Name, lower(attach), lower(value(d.Spec.PodInfoOnMount)), lower(value(d.Spec.StorageCapacity)),
		cmp.Or(strings.Join(audiences, ","), unset), lower(value(d.Spec.RequiresRepublish)), cmp.Or(strings.Join(modes, ","), none), age(d, now)}
}

func csiNode(n *storagev1.CSINode, now time.Time) []string {
	return []string{n.Name, number(len(n.Spec.Drivers)), age(n, now)}
}

// lower is how kubectl prints a bool in a column of bools.
func lower(b bool) string { return strings.ToLower(boolean(b)) }
