package rules

import (
	"fmt"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var nodeStale = &Rule{
	ID:    "node-lost/stale",
	Title: "Node counts as ready and has stopped reporting",
	Doc: `The Ready condition is still True, and the node's last sign of life is far behind those of the other nodes: its lease, which the kubelet renews every 10 seconds, by more than two minutes, or,
without leases, the heartbeat of its conditions, which moves every 5 minutes, by more than 15.

How it is told apart: the node is compared with what stands in the same file, which was read at one moment, never with a clock; so nothing is said about a cluster of one node. A node whose loss the control
plane has noticed has Ready Unknown and is another rule.

Readings: the node has just been lost, and the Node objects were saved before that was noticed; the controller manager does not run, so nobody notices; or the node's clock is behind.

What to do: see whether the machine is up, and whether the node is NotReady by now.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			if r := nodeReady(n); r == nil || r.Status != corev1.ConditionTrue || len(c.clockBehind(n.Name)) > 0 {
				continue
			}
			if f, ok := c.staleLease(n); ok {
				out = append(out, f)
			} else if f, ok := c.staleHeartbeat(n); ok {
				out = append(out, f)
			}
		}
		return out
	},
}

// How far a sign of life may be behind the newest of its kind. The lease counts as expired after 40 seconds, heartbeats are
// written every five minutes.
const (
	leaseBehind     = 2 * time.Minute
	heartbeatBehind = 15 * time.Minute
)

func (c *Context) staleLease(n *corev1.Node) (Finding, bool) {
	lease, ok := c.Snapshot.Find(loader.Ref{Kind: "Lease", Namespace: corev1.NamespaceNodeLease, Name: n.Name}).(*coordinationv1.Lease)
	if !ok || lease.Spec.RenewTime == nil || lease.Spec.RenewTime.Unix() <= 0 {
		return Finding{}, false
	}
	file := c.Snapshot.Pos(lease).File
	var newest time.Time
	for _, l := range c.Snapshot.Leases {
		if t := l.Spec.RenewTime; t != nil && c.Snapshot.Pos(l).File == file && t.After(newest) {
			newest = t.UTC()
		}
	}
	last := lease.Spec.RenewTime.UTC()
	if newest.Sub(last) <= leaseBehind {
		return Finding{}, false
	}
	ev := c.Field("Lease", lease, "spec.renewTime", last.Format(time.RFC3339))
	ev.At = last
	return c.stale(n, last, fmt.Sprintf("its lease was renewed %s last, and the newest lease beside it is of %s",
		clock(last), clock(newest)), ev), true
}

func (c *Context) staleHeartbeat(n *corev1.Node) (Finding, bool) {
	if len(c.Snapshot.Leases) > 0 {
		return Finding{}, false
	}
	file, last := c.Snapshot.Pos(n).File, realTime(nodeReady(n).LastHeartbeatTime.Time)
	var newest time.Time
	for _, o := range c.Snapshot.Nodes {
		if r := nodeReady(o); r != nil && c.Snapshot.Pos(o).File == file && r.LastHeartbeatTime.After(newest) {
			newest = r.LastHeartbeatTime.UTC()
		}
	}
	if last.IsZero() || newest.Sub(last) <= heartbeatBehind {
		return Finding{}, false
	}
	ev := c.Field("Node", n, "status.conditions[Ready].lastHeartbeatTime", last.Format(time.RFC3339))
	ev.At = last
	return c.stale(n, last, fmt.Sprintf("its last heartbeat is of %s, and the newest of another node is of %s",
		clock(last), clock(newest)), ev), true
}

func (c *Context) stale(n *corev1.Node, last time.Time, how string, ev Evidence) Finding {
	f := c.nodeFinding(n, "has stopped reporting, and still counts as ready",
		fmt.Sprintf("Node %s is Ready, but %s. It has just been lost, or nobody watches it since the controller manager does not run, "+
			"or its clock is behind.", n.Name, how),
		[]Evidence{ev, c.nodeCondition(n, *nodeReady(n))})
	f.Confidence, f.Culprit.Field, f.First, f.Last = Possible, "status.conditions[Ready]", last, c.Now
	f.Unknown = []string{"which of the three it is: the state of the node a minute after the dump tells"}
	f.Next = append(f.Next, Step{Kind: Ask, Text: "the nodes and their leases, once more", Command: "kubectl get nodes,leases -A"})
	return f
}
