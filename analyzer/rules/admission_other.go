package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var admissionWebhookDown = &Rule{
	ID:    "admission/webhook-down",
	Title: "an admission webhook does not answer, so the API server refuses",
	Doc: `A webhook with failurePolicy Fail is asked before an object is stored. It does not answer (no Pods behind its Service, connection refused, time-out, a certificate that is
not trusted), so every object that it is asked about is refused: often all Pods of the cluster, the webhook's own included.

What to do: bring the webhook's Pods back; if it cannot start because of itself, set failurePolicy: Ignore or exclude its namespace for the time.`,
	Detect: func(c *Context) []Finding { return c.refuse(describeWebhookDown, message.WebhookFailed) },
}

func describeWebhookDown(c *Context, r *refused, f *Finding) {
	f.Title = "webhook " + cmp.Or(r.Name, "of admission") + " does not answer"
	f.Cause = fmt.Sprintf("%s: admission webhook %s failed, and its failurePolicy is Fail: %s.",
		r.cannot(), r.Name, strings.TrimSuffix(r.Detail, "."))
	ref := loader.Ref{Kind: "ValidatingWebhookConfiguration", Name: r.Name}
	f.Culprit, f.Group = Culprit{Ref: ref}, "webhook "+r.Name
	w := c.webhook(r.Name)
	if w == nil {
		f.Unknown = append(f.Unknown, "which configuration holds the webhook, and which Service it calls: "+
			"webhook configurations are not in the dump")
		f.Next = append(f.Next, Step{Kind: Check, Text: "the webhook and its Service",
			Command: "kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations -o yaml | grep -B3 -A12 " + r.Name})
		return
	}
	f.Culprit = Culprit{Ref: w.ref, Field: "webhooks[" + w.name + "]"}
	c.describeWebhookService(w, f)
}

// webhook is one entry of a webhook configuration.
type webhook struct {
	ref     loader.Ref
	obj     metav1.Object
	name    string
	fails   bool // failurePolicy Fail
	service loader.Ref
	bundle  []byte // caBundle, in PEM
	rules   []admissionv1.RuleWithOperations
}

// webhooks returns all entries of all webhook configurations.
func (c *Context) webhooks() []webhook {
	var out []webhook
	add := func(kind string, o metav1.Object, name string, policy *admissionv1.FailurePolicyType, client *admissionv1.WebhookClientConfig,
		rules []admissionv1.RuleWithOperations) {
		w := webhook{ref: loader.RefOf(kind, o), obj: o, name: name, fails: policy == nil || *policy == admissionv1.Fail,
			bundle: client.CABundle, rules: rules}
		if s := client.Service; s != nil {
			w.service = loader.Ref{Kind: "Service", Namespace: s.Namespace, Name: s.Name}
		}
		out = append(out, w)
	}
	for _, o := range c.Snapshot.ValidatingWebhookConfigurations {
		for _, h := range o.Webhooks {
			add("ValidatingWebhookConfiguration", o, h.Name, h.FailurePolicy, &h.ClientConfig, h.Rules)
		}
	}
	for _, o := range c.Snapshot.MutatingWebhookConfigurations {
		for _, h := range o.Webhooks {
			add("MutatingWebhookConfiguration", o, h.Name, h.FailurePolicy, &h.ClientConfig, h.Rules)
		}
	}
	return out
}

func (c *Context) webhook(name string) *webhook {
	for _, w := range c.webhooks() {
		if w.name == name {
			return &w
		}
	}
	return nil
}

// describeWebhookService says what stands behind the webhook.
func (c *Context) describeWebhookService(w *webhook, f *Finding) {
	if w.service.Name == "" {
		return
	}
	f.Evidence = append(f.Evidence, c.Field(w.ref.Kind, w.obj, "webhooks["+w.name+"].clientConfig.service", w.service.Path()))
	svc, ok := c.Snapshot.Find(w.service).(*corev1.Service)
	if !ok {
		if c.Snapshot.Lookup(w.service) == loader.Absent {
			f.Cause += " Its Service " + w.service.Path() + " does not exist."
			f.Culprit.Field += ".clientConfig.service"
		}
		return
	}
	pods, ready := c.backends(svc)
	f.Evidence = append(f.Evidence, c.Field("Service", svc, "spec.selector", fmt.Sprintf("%d of %s ready", ready, Count(len(pods), "Pod"))))
	if ready == 0 {
		f.Cause += fmt.Sprintf(" Behind its Service %s no Pod is ready (%s).", w.service.Path(), Count(len(pods), "Pod"))
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "the Pods behind the webhook",
		Command: Kubectl(w.service.Namespace, "get endpoints,pods")})
}

