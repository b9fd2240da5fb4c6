package rules

import (
	"fmt"
	"reflect"

	corev1 "k8s.io/api/core/v1"
)

var lintSameProbes = &Rule{
	ID:    "hygiene/same-probes",
	Title: "liveness and readiness ask the same question equally often",
	Doc: `The two probes have the same handler and the same threshold, so a container that is only busy is taken out of traffic and ` +
		`killed at the same moment. Let the liveness probe ask for less, or wait longer.`,
	Detect: lintContainers("liveness and readiness probe are the same", func(_ *Pod, ct Container) (string, string) {
		live, ready := ct.Spec.LivenessProbe, ct.Spec.ReadinessProbe
		if live == nil || ready == nil || !reflect.DeepEqual(live.ProbeHandler, ready.ProbeHandler) || givesUp(live) > givesUp(ready) {
			return "", ""
		}
		return "livenessProbe", fmt.Sprintf("as readinessProbe, both give up after %d s", givesUp(live))
	}),
}

// givesUp is how many seconds a probe may fail before it has its effect, by the API's defaults where it does not say.
func givesUp(p *corev1.Probe) int32 {
	period, failures := p.PeriodSeconds, p.FailureThreshold
	if period == 0 {
		period = 10
	}
	if failures == 0 {
		failures = 3
	}
	return period * failures
}
