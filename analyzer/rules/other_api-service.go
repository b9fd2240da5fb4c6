package rules

import (
	"cmp"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/loader"
)

var apiServiceDown = &Rule{
	ID:    "other/api-service",
	Title: "an aggregated API is not available",
	Doc: `An APIService hands a group of the API to a Service of the cluster: metrics.k8s.io to metrics-server, custom.metrics.k8s.io to an adapter, others to operators. Its condition Available is False, so requests to
the group fail: autoscalers get no metrics, kubectl top fails, and no namespace can be deleted to its end, since its content cannot be listed.

How it is told apart, by the condition's reason:
    ServiceNotFound, EndpointsNotFound    there is no such Service
    MissingEndpoints                      no Pod behind it is ready
    FailedDiscoveryCheck                  the API server cannot reach it: network policy, firewall, certificate, or the program

What to do: bring the Pods behind the Service back. Where the add-on was removed, delete the APIService.`,
	Detect: detectAPIService,
}

func detectAPIService(c *Context) []Finding {
	var out []Finding
	for _, o := range c.others("apiregistration.k8s.io", "APIService") {
		cond := otherCondition(o.Conditions, "Available")
		if cond == nil || cond.Status != metav1.ConditionFalse {
			continue
		}
		f := Finding{Severity: Warning, Confidence: Confirmed, Subject: o.Ref(), Culprit: Culprit{Ref: o.Ref(), Field: "spec.service"},
			Title:    "the API is not available: " + cond.Reason,
			Cause:    fmt.Sprintf("Requests to the API %s fail: %s", o.Name, sentence(oneLine(cmp.Or(cond.Message, cond.Reason)))),
			Evidence: []Evidence{c.otherEvidence(o, *cond)},
			Next:     []Step{{Kind: Check, Text: "the API and what stands behind it", Command: "kubectl describe apiservice " + o.Name}}}
		f.First, f.Last = span(f.Evidence)
		c.behindAPI(o.Service, &f)
		out = append(out, f)
	}
	return out
}

// behindAPI says what stands behind the Service of an aggregated API. Where its Pods are down, they are the cause.
func (c *Context) behindAPI(ref loader.Ref, f *Finding) {
	if ref.Name == "" {
		return
	}
	svc, ok := c.Snapshot.Find(ref).(*corev1.Service)
	if !ok {
		if c.Snapshot.Lookup(ref) == loader.Absent {
			f.Cause += " Service " + ref.Path() + " does not exist."
		}
		return
	}
	pods, ready := c.backends(svc)
	f.Evidence = append(f.Evidence, c.Field("Service", svc, "spec.selector", fmt.Sprintf("%d of %s ready", ready, Count(len(pods), "Pod"))))
	f.Next = append(f.Next, Step{Kind: Check, Text: "the Pods behind it", Command: Kubectl(ref.Namespace, "get service,endpoints,pods")})
	if ready > 0 || slices.ContainsFunc(pods, func(p *Pod) bool { return p.Healthy }) {
		f.RuledOut = append(f.RuledOut, fmt.Sprintf("that its Pods are down: %d behind Service %s are ready", ready, ref.Path()))
		return
	}
	f.Cause += fmt.Sprintf(" No Pod behind Service %s is ready (%s).", ref.Path(), Count(len(pods), "Pod"))
	f.Symptom = len(pods) > 0
	for _, p := range pods {
		f.Affected = append(f.Affected, p.Ref)
	}
}
