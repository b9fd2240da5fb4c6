package rules

import (
	"strconv"

	appsv1 "k8s.io/api/apps/v1"

	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/loader"
)

// revision is the Deployment's number of a ReplicaSet; 0 when it has none.
func revision(rs *appsv1.ReplicaSet) int {
	n, err := strconv.Atoi(rs.Annotations[change.RevisionAnnotation])
	if err != nil {
		return 0
	}
	return n
}

// replicaSetOf returns the ReplicaSet that made the Pod, or nil.
func (c *Context) replicaSetOf(p *Pod) *appsv1.ReplicaSet {
	for _, o := range p.OwnerReferences {
		if rs, ok := c.Snapshot.Find(loader.Ref{Kind: o.Kind, Namespace: p.Namespace, Name: o.Name}).(*appsv1.ReplicaSet); ok {
			return rs
		}
	}
	return nil
}

// previousReplicaSet returns the ReplicaSet of the Pod's Deployment that was in use before the Pod's own, or nil: also where Pods
// failed in the same way before the step from that one to this, which then explains nothing and is no way back.
func (c *Context) previousReplicaSet(p *Pod) *appsv1.ReplicaSet {
	own := c.replicaSetOf(p)
	if own == nil || revision(own) == 0 {
		return nil
	}
	var best *appsv1.ReplicaSet
	for _, rs := range c.replicaSetsOf(p.Workload) {
		if revision(rs) < revision(own) && (best == nil || revision(rs) > revision(best)) {
			best = rs
		}
	}
	if best != nil && c.acquitted(p, own, best) {
		return nil
	}
	return best
}

// replicaSetsOf returns the ReplicaSets of a workload, in the Snapshot's order.
func (c *Context) replicaSetsOf(workload loader.Ref) []*appsv1.ReplicaSet {
	return c.known.replicaSets.get(func() map[loader.Ref][]*appsv1.ReplicaSet {
		out := map[loader.Ref][]*appsv1.ReplicaSet{}
		for _, rs := range c.Snapshot.ReplicaSets {
			k := c.Snapshot.Workload("ReplicaSet", rs).Key()
			out[k] = append(out[k], rs)
		}
		return out
	})[workload.Key()]
}
