package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// admissionRules are the rules of this family, most specific first.
var admissionRules = []*Rule{
	admissionQuota,
	admissionQuotaUnspecified,
	admissionLimitRange,
	admissionPodSecurity,
	admissionConstraint,
	admissionServiceAccount,
	admissionClass,
	admissionWebhookDown,
	admissionWebhookDenied,
	admissionNamespaceEnding,
	admissionInvalid,
	admissionServer,
	admissionOther,
	admissionNode,
}

// refused is a controller that cannot create what its spec asks for: no Pod exists to look at.
type refused struct {
	message.Refusal
	owner       loader.Ref // whose Event or condition it is: a ReplicaSet, Job …
	workload    loader.Ref // what was deployed
	evidence    []Evidence
	first, last time.Time
	wanted, had int // replicas; wanted is 0 where the dump does not tell
	older       []*Pod
}

// refusals returns what the API server refuses to controllers now, one for each workload and cause. A refusal that is over,
// because the controller has what it wants, is left out.
func (c *Context) refusals() []*refused {
	return c.known.refused.get(c.findRefusals)
}

func (c *Context) findRefusals() []*refused {
	found := map[string]*refused{}
	var order []string
	note := func(owner loader.Ref, text string, ev Evidence, first, last time.Time) {
		r := message.ParseRefusal(text)
		w := c.WorkloadOf(owner)
		key := w.Key().String() + "|" + string(r.Kind) + "|" + r.Name
		f := found[key]
		if f == nil {
			f = &refused{Refusal: r, owner: owner, workload: w, first: first}
			found[key] = f
			order = append(order, key)
		}
		f.add(r, owner, ev, first, last)
	}
	c.failedConditions(note)
	c.failedCreates(note)
	var out []*refused
	for _, key := range order {
		if f := found[key]; c.refusedNow(f) {
			out = append(out, f)
		}
	}
	return out
}

func (f *refused) add(r message.Refusal, owner loader.Ref, ev Evidence, first, last time.Time) {
	if last.After(f.last) || f.last.IsZero() {
		f.last, f.Refusal = last, r
		if owner.Kind != "Deployment" {
			f.owner = owner
		}
	}
	if !first.IsZero() && (f.first.IsZero() || first.Before(f.first)) {
		f.first = first
	}
	alike := slices.IndexFunc(f.evidence, func(o Evidence) bool { return o.Object == ev.Object && o.Field == ev.Field })
	switch {
	case alike < 0:
		f.evidence = append(f.evidence, ev)
	case ev.Count > f.evidence[alike].Count || ev.Count == f.evidence[alike].Count && ev.At.After(f.evidence[alike].At):
		f.evidence[alike] = ev // of alike Events the one that says most
	}
}

// failedCreates reads Events of controllers that could not create.
func (c *Context) failedCreates(note func(loader.Ref, string, Evidence, time.Time, time.Time)) {
	for _, e := range c.Snapshot.Events {
		if e.Object.Kind == "Pod" || e.Reason != "FailedCreate" && e.Reason != "ReplicaSetCreateError" && e.Reason != "failedCreate" {
			continue
		}
		note(e.Object, e.Message, c.EventEvidence(e), e.First, e.Last)
	}
}

// failedConditions reads the condition ReplicaFailure, which outlives the Events.
func (c *Context) failedConditions(note func(loader.Ref, string, Evidence, time.Time, time.Time)) {
	noteFailure(c, "ReplicaSet", c.Snapshot.ReplicaSets, note)
	noteFailure(c, "ReplicationController", c.Snapshot.ReplicationControllers, note)
	noteFailure(c, "Deployment", c.Snapshot.Deployments, note)
}

func noteFailure[T metav1.Object](c *Context, kind string, objects []T, note func(loader.Ref, string, Evidence, time.Time, time.Time)) {
	for _, o := range objects {
		if cond := replicaFailure(o); cond != nil && cond.Reason != "FailedDelete" {
			ev, at := c.Field(kind, o, "status.conditions[ReplicaFailure].message", cond.Message), cond.Since.UTC()
			ev.At = at
			note(loader.RefOf(kind, o), cond.Message, ev, at, at)
		}
	}
}

// replicaFailure is the condition by which a controller says that it cannot create or delete Pods, or nil.
func replicaFailure(o metav1.Object) *loader.Condition {
	for cond := range loader.Conditions(o) {
		if cond.Type == string(appsv1.DeploymentReplicaFailure) && cond.Status == string(corev1.ConditionTrue) {
			return &cond
		}
	}
	return nil
}

