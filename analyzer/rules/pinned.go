package rules

import (
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

// firstWord is how soon after a Pod was made its first Events are: beside one so old that of its scheduling would be there, too.
const firstWord = 5 * time.Second

// pinnedByName proves that the Pod was made with spec.nodeName, so that nobody scheduled it: by the template that it was made from, or,
// where nothing made it, by an Event as old as the Pod while none says that it was scheduled. It is nil where nothing proves it:
// Events expire, and a dump may hold the warnings alone.
func (c *Context) pinnedByName(p *Pod) *Evidence {
	if p.Recalled || p.Spec.NodeName == "" {
		return nil
	}
	if owner, template := c.templateOf(p); template != nil {
		if template.NodeName == "" {
			return nil
		}
		ev := c.Field(owner.Kind, c.Snapshot.Find(owner), "spec.template.spec.nodeName", template.NodeName)
		return &ev
	}
	if remade(p) || saidScheduled(p) || !slices.ContainsFunc(c.Snapshot.Events, func(e *loader.Event) bool { return !e.Warning() }) {
		return nil
	}
	born := p.CreationTimestamp.Time
	for _, e := range p.Events {
		if born.Unix() > 0 && !e.Last.Before(born) && e.Last.Sub(born) <= firstWord {
			ev := c.PodField(p, "spec.nodeName", p.Spec.NodeName)
			return &ev
		}
	}
	return nil
}

// wasScheduled reports whether the dump shows that a scheduler chose the Pod's node.
func (c *Context) wasScheduled(p *Pod) bool {
	_, template := c.templateOf(p)
	return saidScheduled(p) || template != nil && template.NodeName == ""
}

func saidScheduled(p *Pod) bool {
	return slices.ContainsFunc(p.Events, func(e *loader.Event) bool { return e.Reason == "Scheduled" })
}

// templateOf is the controller that made the Pod and its template, where the dump holds them.
func (c *Context) templateOf(p *Pod) (loader.Ref, *corev1.PodSpec) {
	up, ok := loader.Controller(p.Pod)
	if !ok {
		return loader.Ref{}, nil
	}
	switch o := c.Snapshot.Find(up).(type) {
	case *appsv1.ReplicaSet:
		return up, &o.Spec.Template.Spec
	case *appsv1.StatefulSet:
		return up, &o.Spec.Template.Spec
	case *batchv1.Job:
		return up, &o.Spec.Template.Spec
	}
	return loader.Ref{}, nil
}
