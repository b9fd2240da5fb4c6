package columns

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/podtriage/podtriage/analyzer/podstatus"
)

// What kubectl prints in place of a value.
const (
	none    = "<none>"
	unknown = "<unknown>"
	unset   = "<unset>"
)

// age is the AGE cell of the object.
func age(o metav1.Object, now time.Time) string {
	return podstatus.Age(o.GetCreationTimestamp().Time, now)
}

func number[N int | int32 | int64](n N) string { return strconv.FormatInt(int64(n), 10) }

// value of a pointer that kubectl prints as zero when it is nil.
func value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// boolean is how kubectl prints a bool in a text column.
func boolean(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// listed joins the first three and counts the rest.
func listed(list []string, otherwise string) string {
	const most = 3
	if len(list) > most {
		return fmt.Sprintf("%s + %d more...", strings.Join(list[:most], ","), len(list)-most)
	}
	return cmp.Or(strings.Join(list, ","), otherwise)
}

// template are the cells CONTAINERS and IMAGES.
func template(spec corev1.PodSpec) []string {
	var names, images []string
	for _, c := range spec.Containers {
		names, images = append(names, c.Name), append(images, c.Image)
	}
	return []string{strings.Join(names, ","), strings.Join(images, ",")}
}

// selector is the SELECTOR cell.
func selector(sel *metav1.LabelSelector) string { return metav1.FormatLabelSelector(sel) }

// labelSet is the cell of a plain map of labels.
func labelSet(m map[string]string) string { return cmp.Or(labels.FormatLabels(m), none) }

// accessModes shortens the modes, each once.
func accessModes(modes []corev1.PersistentVolumeAccessMode) string {
	short := map[corev1.PersistentVolumeAccessMode]string{corev1.ReadWriteOnce: "RWO", corev1.ReadOnlyMany: "ROX",
		corev1.ReadWriteMany: "RWX", corev1.ReadWriteOncePod: "RWOP"}
	order := []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce, corev1.ReadOnlyMany, corev1.ReadWriteMany, corev1.ReadWriteOncePod}
	var out []string
	for _, m := range order {
		if slices.Contains(modes, m) {
			out = append(out, short[m])
		}
	}
	return strings.Join(out, ",")
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[K ~string, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
