package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"

	"github.com/podtriage/podtriage/loader"
)

var serviceWebhook = &Rule{
	ID:    "admission/webhook-without-pods",
	Title: "an admission webhook that may refuse everything has no ready Pod",
	Doc: `The webhook's failurePolicy is Fail and no Pod behind its Service is ready, so each request that it is asked about will be refused. Nothing may have asked yet: the trouble shows when the next Pod
is to be created, often in the middle of a node's failure.`,
	Detect: detectWebhookWithoutPods,
}

func detectWebhookWithoutPods(c *Context) []Finding {
	var out []Finding
	seen := map[loader.Ref]bool{}
	for _, w := range c.webhooks() {
		svc, ok := c.Snapshot.Find(w.service).(*corev1.Service)
		if !w.fails || w.service.Name == "" || seen[w.service.Key()] || !c.Snapshot.Coverage.Collected("Pod", w.service.Namespace) {
			continue
		}
		if !ok && c.Snapshot.Lookup(w.service) != loader.Absent {
			continue
		}
		why := "Service " + w.service.Path() + " does not exist"
		var affected []loader.Ref
		if ok {
			pods, ready := c.backends(svc)
			if ready > 0 || len(svc.Spec.Selector) == 0 || slices.ContainsFunc(pods, func(p *Pod) bool { return p.Healthy }) {
				continue
			}
			why = fmt.Sprintf("none of the %s behind its Service %s is ready", Count(len(pods), "Pod"), w.service.Path())
			for _, p := range pods {
				affected = append(affected, p.Ref)
			}
		}
		seen[w.service.Key()] = true
		out = append(out, Finding{Severity: Warning, Confidence: Confirmed, Symptom: len(affected) > 0, Subject: w.ref, Affected: affected,
			Culprit:  Culprit{Ref: w.ref, Field: "webhooks[" + w.name + "].clientConfig.service"},
			Title:    "webhook " + w.name + " has no ready Pod",
			Cause:    fmt.Sprintf("Webhook %s has failurePolicy Fail, and %s: what it is asked about is refused.", w.name, why),
			Evidence: []Evidence{c.Field(w.ref.Kind, w.obj, "webhooks["+w.name+"]", "failurePolicy: Fail, service: "+w.service.Path())},
			Next: []Step{{Kind: Check, Text: "the Pods behind the webhook",
				Command: Kubectl(w.service.Namespace, "get service,endpoints,pods")}}})
	}
	return out
}

var serviceResolver = &Rule{
	ID:    "dependency/dns-down",
	Title: "the cluster's DNS has no ready Pod",
	Doc: `No Pod of CoreDNS (kube-dns) is ready, so names of Services and of the outside do not resolve from Pods: clients fail with time-outs, "server misbehaving" or "Temporary failure in name
resolution". Why its Pods are not ready is the cause; see their own incident.`,
	Detect: detectResolver,
}

// ServesDNS reports whether the Pod is one of the cluster's DNS: of CoreDNS, kube-dns or OpenShift's operator.
func (p *Pod) ServesDNS() bool {
	return p.Labels["k8s-app"] == "kube-dns" || p.Labels["dns.operator.openshift.io/daemonset-dns"] != ""
}

func detectResolver(c *Context) []Finding {
	var pods []*Pod
	for _, p := range c.Pods {
		if p.ServesDNS() {
			pods = append(pods, p)
		}
	}
	if len(pods) == 0 || slices.ContainsFunc(pods, func(p *Pod) bool { return p.Healthy }) {
		return nil
	}
	w := pods[0].Workload
	f := Finding{Severity: Error, Confidence: Confirmed, Symptom: true, Subject: w, Culprit: Culprit{Ref: w},
		Title: "the cluster's DNS has no ready Pod",
		Cause: fmt.Sprintf("None of the %s of the cluster's DNS is ready: Pods cannot resolve names.", Count(len(pods), "Pod")),
		Next:  []Step{describePod(pods[0])}}
	for _, p := range pods {
		f.Affected = append(f.Affected, p.Ref)
		f.Evidence = append(f.Evidence, c.StatusColumn(p))
	}
	return []Finding{f}
}

// controlPlane are the components whose static Pods make a control plane.
var controlPlane = []string{"kube-apiserver", "kube-controller-manager", "kube-scheduler", "etcd"}

var serviceControlPlane = &Rule{
	ID:    "other/control-plane",
	Title: "a component of the control plane is not ready",
	Doc: `A static Pod of the control plane does not run. Without the scheduler Pods stay Pending without any Event; without the controller manager nothing is created or replaced; without etcd or the API
server nothing changes at all, and a dump can only be taken from another member.`,
	Detect: detectControlPlane,
}

func detectControlPlane(c *Context) []Finding {
	var out []Finding
	for _, p := range c.Pods {
		component := cmp.Or(p.Labels["component"], p.Labels["app"])
		if !slices.Contains(controlPlane, component) ||
			p.Labels["tier"] != "control-plane" && !strings.HasPrefix(p.Namespace, "openshift-") && p.Namespace != "kube-system" || p.Healthy {
			continue
		}
		out = append(out, Finding{Severity: Error, Confidence: Confirmed, Symptom: true, Subject: p.Ref, Culprit: Culprit{Ref: p.Ref},
			Title:    component + " is not ready" + onNode(p),
			Cause:    fmt.Sprintf("%s%s is %s, ready %s.", component, onNode(p), p.Row.Status, p.Row.Ready),
			Evidence: []Evidence{c.StatusColumn(p)},
			Unknown:  []string{"why, as far as the Pod's states do not tell: the log of a static Pod is on its node"},
			Next: []Step{describePod(p), {Kind: Ask, Text: "its log, on the node if the API does not give it",
				Command: Kubectl(p.Namespace, "logs %s --previous", p.Name)}}})
	}
	return out
}

var serviceIngress = &Rule{
	ID:     "other/ingress-backend",
	Title:  "an Ingress sends traffic to a Service that does not exist",
	Doc:    `A rule of the Ingress names a Service that is not in its namespace: its controller answers 503 or 404 for that path.`,
	Detect: detectIngress,
}

func detectIngress(c *Context) []Finding {
	var out []Finding
	for _, in := range c.Snapshot.Ingresses {
		for _, name := range ingressServices(in) {
			ref := loader.Ref{Kind: "Service", Namespace: in.Namespace, Name: name}
			if c.Snapshot.Lookup(ref) != loader.Absent {
				continue
			}
			subject := loader.RefOf("Ingress", in)
			out = append(out, Finding{Severity: Warning, Confidence: Confirmed, Subject: subject,
				Culprit:  Culprit{Ref: subject, Field: "spec.rules[].http.paths[].backend.service.name"},
				Title:    "its Service " + name + " does not exist",
				Cause:    fmt.Sprintf("Ingress %s sends traffic to Service %s, and namespace %s has no such Service.", in.Name, name, in.Namespace),
				Evidence: []Evidence{c.Field("Ingress", in, "spec.rules[].http.paths[].backend.service.name", name)},
				Next:     []Step{{Kind: Check, Text: "the Services that there are", Command: Kubectl(in.Namespace, "get services")}}})
		}
	}
	return out
}

// ingressServices are the names of Services that an Ingress sends traffic to, each once.
func ingressServices(in *networkingv1.Ingress) []string {
	var out []string
	for _, b := range ingressBackends(in) {
		if b.Name != "" && !slices.Contains(out, b.Name) {
			out = append(out, b.Name)
		}
	}
	return out
}
