package rules

import (
	appsv1 "k8s.io/api/apps/v1"
)

var lintSingle = &Rule{
	ID:    "hygiene/single-replica",
	Title: "a Service stands on one Pod",
	Doc: `The workload behind the Service has one replica: each drain, eviction and crash is an outage. ` +
		`Run two or more where the program allows it.`,
	Detect: lintPods(singleReplica),
}

func singleReplica(c *Context, p *Pod) (string, []Evidence) {
	svc := c.serviceOf(p.Namespace, p.Labels)
	n, ok := c.replicasWanted(p)
	if svc == nil || !ok || n != 1 {
		return "", nil
	}
	return "has one replica, and Service " + svc.Name + " has no other Pod",
		[]Evidence{c.Field(p.Workload.Kind, c.Snapshot.Find(p.Workload), "spec.replicas", "1")}
}

// replicasWanted is how many replicas the Pod's Deployment or StatefulSet should have; false for other workloads and those not in the dump.
func (c *Context) replicasWanted(p *Pod) (int32, bool) {
	switch o := c.Snapshot.Find(p.Workload).(type) {
	case *appsv1.Deployment:
		return wantedReplicas(o.Spec.Replicas), true
	case *appsv1.StatefulSet:
		return wantedReplicas(o.Spec.Replicas), true
	}
	return 0, false
}
