package rules

import (
	"encoding/json"
	"fmt"
	"strings"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var scalingMetrics = &Rule{
	ID:    "autoscaling/metrics-missing",
	Title: "the autoscaler gets no metrics",
	Doc: `The HorizontalPodAutoscaler could not read a metric, so it does not scale. The Pods themselves may be fine. Why, by the message:

    the server could not find the requested resource (get pods.metrics.k8s.io)   the metrics API is not served: metrics-server is not installed or its APIService is down
    the server is currently unable to handle the request                        metrics-server is installed and does not answer
    missing request for cpu in container …                                      utilization is a share of the request, and the container has none
    did not receive metrics for targeted pods                                    the Pods have only just started, or are not ready
    unable to fetch metrics from custom / external metrics API                  the adapter for that API is missing or fails`,
	Detect: detectScalingMetrics,
}

var scalingTarget = &Rule{
	ID:    "autoscaling/target-missing",
	Title: "the autoscaler's target does not exist",
	Doc: `spec.scaleTargetRef names a workload that does not exist or has no scale subresource. The autoscaler does nothing. ` +
		`Correct the kind, the name or the API version.`,
	Detect: detectScalingTarget,
}

var scalingMaximum = &Rule{
	ID:    "autoscaling/at-maximum",
	Title: "the autoscaler wants more replicas than it may have",
	Doc: `The computed number of replicas is more than spec.maxReplicas. Not a failure by itself; when the workload is slow or overloaded this is why no more Pods come. At the minimum
(TooFewReplicas) is normal for an idle workload and is not reported.`,
	Detect: detectScalingMaximum,
}

// scaler is a HorizontalPodAutoscaler with its conditions, or one that only its Events tell of.
type scaler struct {
	ref    loader.Ref
	hpa    *autoscalingv2.HorizontalPodAutoscaler // nil when it is not in the dump
	conds  []autoscalingv2.HorizontalPodAutoscalerCondition
	newest map[string]*loader.Event // by reason
}

// conditionsAnnotation is where an autoscaling/v1 object keeps its conditions.
const conditionsAnnotation = "autoscaling.alpha.kubernetes.io/conditions"

func (c *Context) scalers() []*scaler {
	var out []*scaler
	byRef := map[loader.Ref]*scaler{}
	for _, h := range c.Snapshot.HorizontalPodAutoscalers {
		s := &scaler{ref: loader.RefOf("HorizontalPodAutoscaler", h), hpa: h, conds: h.Status.Conditions, newest: map[string]*loader.Event{}}
		if text := h.Annotations[conditionsAnnotation]; text != "" && len(s.conds) == 0 {
			if json.Unmarshal([]byte(text), &s.conds) != nil {
				s.conds = nil
			}
		}
		out = append(out, s)
		byRef[s.ref.Key()] = s
	}
	for _, e := range c.Snapshot.Events {
		if e.Object.Kind != "HorizontalPodAutoscaler" {
			continue
		}
		s := byRef[e.Object.Key()]
		if s == nil {
			s = &scaler{ref: e.Object, newest: map[string]*loader.Event{}}
			byRef[s.ref.Key()] = s
			out = append(out, s)
		}
		if old := s.newest[e.Reason]; old == nil || !e.Last.Before(old.Last) {
			s.newest[e.Reason] = e
		}
	}
	return out
}

// condition returns the condition of that type and status, or nil.
func (s *scaler) condition(t autoscalingv2.HorizontalPodAutoscalerConditionType,
	status corev1.ConditionStatus) *autoscalingv2.HorizontalPodAutoscalerCondition {
	for i := range s.conds {
		if s.conds[i].Type == t && s.conds[i].Status == status {
			return &s.conds[i]
		}
	}
	return nil
}

// finding is what Findings about an autoscaler share; nothing is down for want of scaling.
func (s *scaler) finding(c *Context, cond *autoscalingv2.HorizontalPodAutoscalerCondition, reasons ...string) *Finding {
	f := &Finding{Severity: Info, Confidence: Confirmed, Subject: s.ref, Culprit: Culprit{Ref: s.ref},
		Next: []Step{{Kind: Ask, Text: "the autoscaler's conditions and Events",
			Command: Kubectl(s.ref.Namespace, "describe hpa %s", s.ref.Name)}}}
	if cond != nil {
		ev := c.conditionEvidence("HorizontalPodAutoscaler", s.hpa, string(cond.Type), cond.Reason+": "+cond.Message, cond.LastTransitionTime)
		f.Evidence = append(f.Evidence, ev)
		f.First = ev.At
	}
	for _, r := range reasons {
		if e := s.newest[r]; e != nil && (cond != nil || s.eventsCount(c, e)) {
			f.Evidence = append(f.Evidence, c.EventEvidence(e))
			f.Last = e.Last
		}
	}
	if len(f.Evidence) == 0 {
		return nil
	}
	return f
}

// eventsCount reports whether the Event speaks for the present: where the dump holds conditions they do; a controller that goes on
// failing says so at least once in some minutes, and nothing after the Event may tell of a rescale.
func (s *scaler) eventsCount(c *Context, e *loader.Event) bool {
	if s.hpa == nil {
		return true
	}
	done := s.newest["SuccessfulRescale"]
	return len(s.conds) == 0 && c.Now.Sub(e.Last) < steadyAfter && (done == nil || done.Last.Before(e.Last))
}

// target is "Deployment points", or "its target".
func (s *scaler) target() string {
	if s.hpa == nil {
		return "its target"
	}
	return s.hpa.Spec.ScaleTargetRef.Kind + " " + s.hpa.Spec.ScaleTargetRef.Name
}

// metricReasons are the reasons of the condition ScalingActive; the last two up to Kubernetes 1.5.
var metricReasons = []string{"FailedGetResourceMetric", "FailedGetContainerResourceMetric", "FailedGetPodsMetric",
	"FailedGetObjectMetric", "FailedGetExternalMetric", "FailedComputeMetricsReplicas", "FailedGetMetrics", "FailedComputeReplicas"}

func detectScalingMetrics(c *Context) []Finding {
	var out []Finding
	for _, s := range c.scalers() {
		cond := s.condition(autoscalingv2.ScalingActive, corev1.ConditionFalse)
		if cond != nil && cond.Reason == "ScalingDisabled" {
			continue
		}
		f := s.finding(c, cond, metricReasons...)
		if f == nil {
			continue
		}
		text := f.Evidence[len(f.Evidence)-1].Text
		f.Title = "gets no metrics and cannot scale"
		f.Cause = fmt.Sprintf("The autoscaler of %s cannot read its metric, so it leaves the number of replicas as it is: %s",
			s.target(), sentence(f.Evidence[0].Text))
		describeMetric(f, text)
		out = append(out, *f)
	}
	return out
}

// servedMetrics asks who serves the metrics APIs: custom and external ones are those of an adapter, not of metrics-server.
var servedMetrics = Step{Kind: Check, Text: "which metrics APIs are served", Command: "kubectl get apiservices | grep metrics"}

// metricsServer is where to look for the server of the API that the lower-cased text tells of.
func metricsServer(text string) Step {
	if strings.Contains(text, "custom") || strings.Contains(text, "external") {
		return servedMetrics
	}
	return Step{Kind: Check, Text: "the metrics server", Command: "kubectl -n kube-system get pods -l k8s-app=metrics-server"}
}

func describeMetric(f *Finding, text string) {
	lower := strings.ToLower(text)
	switch {
	case strings.Contains(lower, "missing request for"):
		f.Title = "cannot scale: its Pods request no " + wordAfter(text, "missing request for ")
		f.Culprit.Field = "spec.metrics"
		f.RuledOut = append(f.RuledOut, "a metrics API that is down: it answered, and the container has no request to compare with")
	case strings.Contains(lower, "could not find the requested resource") || strings.Contains(lower, "no matches for kind") ||
		strings.Contains(lower, "no custom metrics api"):
		f.Title = "cannot scale: the metrics API is not served"
		f.Cause += " No metrics-server (or adapter) serves that API in the cluster."
		f.Next = append(f.Next, servedMetrics)
	case strings.Contains(lower, "is forbidden"):
		f.Title = "cannot scale: the metrics API refuses it"
		f.Cause += " The metrics API answers, and RBAC does not let the autoscaler's controller read it."
		f.Next = append(f.Next, servedMetrics)
	case strings.Contains(lower, "unable to handle the request") || strings.Contains(lower, "unable to fetch metrics") ||
		strings.Contains(lower, "connection refused") || strings.Contains(lower, "timeout"):
		f.Title = "cannot scale: the metrics API does not answer"
		f.Next = append(f.Next, metricsServer(lower))
	case strings.Contains(lower, "did not receive metrics") || strings.Contains(lower, "no metrics returned"):
		f.Title = "has no metrics of its Pods"
		f.Note = "metrics of Pods that have only just started, or are not ready, are missing for a while"
	case strings.Contains(lower, "selector"):
		f.Title = "cannot scale: its target's selector is not usable"
		f.Culprit.Field = "spec.scaleTargetRef"
	}
}

func wordAfter(text, mark string) string {
	_, rest, ok := strings.Cut(text, mark)
	if !ok {
		return "the resource"
	}
	word, _, _ := strings.Cut(rest, " ")
	return word
}

func detectScalingTarget(c *Context) []Finding {
	var out []Finding
	for _, s := range c.scalers() {
		f := s.finding(c, s.condition(autoscalingv2.AbleToScale, corev1.ConditionFalse), "FailedGetScale", "FailedRescale")
		if f == nil {
			continue
		}
		f.Culprit.Field = "spec.scaleTargetRef"
		f.Title = "its target cannot be scaled"
		if s.hpa != nil {
			f.Title = "its target " + s.target() + " cannot be scaled"
		}
		f.Cause = fmt.Sprintf("The autoscaler cannot read or change the scale of %s: %s", s.target(), sentence(f.Evidence[0].Text))
		if s.hpa != nil {
			ref := loader.Ref{Kind: s.hpa.Spec.ScaleTargetRef.Kind, Namespace: s.ref.Namespace, Name: s.hpa.Spec.ScaleTargetRef.Name}
			if c.Snapshot.Lookup(ref) == loader.Absent {
				f.Title = "its target " + s.target() + " does not exist"
				f.Evidence = append(f.Evidence, c.Field("HorizontalPodAutoscaler", s.hpa, "spec.scaleTargetRef", ref.Kind+" "+ref.Name))
			}
		}
		f.Next = append(f.Next, Step{Kind: Check, Text: "the workloads that there are",
			Command: Kubectl(s.ref.Namespace, "get deployments,statefulsets")})
		out = append(out, *f)
	}
	return out
}

func detectScalingMaximum(c *Context) []Finding {
	var out []Finding
	for _, s := range c.scalers() {
		cond := s.condition(autoscalingv2.ScalingLimited, corev1.ConditionTrue)
		if cond == nil || cond.Reason != "TooManyReplicas" {
			continue
		}
		f := s.finding(c, cond)
		f.Culprit.Field = "spec.maxReplicas"
		f.Title = fmt.Sprintf("wants more than its %d replicas", s.hpa.Spec.MaxReplicas)
		f.Cause = fmt.Sprintf("The autoscaler of %s would scale beyond spec.maxReplicas %d; it has %d.",
			s.target(), s.hpa.Spec.MaxReplicas, s.hpa.Status.CurrentReplicas)
		out = append(out, *f)
	}
	return out
}
