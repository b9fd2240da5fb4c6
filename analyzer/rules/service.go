package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/podtriage/podtriage/loader"
)

// serviceRules are the rules of this family, most specific first.
var serviceRules = []*Rule{
	serviceBalancer,
	serviceResolver,
	serviceWebhook,
	serviceControlPlane,
	servicePort,
	serviceIngress,
	ingressClass,
	ingressTLS,
	ingressPort,
	ingressConflict,
	serviceNoPods,
	serviceNotReady,
}

// serviceOf returns the first Service of the namespace that selects such labels, or nil.
func (c *Context) serviceOf(namespace string, podLabels map[string]string) *corev1.Service {
	for _, svc := range c.Snapshot.Services {
		if svc.Namespace == namespace && len(svc.Spec.Selector) > 0 && labels.SelectorFromSet(svc.Spec.Selector).Matches(labels.Set(podLabels)) {
			return svc
		}
	}
	return nil
}

// selecting are the Services that should have Pods behind them, in namespaces whose Pods were collected.
func (c *Context) selecting() []*corev1.Service {
	var out []*corev1.Service
	for _, svc := range c.Snapshot.Services {
		if len(svc.Spec.Selector) > 0 && svc.Spec.Type != corev1.ServiceTypeExternalName && svc.DeletionTimestamp == nil &&
			c.Snapshot.Coverage.Collected("Pod", svc.Namespace) {
			out = append(out, svc)
		}
	}
	return out
}

var serviceNoPods = &Rule{
	ID:    "other/service-without-pods",
	Title: "no Pod has the labels that the Service selects",
	Doc: `spec.selector of the Service matches no Pod of its namespace, so it has no endpoints: connections to it are refused or time out, whatever runs. podtriage shows the Pods whose labels come
nearest. A workload that is scaled to zero, or whose Pods cannot be created, looks the same from the Service's side.`,
	Detect: detectServiceNoPods,
}

func detectServiceNoPods(c *Context) []Finding {
	var out []Finding
	for _, svc := range c.selecting() {
		if pods, _ := c.backends(svc); len(pods) > 0 || c.madeFor(svc) {
			continue
		}
		ref := loader.RefOf("Service", svc)
		f := Finding{Severity: Info, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec.selector"},
			Title: "selects no Pod",
			Cause: fmt.Sprintf("Service %s selects %s, and no Pod of namespace %s has these labels: it has no endpoints.",
				svc.Name, labelText(svc.Spec.Selector), svc.Namespace),
			Evidence: []Evidence{c.Field("Service", svc, "spec.selector", labelText(svc.Spec.Selector))},
			Next:     []Step{{Kind: Check, Text: "the labels that Pods have", Command: Kubectl(svc.Namespace, "get pods --show-labels")}}}
		if p, key := c.nearMiss(svc); p != nil {
			have, ok := p.Labels[key]
			if !ok {
				have = "none"
			}
			f.Cause += fmt.Sprintf(" Nearest are the Pods of %s: label %s differs: want %s, have %s.",
				p.Workload.String(), key, svc.Spec.Selector[key], have)
			f.Evidence = append(f.Evidence, c.PodField(p, "metadata.labels["+key+"]", key+"="+have))
		}
		out = append(out, f)
	}
	return out
}

// madeFor reports whether a workload's template has the labels: then the workload, not the selector, is the matter.
func (c *Context) madeFor(svc *corev1.Service) bool {
	return c.templateHas(svc.Namespace, labels.SelectorFromSet(svc.Spec.Selector))
}

// templateHas reports whether a workload of the namespace makes Pods that the selector fits.
func (c *Context) templateHas(namespace string, sel labels.Selector) bool {
	for _, d := range c.Snapshot.Deployments {
		if d.Namespace == namespace && sel.Matches(labels.Set(d.Spec.Template.Labels)) {
			return true
		}
	}
	for _, s := range c.Snapshot.StatefulSets {
		if s.Namespace == namespace && sel.Matches(labels.Set(s.Spec.Template.Labels)) {
			return true
		}
	}
	for _, d := range c.Snapshot.DaemonSets {
		if d.Namespace == namespace && sel.Matches(labels.Set(d.Spec.Template.Labels)) {
			return true
		}
	}
	return false
}

// nearMiss returns a Pod that misses exactly one of the selected labels, or whose value for the only one looks alike.
func (c *Context) nearMiss(svc *corev1.Service) (*Pod, string) {
	for _, raw := range c.Snapshot.PodsIn(svc.Namespace) {
		miss, n := "", 0
		for key, want := range svc.Spec.Selector {
			if raw.Labels[key] != want {
				miss, n = key, n+1
			}
		}
		if n != 1 {
			continue
		}
		have, want := raw.Labels[miss], svc.Spec.Selector[miss]
		if len(svc.Spec.Selector) > 1 || have != "" && (strings.Contains(have, want) || strings.Contains(want, have)) {
			return c.Pod(loader.RefOf("Pod", raw)), miss
		}
	}
	return nil, ""
}

var serviceNotReady = &Rule{
	ID:    "other/service-without-ready-pods",
	Title: "no Pod behind the Service is ready",
	Doc: `The Service selects Pods, and none of them is ready, so that it has no endpoint that takes traffic. ` +
		`It is the effect of what ails the Pods.`,
	Detect: detectServiceNotReady,
}

