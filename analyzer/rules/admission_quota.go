package rules

import (
	"cmp"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var admissionQuota = &Rule{
	ID:    "admission/quota",
	Title: "a ResourceQuota is used up, so no Pod is created",
	Doc: `The namespace's ResourceQuota has no room for one more Pod of the workload. The API server refuses the Pod, so there is none to look at; only the
controller's Event FailedCreate and the condition ReplicaFailure tell. A rolling update needs room for its surge Pods as well: it may block
although the workload itself fits.

What to do: raise spec.hard of the quota, lower the requests, remove what the namespace no longer needs, or set maxSurge to 0.`,
	Detect: func(c *Context) []Finding { return c.refuse(describeQuota, message.QuotaExceeded) },
}

func describeQuota(c *Context, r *refused, f *Finding) {
	ref := loader.Ref{Kind: "ResourceQuota", Namespace: r.workload.Namespace, Name: r.Name}
	var over, names []string
	for _, a := range r.Amounts {
		over = append(over, fmt.Sprintf("%s: %s used of %s, %s more asked", a.Resource, cmp.Or(a.Used, "?"), cmp.Or(a.Limit, "?"),
			cmp.Or(a.Requested, "?")))
		names = append(names, a.Resource)
	}
	f.Title = "quota " + cmp.Or(r.Name, "of the namespace") + " is used up"
	f.Cause = fmt.Sprintf("%s: ResourceQuota %s leaves no room (%s).", r.cannot(), cmp.Or(r.Name, "of namespace "+r.workload.Namespace),
		cmp.Or(strings.Join(over, "; "), r.Detail))
	f.Culprit = r.template("containers[].resources")
	if r.Name != "" {
		f.Culprit = Culprit{Ref: ref, Field: "spec.hard"}
		if len(names) == 1 {
			f.Culprit.Field += "." + names[0]
		}
	}
	if q, ok := c.Snapshot.Find(ref).(*corev1.ResourceQuota); ok {
		for _, name := range names {
			used, hard := q.Status.Used[corev1.ResourceName(name)], q.Status.Hard[corev1.ResourceName(name)]
			f.Evidence = append(f.Evidence, c.Field("ResourceQuota", q, "status.used."+name, name+": "+used.String()+" of "+hard.String()))
		}
	}
	if n := r.ofOtherRevision(); n > 0 {
		f.Note = fmt.Sprintf("%s of an older revision still run: a rollout needs room for new Pods beside them", Count(n, "Pod"))
	}
	f.Next = append(f.Next,
		Step{Kind: Check, Text: "what uses the quota", Command: Kubectl(r.workload.Namespace, "describe resourcequota %s", r.Name)},
		r.edit("lower the requests, or run fewer replicas; else have the quota raised"))
}

// ofOtherRevision counts the workload's Pods that another ReplicaSet than the refused one made.
func (r *refused) ofOtherRevision() int {
	n := 0
	for _, p := range r.older {
		if owner, ok := loader.Controller(p.Pod); ok && owner.Kind == "ReplicaSet" && r.owner.Kind == "ReplicaSet" && owner.Name != r.owner.Name {
			n++
		}
	}
	return n
}

var admissionQuotaUnspecified = &Rule{
	ID:    "admission/quota-unspecified",
	Title: "a ResourceQuota wants requests or limits that the template lacks",
	Doc: `A ResourceQuota on requests.cpu, limits.memory and the like makes these fields mandatory for every Pod of the namespace. The template does not set them, and no
LimitRange of the namespace sets a default. Set them in the template, or add a LimitRange with defaults.`,
	Detect: func(c *Context) []Finding { return c.refuse(describeQuotaUnspecified, message.QuotaUnspecified) },
}

func describeQuotaUnspecified(c *Context, r *refused, f *Finding) {
	missing := cmp.Or(strings.Join(r.Missing, ", "), r.Detail)
	f.Title = "lacks " + missing
	f.Cause = fmt.Sprintf("%s: ResourceQuota %s makes %s mandatory, and the template does not set it.",
		r.cannot(), cmp.Or(r.Name, "of the namespace"), missing)
	f.Culprit = r.template("containers[].resources")
	if r.Name != "" {
		c.cite(f, loader.Ref{Kind: "ResourceQuota", Namespace: r.workload.Namespace, Name: r.Name}, "spec.hard",
			"ResourceQuota "+r.Name+" limits "+missing)
	}
	f.RuledOut = append(f.RuledOut, "a quota that is used up: the Pod is refused for what it does not say")
	f.Next = append(f.Next, r.edit("set "+missing+" in the template"))
}

var admissionLimitRange = &Rule{
	ID:    "admission/limit-range",
	Title: "the template is outside the namespace's LimitRange",
	Doc: `A LimitRange states the smallest and largest requests and limits of a container or Pod, and the largest ratio between them. The template is outside, so each
Pod is refused. Bring the template within the range, or change the range.`,
	Detect: func(c *Context) []Finding { return c.refuse(describeLimitRange, message.LimitRange) },
}

func describeLimitRange(c *Context, r *refused, f *Finding) {
	f.Title = "outside the LimitRange: " + r.Detail
	if len(f.Title) > 60 {
		f.Title = "its resources are outside the LimitRange"
	}
	f.Cause = fmt.Sprintf("%s: %s.", r.cannot(), strings.TrimSuffix(r.Detail, "."))
	f.Culprit = r.template("containers[].resources")
	var ranges []*corev1.LimitRange
	for _, lr := range c.Snapshot.LimitRanges {
		if lr.Namespace == r.workload.Namespace {
			ranges = append(ranges, lr)
		}
	}
	for _, lr := range ranges {
		for _, item := range lr.Spec.Limits {
			f.Evidence = append(f.Evidence, c.Field("LimitRange", lr, "spec.limits["+string(item.Type)+"]", limitText(item)))
		}
	}
	if len(ranges) == 1 {
		f.Culprit = Culprit{Ref: loader.RefOf("LimitRange", ranges[0]), Field: "spec.limits"}
		f.Cause = strings.TrimSuffix(f.Cause, ".") + ", says LimitRange " + ranges[0].Name + "."
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "the ranges of the namespace",
		Command: Kubectl(r.workload.Namespace, "describe limitrange")},
		r.edit("bring requests and limits within the range"))
}

func limitText(item corev1.LimitRangeItem) string {
	var parts []string
	add := func(label string, list corev1.ResourceList) {
		for _, name := range []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourceStorage} {
			if q, ok := list[name]; ok {
				parts = append(parts, label+" "+string(name)+" "+q.String())
			}
		}
	}
	add("min", item.Min)
	add("max", item.Max)
	add("maxLimitRequestRatio", item.MaxLimitRequestRatio)
	return string(item.Type) + ": " + cmp.Or(strings.Join(parts, ", "), "defaults only")
}
