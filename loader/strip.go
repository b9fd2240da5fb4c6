package loader

import (
	"maps"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader/decode"
)

// edited are the kinds whose managedFields tell what people changed, and when.
var edited = map[string]bool{
	"Deployment": true, "StatefulSet": true, "DaemonSet": true, "CronJob": true, "Job": true, "ConfigMap": true, "Secret": true,
	"Service": true, "HorizontalPodAutoscaler": true, "ResourceQuota": true, "Node": true,
}

// strip drops what must not be kept, values that may be secret, and what nothing reads. Keys stay.
func strip(o decode.Object, managed bool) {
	m := metaOf(o.Value)
	if _, applied := m.Annotations[corev1.LastAppliedConfigAnnotation]; applied { // package decode leaves it out, and objects may share a map
		m.Annotations = maps.Clone(m.Annotations)
		delete(m.Annotations, corev1.LastAppliedConfigAnnotation)
	}
	if !managed && !edited[o.Kind] {
		m.ManagedFields = nil
	}
	switch v := o.Value.(type) {
	case *corev1.Secret:
		for k := range v.Data {
			v.Data[k] = nil
		}
		for k := range v.StringData {
			v.StringData[k] = ""
		}
	case *corev1.ConfigMap:
		for k := range v.Data {
			v.Data[k] = ""
		}
		for k := range v.BinaryData {
			v.BinaryData[k] = nil
		}
	}
}
