package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

const enforceLabel = "pod-security.kubernetes.io/enforce"

var admissionPodSecurity = &Rule{
	ID:    "admission/pod-security",
	Title: "the namespace's Pod Security level refuses the template",
	Doc: `The namespace enforces a Pod Security level (label pod-security.kubernetes.io/enforce), and the template does what the level forbids. The message lists each check
and the field to set. Running Pods are not touched when the label is added later; only new ones are refused, so a workload may fail days
afterwards, when a Pod is replaced.

What to do: set the securityContext fields that the message names, or move the workload to a namespace with another level.`,
	Detect: func(c *Context) []Finding { return c.refuse(describePodSecurity, message.PodSecurity) },
}

func describePodSecurity(c *Context, r *refused, f *Finding) {
	var checks []string
	for _, check := range r.Checks {
		name, _, _ := strings.Cut(check, " (")
		checks = append(checks, name)
	}
	f.Title = fmt.Sprintf("Pod Security %s refuses its Pods", r.Level)
	f.Cause = fmt.Sprintf("%s: namespace %s enforces Pod Security level %s, and the template violates it: %s.",
		r.cannot(), r.workload.Namespace, r.Level, Enumerate(checks, 6))
	f.Culprit = r.template("securityContext")
	ns := loader.Ref{Kind: "Namespace", Name: r.workload.Namespace}
	if o, ok := c.Snapshot.Find(ns).(*corev1.Namespace); ok {
		if level := o.Labels[enforceLabel]; level != "" {
			f.Evidence = append(f.Evidence, c.Field("Namespace", o, "metadata.labels", enforceLabel+": "+level))
		} else {
			f.Unknown = append(f.Unknown, "where the level comes from: the namespace has no enforce label, so it is the API "+
				"server's default or was changed since")
		}
	}
	if older := sameTemplate(c, r); older != nil {
		f.Culprit = Culprit{Ref: ns, Field: "metadata.labels[" + enforceLabel + "]"}
		f.Cause += fmt.Sprintf(" Pod %s of the same template was accepted at %s: the namespace's level was raised since.",
			older.Name, older.CreationTimestamp.UTC().Format("2006-01-02 15:04:05Z"))
		f.Evidence = append(f.Evidence, c.PodField(older, "metadata.creationTimestamp",
			older.CreationTimestamp.UTC().Format("2006-01-02T15:04:05Z")))
		f.Trigger = "the Pod Security level of namespace " + r.workload.Namespace + " was raised after " +
			older.CreationTimestamp.UTC().Format("2006-01-02 15:04:05Z")
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "the level that the namespace enforces",
		Command: "kubectl get namespace " + r.workload.Namespace + " --show-labels"},
		r.edit("set what the message asks for in the template's securityContext"))
}

// sameTemplate returns a running Pod that the refused controller made earlier, or nil.
func sameTemplate(c *Context, r *refused) *Pod {
	i := slices.IndexFunc(r.older, func(p *Pod) bool {
		up, ok := loader.Controller(p.Pod)
		return ok && up.Key() == r.owner.Key() && p.CreationTimestamp.Time.Before(r.last)
	})
	if i < 0 || r.owner.Kind != "ReplicaSet" && r.owner.Kind != "ReplicationController" {
		return nil
	}
	return r.older[i]
}

var admissionConstraint = &Rule{
	ID:    "admission/security-constraint",
	Title: "no security context constraint or Pod security policy allows the template",
	Doc: `On OpenShift every Pod must satisfy a SecurityContextConstraints object that its service account may use; up to Kubernetes 1.24 PodSecurityPolicy did the same. None of them
allows what the template asks for. The message lists each one and why it does not fit: "not usable by user or serviceaccount" means that the service
account may not use it; the others name the field and the range.

What to do: drop fixed user and group ids so that the platform assigns them, or grant the service account a constraint that allows them.`,
	Detect: func(c *Context) []Finding {
		return c.refuse(describeConstraint, message.SecurityConstraint, message.PodSecurityPolicy)
	},
}

