package decode

import (
	"hash/maphash"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// shareable are the types of values that come word for word in many objects: the Pods of one workload differ in little.
// Objects are read-only once they are decoded, so equal texts are decoded once and the value is shared.
var shareable = map[reflect.Type]bool{
	reflect.TypeFor[map[string]string]():                 true,
	reflect.TypeFor[corev1.ResourceList]():               true,
	reflect.TypeFor[[]string]():                          true,
	reflect.TypeFor[[]corev1.EnvVar]():                   true,
	reflect.TypeFor[[]corev1.EnvFromSource]():            true,
	reflect.TypeFor[[]corev1.ContainerPort]():            true,
	reflect.TypeFor[[]corev1.Toleration]():               true,
	reflect.TypeFor[[]corev1.LocalObjectReference]():     true,
	reflect.TypeFor[[]corev1.TopologySpreadConstraint](): true,
	reflect.TypeFor[[]corev1.VolumeProjection]():         true,
	reflect.TypeFor[[]metav1.OwnerReference]():           true,
	reflect.TypeFor[*corev1.Probe]():                     true,
	reflect.TypeFor[*corev1.Lifecycle]():                 true,
	reflect.TypeFor[*corev1.Affinity]():                  true,
	reflect.TypeFor[*corev1.SecurityContext]():           true,
	reflect.TypeFor[*corev1.PodSecurityContext]():        true,
	reflect.TypeFor[*corev1.ResourceRequirements]():      true,
	reflect.TypeFor[*metav1.LabelSelector]():             true,
}

// sharedText is the longest text that is remembered with its value, in bytes.
const sharedText = 4 << 10

// sharedValue is a value that was read before, with its text.
type sharedValue struct {
	typ   reflect.Type
	text  string
	value reflect.Value
}

// share makes a plan that reads equal texts once. Values with faults are read again, so that each fault is named.
func share(t reflect.Type, read plan) plan {
	return func(d *decoder, v reflect.Value) bool {
		start := d.pos
		if c := d.data[start]; d.fold || c != '{' && c != '[' {
			return read(d, v)
		}
		end := skipValue(d.data, start)
		if end < 0 || end-start > sharedText {
			return read(d, v)
		}
		text := d.data[start:end]
		known := &d.memory.shared[hash(text)%uint64(len(d.memory.shared))]
		if known.typ == t && known.text == string(text) {
			v.Set(known.value)
			d.pos = end
			return true
		}
		n := len(d.faults)
		if !read(d, v) {
			return false
		}
		if len(d.faults) == n {
			*known = sharedValue{t, string(text), reflect.ValueOf(v.Interface())}
		}
		return true
	}
}

var seed = maphash.MakeSeed()

// hash finds the place of a text in memory; it differs from run to run, what is read does not.
func hash(b []byte) uint64 { return maphash.Bytes(seed, b) }
