package decode

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Old dumps (kubectl up to 1.13) hold Kubernetes' internal Go structs: keys are capitalised Go names, metadata stands
// inline, kind and apiVersion are missing (kubectl clusterinfo_dump.go, v1.8).

// folded finds a field without regard to case.
func (p *structPlan) folded(key []byte) *field {
	for _, f := range p.fields {
		if strings.EqualFold(f.name, string(key)) {
			return f
		}
	}
	return nil
}

// readInternal reads what internal JSON keeps in other places: inlined metadata, and the host flags of a Pod.
func readInternal(d *decoder, at int, v metav1.Object) {
	meta := v.(metav1.ObjectMetaAccessor).GetObjectMeta().(*metav1.ObjectMeta)
	d.pos = at
	d.into(meta)
	pod, ok := v.(*corev1.Pod)
	if !ok {
		return
	}
	var host struct {
		Spec struct {
			SecurityContext struct {
				HostNetwork bool `json:"hostNetwork"`
				HostPID     bool `json:"hostPID"`
				HostIPC     bool `json:"hostIPC"`
			} `json:"securityContext"`
		} `json:"spec"`
	}
	d.pos = at
	d.into(&host)
	sc := host.Spec.SecurityContext
	pod.Spec.HostNetwork, pod.Spec.HostPID, pod.Spec.HostIPC = sc.HostNetwork, sc.HostPID, sc.HostIPC
}

// compactEvent names and places an Event that was saved without metadata, as OpenShift Insights does.
func compactEvent(d *decoder, at, line int, v metav1.Object) {
	e, ok := v.(*Event)
	if !ok || e.Name != "" || e.Reason == "" {
		return
	}
	var flat struct {
		Namespace string `json:"namespace"`
	}
	d.pos = at
	d.into(&flat)
	e.Name = fmt.Sprintf("event-of-line-%d", line)
	if e.Namespace == "" {
		e.Namespace = flat.Namespace
	}
}

func containsFold(keys []string, key string) bool {
	return slices.ContainsFunc(keys, func(k string) bool { return strings.EqualFold(k, key) })
}

func containsAll(keys, wanted []string) bool {
	for _, w := range wanted {
		if !containsFold(keys, w) {
			return false
		}
	}
	return true
}