func describeConstraint(_ *Context, r *refused, f *Finding) {
	what := "security context constraint"
	if r.Kind == message.PodSecurityPolicy {
		what = "Pod security policy"
	}
	f.Title = "no " + what + " allows its Pods"
	f.Cause = fmt.Sprintf("%s: no %s that its service account may use allows the template", r.cannot(), what)
	if bad := violations(r.Detail); len(bad) > 0 {
		f.Cause += ": " + Enumerate(bad, 4)
	}
	f.Cause += "."
	f.Culprit = r.template("securityContext")
	f.Next = append(f.Next, r.edit("drop what the constraint forbids, such as fixed user and group ids, "+
		"or grant the service account one that allows it"))
	if r.Kind == message.SecurityConstraint {
		f.Next = append(f.Next, Step{Kind: Check, Text: "the constraints that there are", Command: "kubectl get securitycontextconstraints"})
	}
}

// violations are the parts of a list that name a field, without those that the account may not use anyway.
func violations(text string) []string {
	var out []string
	for part := range strings.SplitSeq(strings.Trim(text, "[] "), ", ") {
		part = strings.TrimSpace(part)
		if strings.Contains(part, ": Invalid value") || strings.Contains(part, ": Forbidden: ") && strings.Contains(part, "spec.") {
			_, after, ok := strings.Cut(part, ": .")
			if ok {
				part = after
			}
			out = append(out, strings.TrimPrefix(part, "."))
		}
	}
	return out
}

var admissionServiceAccount = &Rule{
	ID:    "admission/service-account",
	Title: "the ServiceAccount that the template names does not exist",
	Doc: `Pods are created only if their ServiceAccount exists in the namespace. The template names one that does not: a typo, a chart whose ServiceAccount was not
installed, or one that was deleted.`,
	Detect: func(c *Context) []Finding { return c.refuse(describeServiceAccount, message.ServiceAccount) },
}

func describeServiceAccount(c *Context, r *refused, f *Finding) {
	ref := loader.Ref{Kind: "ServiceAccount", Namespace: cmp.Or(r.Namespace, r.workload.Namespace), Name: r.Name}
	f.Title = "ServiceAccount " + r.Name + " does not exist"
	f.Cause = fmt.Sprintf("%s: ServiceAccount %s does not exist in namespace %s.", r.cannot(), r.Name, ref.Namespace)
	f.Culprit, f.Group = Culprit{Ref: ref}, ref.String()
	if c.Snapshot.Lookup(ref) == loader.Present {
		f.Note = "ServiceAccount " + r.Name + " is in the dump: it was created after the refusal, or its token was missing"
	}
	for _, sa := range c.Snapshot.ServiceAccounts {
		if sa.Name == r.Name && sa.Namespace != ref.Namespace {
			f.Evidence = append(f.Evidence, c.Field("ServiceAccount", sa, "metadata.namespace", "exists in namespace "+sa.Namespace))
		}
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "the accounts of the namespace", Command: Kubectl(ref.Namespace, "get serviceaccounts")},
		Step{Kind: Fix, Text: "create it, if the name is right", Command: Kubectl(ref.Namespace, "create serviceaccount %s", r.Name)})
}

var admissionClass = &Rule{
	ID:    "admission/class",
	Title: "the PriorityClass or RuntimeClass that the template names does not exist",
	Doc: `spec.priorityClassName and spec.runtimeClassName must name objects that exist; otherwise the API server refuses each Pod. Create the class, correct the name, or drop the field.
Classes system-cluster-critical and system-node-critical may be limited by quota to certain namespaces.`,
	Detect: func(c *Context) []Finding {
		return c.refuse(describeClass, message.PriorityClass, message.RuntimeClass)
	},
}

func describeClass(_ *Context, r *refused, f *Finding) {
	kind, field := "PriorityClass", "priorityClassName"
	if r.Kind == message.RuntimeClass {
		kind, field = "RuntimeClass", "runtimeClassName"
	}
	ref := loader.Ref{Kind: kind, Name: r.Name}
	f.Title = kind + " " + r.Name + " does not exist"
	f.Cause = fmt.Sprintf("%s: the template names %s %s, which does not exist.", r.cannot(), kind, r.Name)
	f.Culprit, f.Group = Culprit{Ref: ref}, ref.String()
	if r.Detail != "" {
		f.Title, f.Cause, f.Culprit = kind+" "+r.Name+" is not permitted here", r.cannot()+": "+sentence(r.Detail), r.template(field)
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "the classes that there are", Command: "kubectl get " + strings.ToLower(kind) + "es"},
		r.edit("correct or drop "+field))
}