func detectServiceNotReady(c *Context) []Finding {
	var out []Finding
	for _, svc := range c.selecting() {
		pods, ready := c.backends(svc)
		if len(pods) == 0 || ready > 0 || svc.Spec.PublishNotReadyAddresses || slices.ContainsFunc(pods, func(p *Pod) bool { return p.Healthy }) {
			continue
		}
		ref := loader.RefOf("Service", svc)
		f := Finding{Severity: Error, Confidence: Confirmed, Symptom: true, Subject: ref, Culprit: Culprit{Ref: pods[0].Workload},
			Title:    "has no ready Pod",
			Cause:    fmt.Sprintf("Service %s has no ready Pod behind it (%s selected).", svc.Name, Count(len(pods), "Pod")),
			Evidence: []Evidence{c.Field("Service", svc, "spec.selector", labelText(svc.Spec.Selector))}, Next: []Step{describePod(pods[0])}}
		for _, p := range pods {
			f.Affected = append(f.Affected, p.Ref)
		}
		out = append(out, f)
	}
	return out
}

var servicePort = &Rule{
	ID:    "other/service-port",
	Title: "the Service's targetPort names no port of its Pods",
	Doc: `spec.ports[].targetPort is a name, and no container behind the Service has a port of that name, so that the Service has no endpoint for it. A number is not checked: a container may listen on a
port that it does not declare.`,
	Detect: detectServicePort,
}

func detectServicePort(c *Context) []Finding {
	var out []Finding
	for _, svc := range c.selecting() {
		pods, _ := c.backends(svc)
		for i, port := range svc.Spec.Ports {
			if len(pods) == 0 || port.TargetPort.Type != intstr.String || offers(pods, port.TargetPort.StrVal) {
				continue
			}
			ref := loader.RefOf("Service", svc)
			field := fmt.Sprintf("spec.ports[%d].targetPort", i)
			f := Finding{Severity: Warning, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: field},
				Title: "its targetPort " + port.TargetPort.StrVal + " does not exist",
				Cause: fmt.Sprintf("Port %d of Service %s goes to a container port named %q, and no container of its %s has one: "+
					"connections find no endpoint.", port.Port, svc.Name, port.TargetPort.StrVal, Count(len(pods), "Pod")),
				Evidence: []Evidence{c.Field("Service", svc, field, "targetPort: "+port.TargetPort.StrVal),
					c.PodField(pods[0], "spec.containers[].ports", portNames(pods[0]))},
				Next: []Step{{Kind: Fix, Text: "correct targetPort, or name the container's port so (changes the Service)",
					Command: Kubectl(svc.Namespace, "edit service %s", svc.Name)}}}
			out = append(out, f)
		}
	}
	return out
}

func offers(pods []*Pod, name string) bool {
	return slices.ContainsFunc(pods, func(p *Pod) bool {
		return slices.ContainsFunc(p.Containers, func(ct Container) bool {
			return slices.ContainsFunc(ct.Spec.Ports, func(cp corev1.ContainerPort) bool { return cp.Name == name })
		})
	})
}

func portNames(p *Pod) string {
	var out []string
	for _, ct := range p.Containers {
		for _, cp := range ct.Spec.Ports {
			out = append(out, fmt.Sprintf("%s %d", cmp.Or(cp.Name, "(no name)"), cp.ContainerPort))
		}
	}
	return cmp.Or(strings.Join(out, ", "), "no ports declared")
}

var serviceBalancer = &Rule{
	ID:    "other/load-balancer",
	Title: "the Service's load balancer is not provisioned",
	Doc: `A Service of type LoadBalancer gets its external address from the cloud's controller. The controller failed, and its Event says why (quota, subnet, permission, an annotation), or no
controller is there that would do it: then EXTERNAL-IP stays <pending> without any Event.`,
	Detect: detectBalancer,
}

func detectBalancer(c *Context) []Finding {
	var out []Finding
	for _, svc := range c.Snapshot.Services {
		if svc.Spec.Type != corev1.ServiceTypeLoadBalancer || len(svc.Status.LoadBalancer.Ingress) > 0 ||
			c.Now.Sub(svc.CreationTimestamp.Time) < settle && !c.timeless() || len(svc.Spec.ExternalIPs) > 0 {
			continue
		}
		ref := loader.RefOf("Service", svc)
		f := Finding{Severity: Info, Confidence: Likely, Subject: ref, Culprit: Culprit{Ref: ref, Field: "status.loadBalancer.ingress"},
			Title: "has no external address",
			Cause: fmt.Sprintf("Service %s is of type LoadBalancer and has no address from outside since %s; "+
				"the dump holds no word of a controller about it.", svc.Name, svc.CreationTimestamp.UTC().Format("2006-01-02 15:04:05Z")),
			Evidence: []Evidence{c.Field("Service", svc, "status.loadBalancer.ingress", "none")},
			Next:     []Step{{Kind: Ask, Text: "the Service's Events", Command: Kubectl(svc.Namespace, "describe service %s", svc.Name)}}}
		for _, e := range slices.Backward(c.Snapshot.EventsOf(ref)) {
			if slices.Contains([]string{"SyncLoadBalancerFailed", "CreatingLoadBalancerFailed", "UnAvailableLoadBalancer",
				"UpdateLoadBalancerFailed", "FailedDeployModel", "FailedBuildModel"}, e.Reason) {
				f.Severity, f.Confidence, f.Title = Error, Confirmed, "its load balancer cannot be made"
				f.Cause = fmt.Sprintf("The controller cannot provision the load balancer of Service %s: %s",
					svc.Name, sentence(strings.TrimPrefix(firstLine(e.Message), "Error syncing load balancer: ")))
				f.Evidence = append(f.Evidence, c.EventEvidence(e))
				f.First, f.Last = e.First, e.Last
				break
			}
		}
		if f.Severity == Info {
			f.Unknown = append(f.Unknown, "whether the cluster has a controller for load balancers")
			if c.timeless() {
				f.Unknown = append(f.Unknown, howLong)
			}
		}
		out = append(out, f)
	}
	return out
}
