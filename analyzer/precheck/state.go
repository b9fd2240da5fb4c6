package precheck

import (
	"fmt"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/rules"
)

// state says whether a rollout would start at all.
func (w *workload) state() Check {
	kind := w.ref.Kind
	switch {
	case w.paused:
		return Check{"state", No, "it is paused: a change would not be rolled out",
			[]rules.Evidence{w.c.Field(kind, w.obj, "spec.paused", "paused: true")}}
	case w.replicas == 0:
		return Check{"state", Yes, "it is scaled to zero: a rollout needs nothing",
			[]rules.Evidence{w.c.Field(kind, w.obj, "spec.replicas", "replicas: 0")}}
	}
	if c, bad := w.unhealthy(); bad {
		return c
	}
	if d, ok := w.obj.(*appsv1.Deployment); ok {
		for _, cond := range d.Status.Conditions {
			if cond.Type == appsv1.DeploymentReplicaFailure && cond.Status == corev1.ConditionTrue {
				return Check{"state", No, "its Pods are refused now: " + cond.Message,
					[]rules.Evidence{w.c.Field(kind, d, "status.conditions[ReplicaFailure].message", cond.Message)}}
			}
		}
	}
	ready := 0
	for _, p := range w.pods {
		if p.Ready() {
			ready++
		}
	}
	wish := []rules.Evidence{w.c.Field(kind, w.obj, "spec.replicas", fmt.Sprintf("replicas: %d", w.replicas))}
	switch wanted := rules.Count(w.replicas, "Pod"); {
	case len(w.pods) < w.replicas:
		return Check{"state", Unknown, fmt.Sprintf("it wants %s and the dump holds %d of them", wanted, len(w.pods)), wish}
	case ready < w.replicas:
		return Check{"state", Unknown, fmt.Sprintf("%d of %s ready, the others start or end just now", ready, wanted), wish}
	case ready > w.replicas:
		return Check{"state", Yes, fmt.Sprintf("healthy: %s, of which it wants %d", rules.Count(ready, "Pod"), w.replicas), wish}
	default:
		return Check{"state", Yes, fmt.Sprintf("healthy: %d of %s", ready, wanted), wish}
	}
}

func (w *workload) unhealthy() (c Check, found bool) {
	var bad []*rules.Pod
	for _, p := range w.pods {
		if !p.Healthy {
			bad = append(bad, p)
		}
	}
	if len(bad) == 0 {
		return c, false
	}
	return Check{"state", No, fmt.Sprintf("%d of %s not healthy now, such as %s (%s): the same template would fail again",
		len(bad), rules.Count(len(w.pods), "Pod"), bad[0].Name, bad[0].Row.Status), []rules.Evidence{w.c.StatusColumn(bad[0])}}, true
}

// current leaves out what only records a Pod that ended and is no longer needed: evicted, refused or finished ones.
func current(pods []*rules.Pod) []*rules.Pod {
	return slices.DeleteFunc(slices.Clone(pods), func(p *rules.Pod) bool {
		return p.Recalled || p.Leftover || p.Status.Phase == corev1.PodSucceeded || p.Healthy && p.Status.Phase == corev1.PodFailed
	})
}
