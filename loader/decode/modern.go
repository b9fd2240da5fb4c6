package decode

import (
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// modernize fills fields of today's types from where older API versions had them.
func modernize(d *decoder, at int, v metav1.Object) {
	d.pos = at
	switch o := v.(type) {
	case *autoscalingv2.HorizontalPodAutoscaler:
		modernizeAutoscaler(d, o)
	case *networkingv1.Ingress:
		modernizeIngress(d, o)
	}
}

// conditionsAnnotation is where autoscaling/v1 keeps the conditions (Kubernetes autoscaling/annotations.go, v1.37).
const conditionsAnnotation = "autoscaling.alpha.kubernetes.io/conditions"

func modernizeAutoscaler(d *decoder, o *autoscalingv2.HorizontalPodAutoscaler) {
	if text := o.Annotations[conditionsAnnotation]; text != "" && len(o.Status.Conditions) == 0 {
		inner := &decoder{data: []byte(text), memory: d.memory}
		if inner.next() == '[' {
			inner.into(&o.Status.Conditions)
		}
	}
	var old struct {
		Spec struct {
			Target *int32 `json:"targetCPUUtilizationPercentage"`
		} `json:"spec"`
		Status struct {
			Current *int32 `json:"currentCPUUtilizationPercentage"`
		} `json:"status"`
	}
	if !d.into(&old) {
		return
	}
	if t := old.Spec.Target; t != nil && len(o.Spec.Metrics) == 0 {
		o.Spec.Metrics = []autoscalingv2.MetricSpec{{Type: autoscalingv2.ResourceMetricSourceType, Resource: &autoscalingv2.ResourceMetricSource{
			Name: corev1.ResourceCPU, Target: autoscalingv2.MetricTarget{Type: autoscalingv2.UtilizationMetricType, AverageUtilization: t}}}}
	}
	if c := old.Status.Current; c != nil && len(o.Status.CurrentMetrics) == 0 {
		o.Status.CurrentMetrics = []autoscalingv2.MetricStatus{{Type: autoscalingv2.ResourceMetricSourceType,
			Resource: &autoscalingv2.ResourceMetricStatus{
				Name: corev1.ResourceCPU, Current: autoscalingv2.MetricValueStatus{AverageUtilization: c}}}}
	}
}

// oldBackend is the backend of extensions/v1beta1 and networking.k8s.io/v1beta1.
type oldBackend struct {
	Name string             `json:"serviceName"`
	Port intstr.IntOrString `json:"servicePort"`
}

func (b oldBackend) modern() *networkingv1.IngressServiceBackend {
	port := networkingv1.ServiceBackendPort{Number: b.Port.IntVal, Name: b.Port.StrVal}
	return &networkingv1.IngressServiceBackend{Name: b.Name, Port: port}
}

func modernizeIngress(d *decoder, o *networkingv1.Ingress) {
	var old struct {
		Spec struct {
			Backend *oldBackend `json:"backend"`
			Rules   []struct {
				HTTP struct {
					Paths []struct {
						Backend oldBackend `json:"backend"`
					} `json:"paths"`
				} `json:"http"`
			} `json:"rules"`
		} `json:"spec"`
	}
	n := len(d.faults)
	if !d.into(&old) || len(d.faults) > n {
		d.faults = d.faults[:n]
		return
	}
	if b := old.Spec.Backend; b != nil && b.Name != "" && o.Spec.DefaultBackend == nil {
		o.Spec.DefaultBackend = &networkingv1.IngressBackend{Service: b.modern()}
	}
	for i, r := range old.Spec.Rules {
		if i >= len(o.Spec.Rules) || o.Spec.Rules[i].HTTP == nil {
			continue
		}
		paths := o.Spec.Rules[i].HTTP.Paths
		for k, p := range r.HTTP.Paths {
			if k < len(paths) && p.Backend.Name != "" && paths[k].Backend.Service == nil {
				paths[k].Backend.Service = p.Backend.modern()
			}
		}
	}
}
