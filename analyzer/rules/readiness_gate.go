package rules

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
)

var readinessGate = &Rule{
	ID:    "readiness/gate",
	Title: "Containers are ready, but a readiness gate of the Pod is not true",
	Doc: `A Pod with readinessGates is ready only when its containers are ready and each gate's condition is True. Some
controller outside the kubelet sets that condition, usually a load balancer's controller. It has not, or has set it to False.

How it is told apart: the condition ContainersReady is True and Ready is False.

What to do: look at the controller that owns the condition, and at the load balancer's health checks.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, p := range c.Pods {
			ready, containers := p.Condition(corev1.PodReady), p.Condition(corev1.ContainersReady)
			if p.Healthy || ready == nil || ready.Status == corev1.ConditionTrue || containers == nil || containers.Status != corev1.ConditionTrue {
				continue
			}
			for _, g := range p.Spec.ReadinessGates {
				if gate := p.Condition(g.ConditionType); gate == nil || gate.Status != corev1.ConditionTrue {
					out = append(out, c.closedGate(p, g.ConditionType, gate, *ready))
					break
				}
			}
		}
		return out
	},
}

func (c *Context) closedGate(p *Pod, gate corev1.PodConditionType, cond *corev1.PodCondition, ready corev1.PodCondition) Finding {
	f := Finding{
		Severity: Error, Confidence: Confirmed, Subject: p.Ref, Culprit: blame(p, "readinessGates"),
		Title:    "readiness gate not true: " + shortName(oneLine(string(gate))),
		Cause:    fmt.Sprintf("All containers are ready, but the condition %q that the Pod's readiness gate asks for was never set.", gate),
		Evidence: []Evidence{c.podCondition(p, ready)},
		RuledOut: []string{"the application: the condition ContainersReady is True"},
		Next: []Step{{Kind: Check, Text: fmt.Sprintf("which controller sets the condition %q, and does it run?", gate),
			Command: Kubectl(p.Namespace, "get pod %s -o jsonpath='{.status.conditions}'", p.Name)}},
	}
	if cond != nil {
		f.Cause = fmt.Sprintf("All containers are ready, but the condition %q that the Pod's readiness gate asks for is %s.", gate, cond.Status)
		f.Evidence = append(f.Evidence, c.podCondition(p, *cond))
	}
	f.First, f.Last = span(f.Evidence)
	return f
}
