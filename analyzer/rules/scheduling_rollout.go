package rules

import (
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/scheduling"
	"github.com/podtriage/podtriage/loader"
)

// outgoing is the obstacle that an older Pod of the same rollout still holds the place.
const outgoing message.ObstacleKind = "outgoing"

var rolloutOutgoing = &Rule{
	ID:    "rollout/waits-for-old-pod",
	Title: "a new Pod waits for the place of an older Pod of its rollout",
	Doc: `A rolling update has made the new Pod, and the only place for it is still held by an older Pod of the same workload (by anti-affinity, a host port or a volume) that is about to
go. That is the normal course and passes by itself. It does not pass when maxUnavailable is 0: then the old Pod stays until the new one is ready, which it cannot become.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeOutgoing, outgoing) },
}

func describeOutgoing(c *Context, w *waiting, f *Finding) bool {
	old, on := c.leaves(w)
	f.Severity, f.Confidence = Info, Likely
	f.Culprit, f.Group = Culprit{Ref: w.Workload}, "rolling updates"
	f.Title = "waits for an older Pod of its rollout"
	f.Cause = fmt.Sprintf("The Pod waits for the place of Pod %s on node %s, an older one of the same workload that the rolling update "+
		"is replacing: nothing is wrong yet (%s).", old.Name, on, w.refusedBy())
	if old.DeletionTimestamp != nil {
		f.Cause += fmt.Sprintf(" The deletion of %s was %s.", old.Name, c.graceText(old))
	}
	f.Evidence = append(f.Evidence, c.PodField(old, "metadata.deletionTimestamp", outgoingText(old)))
	f.Next = append(f.Next, Step{Kind: Check, Text: "that the rollout goes on",
		Command: Kubectl(w.Namespace, "rollout status %s", handle(w.Workload))})
	return true
}

func outgoingText(p *Pod) string {
	if p.DeletionTimestamp != nil {
		return p.DeletionTimestamp.UTC().Format("2006-01-02T15:04:05Z")
	}
	return "not set; the Pod is of an older revision"
}

// leaves returns an older Pod of the same workload that is all that keeps a node from taking the Pod, and that will go: it
// is being deleted within its time, or the rollout may take it away.
func (c *Context) leaves(w *waiting) (*Pod, string) {
	if w.replay == nil || !c.progresses(w.Workload) {
		return nil, ""
	}
	for _, v := range w.replay.Verdicts {
		if by := c.soleHolder(w, v.Failures); by != nil {
			return by, v.Node.Name
		}
	}
	return nil, ""
}

func (c *Context) soleHolder(w *waiting, failures []scheduling.Failure) *Pod {
	var found *Pod
	for _, f := range failures {
		by := c.Pod(f.Object)
		if by == nil || by.Workload.Key() != w.Workload.Key() || found != nil && found != by {
			return nil
		}
		going := by.DeletionTimestamp != nil && c.Now.Sub(by.DeletionTimestamp.Time) < settle
		if !going && (by.DeletionTimestamp != nil || sameRevision(by, w.Pod) || !c.mayRemove(w.Workload)) {
			return nil
		}
		found = by
	}
	return found
}

// mayRemove reports whether the rollout may remove an old Pod before the new one is ready.
func (c *Context) mayRemove(r loader.Ref) bool {
	d, ok := c.Snapshot.Find(r).(*appsv1.Deployment)
	if !ok || d.Spec.Strategy.RollingUpdate == nil || d.Spec.Strategy.RollingUpdate.MaxUnavailable == nil {
		return false
	}
	n, err := intstr.GetScaledValueFromIntOrPercent(d.Spec.Strategy.RollingUpdate.MaxUnavailable, replicas(d.Spec.Replicas), false)
	return err == nil && n > 0
}

// sameRevision reports whether both Pods are of one template.
func sameRevision(a, b *Pod) bool {
	for _, label := range []string{appsv1.DefaultDeploymentUniqueLabelKey, appsv1.ControllerRevisionHashLabelKey} {
		if a.Labels[label] != b.Labels[label] {
			return false
		}
	}
	return true
}

// progresses is false for a Deployment that has missed its progress deadline.
func (c *Context) progresses(r loader.Ref) bool {
	d, ok := c.Snapshot.Find(r).(*appsv1.Deployment)
	if !ok {
		return true
	}
	for _, cond := range d.Status.Conditions {
		if cond.Type == appsv1.DeploymentProgressing && cond.Status == corev1.ConditionFalse {
			return false
		}
	}
	return true
}
