package change

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/loader"
)

// together is within which time nodes count as set up at once.
const together = 10 * time.Minute

// nodes finds what changed about nodes: added after the others, cordoned, tainted, rebooted, restarted kubelets, and what differs
// between two readings of one node.
func (f *finder) nodes() {
	var first time.Time
	for _, n := range f.s.Nodes {
		if at := n.CreationTimestamp.UTC(); first.IsZero() || at.Before(first) {
			first = at
		}
	}
	for _, n := range f.s.Nodes {
		if at := n.CreationTimestamp.UTC(); at.Sub(first) > together {
			f.node(n, Change{At: at, Text: "node added"})
		}
		for _, t := range n.Spec.Taints {
			if t.TimeAdded != nil && t.TimeAdded.Unix() > 0 {
				f.node(n, Change{At: t.TimeAdded.UTC(), Text: "taint " + t.ToString() + " added"})
			}
		}
		f.nodeVersions(n)
	}
	f.nodeEvents()
}

func (f *finder) node(n *corev1.Node, c Change) {
	c.Object, c.Kind = loader.RefOf("Node", n), Node
	c.Positions = append(c.Positions, f.s.Pos(n))
	f.out = append(f.out, c)
}

// nodeEvents reads cordons, reboots and restarts, of nodes that are gone too.
func (f *finder) nodeEvents() {
	for _, e := range f.s.Events {
		if e.Object.Kind != "Node" {
			continue
		}
		text := ""
		switch e.Reason {
		case "NodeNotSchedulable":
			text = "cordoned"
		case "NodeSchedulable":
			text = "uncordoned"
		case "Rebooted":
			text = "rebooted"
		case "Shutdown":
			text = "shut down"
		case "Starting":
			text = "kubelet started"
			if e.Component != "kubelet" {
				text = ""
			}
		case "RemovingNode":
			text = "node removed"
		}
		if text != "" {
			f.out = append(f.out, Change{Object: e.Object, Kind: Node, At: e.Last, Text: text, Positions: []loader.Position{e.Pos}})
		}
	}
}

// nodeVersions compares successive readings of one node. It changed between the last heartbeat of the older and that of the newer.
func (f *finder) nodeVersions(n *corev1.Node) {
	readings := append(append([]metav1.Object{}, f.s.Versions(loader.RefOf("Node", n))...), n)
	for i := 1; i < len(readings); i++ {
		old, ok1 := readings[i-1].(*corev1.Node)
		now, ok2 := readings[i].(*corev1.Node)
		if !ok1 || !ok2 || old.UID != now.UID {
			continue
		}
		c := Change{At: heartbeat(old), Until: heartbeat(now)}
		a, b := old.Status.NodeInfo, now.Status.NodeInfo
		for _, field := range []Field{
			{"kubelet", a.KubeletVersion, b.KubeletVersion}, {"container runtime", a.ContainerRuntimeVersion, b.ContainerRuntimeVersion},
			{"kernel", a.KernelVersion, b.KernelVersion}, {"OS image", a.OSImage, b.OSImage}, {"boot ID", a.BootID, b.BootID},
		} {
			if field.Old != field.New && field.Old != "" && field.New != "" {
				c.Text, c.Fields = field.Path+" "+field.Old+" -> "+field.New, []Field{field}
				f.node(now, c)
			}
		}
	}
}

func heartbeat(n *corev1.Node) time.Time {
	var last time.Time
	for _, c := range n.Status.Conditions {
		if c.LastHeartbeatTime.After(last) {
			last = c.LastHeartbeatTime.UTC()
		}
	}
	return last
}