var admissionWebhookDenied = &Rule{
	ID:    "admission/policy",
	Title: "an admission webhook or policy denies the template",
	Doc: `A policy engine or a ValidatingAdmissionPolicy looked at the Pod and refused it, in words of its own. The engine works; the template does not meet a rule of whoever runs
the cluster. Change the template as the message says, or ask for an exception.`,
	Detect: func(c *Context) []Finding {
		return c.refuse(describeWebhookDenied, message.WebhookDenied, message.PolicyDenied)
	},
}

func describeWebhookDenied(_ *Context, r *refused, f *Finding) {
	kind := "webhook"
	if r.Kind == message.PolicyDenied {
		kind = "policy"
	}
	f.Title = "denied by " + kind + " " + r.Name
	f.Cause = fmt.Sprintf("%s: admission %s %s denied them: %s.", r.cannot(), kind, r.Name,
		cmp.Or(strings.TrimSuffix(firstLine(r.Detail), "."), "without a reason"))
	f.Culprit = r.template("")
	f.Culprit.Field = strings.TrimSuffix(f.Culprit.Field, ".")
	f.RuledOut = append(f.RuledOut, "a webhook that is down: it answered")
	f.Next = append(f.Next, r.edit("change the template as the message says, or ask the owner of the policy"))
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

var admissionNamespaceEnding = &Rule{
	ID:    "admission/namespace-ending",
	Title: "the namespace is being deleted or does not exist",
	Doc: `Nothing can be created in a namespace that is terminating. If the namespace stays in that state, something in it has a finalizer whose controller is gone, or an API
group that does not answer keeps the control plane from listing its content; the namespace's conditions tell which.`,
	Detect: func(c *Context) []Finding {
		return c.refuse(describeNamespaceEnding, message.NamespaceEnding, message.NamespaceMissing)
	},
}

func describeNamespaceEnding(c *Context, r *refused, f *Finding) {
	ref := loader.Ref{Kind: "Namespace", Name: cmp.Or(r.Name, r.workload.Namespace)}
	f.Title = "namespace " + ref.Name + " is being deleted"
	f.Cause = r.cannot() + ": namespace " + ref.Name + " is being deleted, and nothing new may be created in it."
	if r.Kind == message.NamespaceMissing {
		f.Title, f.Cause = "namespace "+ref.Name+" does not exist", r.cannot()+": namespace "+ref.Name+" does not exist."
	}
	f.Culprit, f.Group = Culprit{Ref: ref, Field: "metadata.deletionTimestamp"}, ref.String()
	if o, ok := c.Snapshot.Find(ref).(*corev1.Namespace); ok {
		for _, cond := range o.Status.Conditions {
			if cond.Status == corev1.ConditionTrue {
				f.Evidence = append(f.Evidence, c.Field("Namespace", o, "status.conditions["+string(cond.Type)+"]", cond.Message))
			}
		}
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "what keeps the namespace", Command: "kubectl get namespace " + ref.Name + " -o yaml"})
}

var admissionInvalid = &Rule{
	ID:    "admission/invalid",
	Title: "the template is not valid",
	Doc: `The API server checks each Pod that the controller makes; the template itself was accepted with the workload, and together with what defaults and mutating webhooks add the Pod is
not valid. The message names the field.`,
	Detect: func(c *Context) []Finding { return c.refuse(describeInvalid, message.Invalid) },
}

func describeInvalid(_ *Context, r *refused, f *Finding) {
	f.Title = "its Pods are not valid"
	f.Cause = r.cannot() + ": the Pod is not valid: " + sentence(firstLine(r.Detail))
	f.Culprit = r.template(strings.TrimPrefix(strings.TrimPrefix(firstField(r.Detail), "spec."), "."))
	f.Next = append(f.Next, r.edit("correct the field that the message names"))
}

