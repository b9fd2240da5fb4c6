package timeline

import (
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

// node adds what a Node records beside its conditions: when it fell silent, cordoning.
func (s *objectStory) node(n *corev1.Node) {
	for i := range n.Status.Conditions {
		c := &n.Status.Conditions[i]
		if c.Type == corev1.NodeReady && c.Status == corev1.ConditionUnknown {
			s.silence(n, c)
		}
	}
	if n.Spec.Unschedulable {
		s.put(Entry{At: s.s.Capture.Time, Precision: AtLeast, Kind: Lifecycle, Reason: "Cordoned",
			Text: "node is cordoned; since when is not recorded"})
	}
}

// silence says between which times the node stopped reporting: its last sign of life and when the control plane gave up on
// it. Leases move every 10 s, heartbeats of an idle node every 5 min only.
func (s *objectStory) silence(n *corev1.Node, ready *corev1.NodeCondition) {
	last := ready.LastHeartbeatTime.Time
	lease, _ := s.s.Find(loader.Ref{Kind: "Lease", Namespace: corev1.NamespaceNodeLease, Name: n.Name}).(*coordinationv1.Lease)
	if lease != nil && lease.Spec.RenewTime != nil && lease.Spec.RenewTime.After(last) {
		last = lease.Spec.RenewTime.Time
	}
	if last.Unix() <= 0 || !ready.LastTransitionTime.After(last) {
		return
	}
	s.put(Entry{At: last.UTC(), Until: ready.LastTransitionTime.UTC(), Precision: Between, Kind: Lifecycle, Reason: "StoppedReporting",
		Text: "node stopped reporting between its last sign of life and the verdict of the control plane"})
}