// refusedNow reports whether the controller still lacks what was refused, and counts what it has.
func (c *Context) refusedNow(f *refused) bool {
	if f.Kind == message.Exists {
		return false
	}
	for _, p := range c.PodsOf(f.workload) {
		if p.DeletionTimestamp == nil && p.Status.Phase != corev1.PodFailed {
			f.older = append(f.older, p)
		}
	}
	switch o := c.Snapshot.Find(f.owner).(type) {
	case *appsv1.ReplicaSet:
		f.wanted, f.had = replicas(o.Spec.Replicas), int(o.Status.Replicas)
	case *corev1.ReplicationController:
		f.wanted, f.had = replicas(o.Spec.Replicas), int(o.Status.Replicas)
	case *appsv1.StatefulSet:
		f.wanted, f.had = replicas(o.Spec.Replicas), int(o.Status.Replicas)
	case *appsv1.Deployment:
		f.wanted, f.had = replicas(o.Spec.Replicas), int(o.Status.Replicas)
		return f.wanted > 0 && (f.had < f.wanted || replicaFailure(o) != nil)
	case *appsv1.DaemonSet:
		f.wanted, f.had = int(o.Status.DesiredNumberScheduled), int(o.Status.CurrentNumberScheduled)
	case *batchv1.Job:
		return jobEnd(o) == nil && o.Status.Active == 0 && o.Status.Succeeded == 0
	case *batchv1.CronJob:
		return o.Status.LastSuccessfulTime == nil || o.Status.LastSuccessfulTime.Time.Before(f.last)
	default:
		return !slices.ContainsFunc(f.older, func(p *Pod) bool { return p.Healthy && !p.CreationTimestamp.Time.Before(f.last) })
	}
	return f.had < f.wanted
}

// refuse makes a Finding of each refusal of those kinds; describe fills in the words.
func (c *Context) refuse(describe func(*Context, *refused, *Finding), kinds ...message.RefusalKind) []Finding {
	var out []Finding
	for _, r := range c.refusals() {
		if !slices.Contains(kinds, r.Kind) {
			continue
		}
		f := Finding{Severity: Error, Confidence: Confirmed, Subject: r.workload, Culprit: Culprit{Ref: r.workload},
			Evidence: slices.Clone(r.evidence), First: r.first, Last: r.last}
		if r.workload.Key() != r.owner.Key() {
			if o := c.Snapshot.Find(r.owner); o != nil && r.wanted > 0 {
				f.Evidence = append(f.Evidence, c.Field(r.owner.Kind, o, "status.replicas", fmt.Sprintf("%d of %d", r.had, r.wanted)))
			}
		}
		describe(c, r, &f)
		if len(r.older) == 0 {
			f.RuledOut = append(f.RuledOut, "a crash, an image or a node: no Pod was ever created")
		}
		f.Next = append(f.Next, r.watch())
		out = append(out, f)
	}
	return out
}

// watch asks for the controller's newest words.
func (r *refused) watch() Step {
	return Step{Kind: Ask, Text: "the controller's newest Events", Command: Kubectl(r.owner.Namespace, "describe %s", handle(r.owner))}
}

// cannot is "ReplicaSet web-6f9b74cf9b cannot create Pods (2 of 4 exist)".
func (r *refused) cannot() string {
	what := "Pods"
	if r.owner.Kind == "CronJob" {
		what = "Jobs"
	} else if r.owner.Kind == "Deployment" &&
		slices.ContainsFunc(r.evidence, func(e Evidence) bool { return e.Field == "Event ReplicaSetCreateError" }) {
		what = "its ReplicaSet"
	}
	if strings.HasPrefix(r.Text, "persistentvolumeclaims ") {
		what = "the claims of its Pods"
	}
	text := r.owner.Kind + " " + r.owner.Name + " cannot create " + what
	if r.wanted > 0 {
		text += fmt.Sprintf(" (%d of %d exist)", r.had, r.wanted)
	}
	return text
}

// edit is the fix that changes the workload.
func (r *refused) edit(what string) Step {
	if r.workload.Kind == "ReplicaSet" && hashed.MatchString(r.workload.Name) {
		return editDeploymentOf(r.workload, what)
	}
	if r.workload.Kind == "Job" {
		return remakeJob(r.workload, what)
	}
	return Step{Kind: Fix, Text: what + " (changes " + r.workload.String() + ")",
		Command: Kubectl(r.workload.Namespace, "edit %s", handle(r.workload))}
}

// template is the path of a field of the Pod template of the workload.
func (r *refused) template(field string) Culprit {
	return Culprit{Ref: r.workload, Field: templatePath(r.workload.Kind) + field}
}

// cite adds a field of an object, if the dump holds it.
func (c *Context) cite(f *Finding, ref loader.Ref, field, text string) bool {
	o := c.Snapshot.Find(ref)
	if o == nil || text == "" {
		return false
	}
	f.Evidence = append(f.Evidence, c.Field(ref.Kind, o, field, text))
	return true
}
