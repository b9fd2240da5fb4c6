package columns

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
)

func autoscaler(h *autoscalingv2.HorizontalPodAutoscaler, now time.Time) []string {
	least := unset
	if h.Spec.MinReplicas != nil {
		least = number(*h.Spec.MinReplicas)
	}
	ref := h.Spec.ScaleTargetRef
	return []string{h.Name, ref.Kind + "/" + ref.Name, targets(h.Spec.Metrics, h.Status.CurrentMetrics), least, number(h.Spec.MaxReplicas),
		number(h.Status.CurrentReplicas), age(h, now)}
}

// targets are current over target of the first two metrics.
func targets(specs []autoscalingv2.MetricSpec, current []autoscalingv2.MetricStatus) string {
	const most = 2
	var list []string
	for i, spec := range specs {
		var now autoscalingv2.MetricStatus
		if i < len(current) {
			now = current[i]
		}
		list = append(list, target(spec, now))
	}
	if len(list) > most {
		return fmt.Sprintf("%s + %d more...", strings.Join(list[:most], ", "), len(list)-most)
	}
	return cmp.Or(strings.Join(list, ", "), none)
}

func target(spec autoscalingv2.MetricSpec, now autoscalingv2.MetricStatus) string {
	switch spec.Type {
	case autoscalingv2.ExternalMetricSourceType:
		return externalTarget(spec.External, now.External)
	case autoscalingv2.PodsMetricSourceType:
		return average(now.Pods != nil, value(now.Pods).Current, value(spec.Pods).Target)
	case autoscalingv2.ObjectMetricSourceType:
		return objectTarget(spec.Object, now.Object)
	case autoscalingv2.ResourceMetricSourceType:
		r := value(spec.Resource)
		return string(r.Name) + ": " + usage(now.Resource != nil, value(now.Resource).Current, r.Target)
	case autoscalingv2.ContainerResourceMetricSourceType:
		r := value(spec.ContainerResource)
		return string(r.Name) + ": " + usage(now.ContainerResource != nil, value(now.ContainerResource).Current, r.Target)
	}
	return "<unknown type>"
}

func externalTarget(spec *autoscalingv2.ExternalMetricSource, now *autoscalingv2.ExternalMetricStatus) string {
	t := value(spec).Target
	if t.AverageValue != nil {
		return average(now != nil, value(now).Current, t) + " (avg)"
	}
	return total(now != nil, value(now).Current, t)
}

func objectTarget(spec *autoscalingv2.ObjectMetricSource, now *autoscalingv2.ObjectMetricStatus) string {
	t := value(spec).Target
	if t.AverageValue != nil {
		return average(now != nil, value(now).Current, t) + " (avg)"
	}
	return total(now != nil, value(now).Current, t)
}

func average(known bool, now autoscalingv2.MetricValueStatus, t autoscalingv2.MetricTarget) string {
	current := unknown
	if known && now.AverageValue != nil {
		current = now.AverageValue.String()
	}
	return current + "/" + t.AverageValue.String()
}

func total(known bool, now autoscalingv2.MetricValueStatus, t autoscalingv2.MetricTarget) string {
	current := unknown
	if known && now.Value != nil {
		current = now.Value.String()
	}
	return current + "/" + t.Value.String()
}

// usage is the value or the per cent of what is requested.
func usage(known bool, now autoscalingv2.MetricValueStatus, t autoscalingv2.MetricTarget) string {
	if t.AverageValue != nil {
		return average(known, now, t)
	}
	current, want := unknown, "<auto>"
	if known && now.AverageUtilization != nil {
		current = number(*now.AverageUtilization) + "%"
	}
	if t.AverageUtilization != nil {
		want = number(*t.AverageUtilization) + "%"
	}
	return current + "/" + want
}