// firstField is the field that a validation message begins with, or "".
func firstField(text string) string {
	field, _, ok := strings.Cut(strings.TrimPrefix(text, "["), ": ")
	if !ok || strings.Contains(field, " ") {
		return ""
	}
	return field
}

var admissionServer = &Rule{
	ID:    "admission/api-server",
	Title: "the API server or its storage fails",
	Doc: `The refusal is not about the object: the API server, etcd, or the connection to them failed or was too slow. ` +
		`It usually passes; if it goes on, look at the control plane.`,
	Detect: func(c *Context) []Finding {
		return c.refuse(func(c *Context, r *refused, f *Finding) {
			f.Title = "the API server fails its requests"
			f.Cause = r.cannot() + ": the control plane failed: " + sentence(cmp.Or(r.Detail, r.Text))
			f.Group = "control plane"
			for _, p := range c.Pods { // of a static Pod's name only the first part is known
				if p.Namespace == "kube-system" && strings.HasPrefix(p.Name, "kube-apiserver-") && !p.Healthy {
					f.Culprit = Culprit{Ref: p.Ref}
					break
				}
			}
			f.Unknown = append(f.Unknown, "what failed behind the API server: its and etcd's logs are not in the dump")
			f.Next = append(f.Next, Step{Kind: Check, Text: "the state of the control plane", Command: "kubectl get --raw '/readyz?verbose'"})
		}, message.ServerFailed)
	},
}

var admissionOther = &Rule{
	ID:    "admission/refused",
	Title: "the API server refuses what the controller wants to create",
	Doc: `The API server refuses in words that podtriage does not know; they are quoted as they are. "cannot set blockOwnerDeletion" and "User … cannot create" mean that the controller's
own account lacks a permission.`,
	Detect: func(c *Context) []Finding {
		return c.refuse(func(_ *Context, r *refused, f *Finding) {
			f.Title = "the API server refuses its Pods"
			f.Cause = r.cannot() + ": " + sentence(firstLine(r.Text))
			f.Next = append(f.Next, r.edit("correct what the message names"))
			if r.Kind == message.Unauthorized {
				f.Title = "its controller lacks a permission"
				f.Next[0] = Step{Kind: Check, Text: "the permissions of the account that the message names",
					Command: "kubectl get clusterrolebindings,rolebindings -A -o wide"}
			}
		}, message.OtherRefusal, message.Unauthorized)
	},
}

var admissionNode = &Rule{
	ID:    "admission/node-forbids",
	Title: "the kubelet does not allow what the Pod asks for",
	Doc: `The Pod was bound to a node, and the kubelet refused it because its configuration or the machine does not allow a feature: an unsafe sysctl that is not on the kubelet's list
(--allowed-unsafe-sysctls), an AppArmor profile, another operating system, a feature that is switched off. Such a Pod is Failed and is never tried again.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, p := range c.Pods {
			r, ok := message.ParseRejection(p.Status.Reason, p.Status.Message)
			if !ok || p.Status.Phase != corev1.PodFailed ||
				!slices.Contains([]message.RejectionKind{message.RejectedSysctl, message.RejectedFeature}, r.Kind) {
				continue
			}
			f := c.rejection(p, r)
			f.Title = "node " + p.Spec.NodeName + " forbids it: " + p.Status.Reason
			f.Cause = fmt.Sprintf("The kubelet of node %s refused the Pod (%s): %s", p.Spec.NodeName, p.Status.Reason, sentence(r.Text))
			f.Culprit = blame(p, "securityContext")
			if r.Kind == message.RejectedSysctl {
				f.Culprit = blame(p, "securityContext.sysctls")
				for _, s := range sysctls(p) {
					f.Evidence = append(f.Evidence, c.PodField(p, "spec.securityContext.sysctls", s.Name+"="+s.Value))
				}
			}
			f.Next = append(f.Next, editWorkload(p,
				"drop the setting, or allow it in the kubelet's configuration of the nodes that are meant for it"))
			out = append(out, f)
		}
		return out
	},
}

func sysctls(p *Pod) []corev1.Sysctl {
	if p.Spec.SecurityContext == nil {
		return nil
	}
	return p.Spec.SecurityContext.Sysctls
}
