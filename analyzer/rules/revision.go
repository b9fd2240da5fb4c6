package rules

import (
	"strconv"

	appsv1 "k8s.io/api/apps/v1"
)

const revisionAnnotation = "deployment.kubernetes.io/revision"

// revision is the Deployment's number of a ReplicaSet; 0 when it has none.
func revision(rs *appsv1.ReplicaSet) int {
	n, err := strconv.Atoi(rs.Annotations[revisionAnnotation])
	if err != nil {
		return 0
	}
	return n
}

// replicaSetOf returns the ReplicaSet that made the Pod, or nil.
func (c *Context) replicaSetOf(p *Pod) *appsv1.ReplicaSet {
	for _, rs := range c.Snapshot.ReplicaSets {
		if rs.Namespace != p.Namespace {
			continue
		}
		for _, o := range p.OwnerReferences {
			if o.Kind == "ReplicaSet" && o.Name == rs.Name {
				return rs
			}
		}
	}
	return nil
}

// previousReplicaSet returns the newest ReplicaSet of the Pod's Deployment that is older than the Pod's own, or nil.
func (c *Context) previousReplicaSet(p *Pod) *appsv1.ReplicaSet {
	own := c.replicaSetOf(p)
	if own == nil || revision(own) == 0 {
		return nil
	}
	var best *appsv1.ReplicaSet
	for _, rs := range c.Snapshot.ReplicaSets {
		if rs.Namespace != p.Namespace || c.Snapshot.Workload("ReplicaSet", rs).Key() != p.Workload.Key() || revision(rs) >= revision(own) {
			continue
		}
		if best == nil || revision(rs) > revision(best) {
			best = rs
		}
	}
	return best
}
