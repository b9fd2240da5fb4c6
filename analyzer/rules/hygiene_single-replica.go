package rules

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
func (c *Context) replicasWanted(p *Pod) (int, bool) {
	_, want, ok := ReplicasOf(c.Snapshot.Find(p.Workload))
	return want, ok && (p.Workload.Kind == "Deployment" || p.Workload.Kind == "StatefulSet")
}
