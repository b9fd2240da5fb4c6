package scheduling

import (
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

func amounts(list corev1.ResourceList) map[corev1.ResourceName]int64 {
	out := make(map[corev1.ResourceName]int64, len(list))
	for name, q := range list {
		out[name] = Units(name, q)
	}
	return out
}

// Units is the quantity as a whole number: thousandths of a cpu, bytes or pieces of anything else.
func Units(name corev1.ResourceName, q resource.Quantity) int64 {
	if name == corev1.ResourceCPU {
		return q.MilliValue()
	}
	return q.Value()
}

// Amount prints units as Kubernetes would: 200m, 1500Mi, 2.
func Amount(name corev1.ResourceName, v int64) string {
	switch {
	case name == corev1.ResourceCPU:
		return resource.NewMilliQuantity(v, resource.DecimalSI).String()
	case name == corev1.ResourceMemory || name == corev1.ResourceEphemeralStorage ||
		strings.HasPrefix(string(name), corev1.ResourceHugePagesPrefix):
		return bytes(v)
	}
	return strconv.FormatInt(v, 10)
}

// bytes is exact where a unit fits, else rounded down to at most five digits.
func bytes(v int64) string {
	units := []string{"", "Ki", "Mi", "Gi", "Ti", "Pi"}
	i := 0
	for i < len(units)-1 && v != 0 && (v%1024 == 0 || v >= 10*1024 || v <= -10*1024) {
		v, i = v/1024, i+1
	}
	return strconv.FormatInt(v, 10) + units[i]
}
