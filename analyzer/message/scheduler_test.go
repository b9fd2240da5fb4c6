package message

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseScheduler(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       Scheduler
	}{
		{"1.34", `0/3 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint(s), 1 node(s) were unschedulable. no new claims to deallocate, preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.`, Scheduler{
			Nodes: 3,
			PerNode: []Obstacle{{Resource, 1, "Insufficient cpu", "cpu"}, {Taint, 1, "node(s) had untolerated taint(s)", ""},
				{Cordon, 1, "node(s) were unschedulable", ""}},
			Preemption: "0/3 nodes are available: 3 Preemption is not helpful for scheduling",
		}},
		{"1.34 whole", `0/2 nodes are available: persistentvolumeclaim "dash" not found. not found`, Scheduler{
			Nodes: 2, Whole: []Obstacle{{ClaimMissing, 0, `persistentvolumeclaim "dash" not found`, "dash"}},
		}},
		{"1.26 double dots", `0/12 nodes are available: 10 node(s) had untolerated taint {a.example.com/b: c}, 2 Insufficient nvidia.com/gpu. preemption: 0/12 nodes are available: 12 Preemption is not helpful for scheduling..`, Scheduler{
			Nodes: 12,
			PerNode: []Obstacle{{Taint, 10, "node(s) had untolerated taint {a.example.com/b: c}", "a.example.com/b: c"},
				{Resource, 2, "Insufficient nvidia.com/gpu", "nvidia.com/gpu"}},
			Preemption: "0/12 nodes are available: 12 Preemption is not helpful for scheduling",
		}},
		{"1.18 comma in the reason", `0/6 nodes are available: 3 node(s) had taint {node-role.kubernetes.io/master: }, that the pod didn't tolerate, 3 node(s) had volume node affinity conflict.`, Scheduler{
			Nodes: 6,
			PerNode: []Obstacle{
				{Taint, 3, "node(s) had taint {node-role.kubernetes.io/master: }, that the pod didn't tolerate", "node-role.kubernetes.io/master"},
				{VolumeZone, 3, "node(s) had volume node affinity conflict", ""},
			},
		}},
		{"1.27 verdict repeated per node", `0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling..`, Scheduler{
			Nodes: 3, Whole: []Obstacle{{Unbound, 0, "pod has unbound immediate PersistentVolumeClaims", ""}},
			Preemption: "0/3 nodes are available: 3 Preemption is not helpful for scheduling",
		}},
		{"1.9", `0/4 nodes are available: 1 PodToleratesNodeTaints, 2 MatchNodeSelector, 3 PodFitsHostPorts.`, Scheduler{
			Nodes: 4,
			PerNode: []Obstacle{{Taint, 1, "PodToleratesNodeTaints", ""}, {Selector, 2, "MatchNodeSelector", ""},
				{HostPort, 3, "PodFitsHostPorts", ""}},
		}},
		{"1.7", `No nodes are available that match all of the following predicates:: Insufficient memory (3), MatchNodeSelector (2).`, Scheduler{
			Nodes: -1, PerNode: []Obstacle{{Resource, 3, "Insufficient memory", "memory"}, {Selector, 2, "MatchNodeSelector", ""}},
		}},
		{"1.5", "pod (api-1) failed to fit in any node\nfit failure summary on nodes : CheckServiceAffinity (1), NoVolumeZoneConflict (2)",
			Scheduler{
				Nodes: -1, PerNode: []Obstacle{{Affinity, 1, "CheckServiceAffinity", ""}, {VolumeZone, 2, "NoVolumeZoneConflict", ""}},
			}},
		{"1.3", "pod (api-1) failed to fit in any node\nfit failure on node (n1): Node didn't have enough resource: CPU, requested: 600, used: 3510, capacity: 4000\nfit failure on node (n2): MatchNodeSelector\n", Scheduler{
			Nodes: 2,
			PerNode: []Obstacle{{Resource, 1, "Node didn't have enough resource: CPU, requested: 600, used: 3510, capacity: 4000", "cpu"},
				{Selector, 1, "MatchNodeSelector", ""}},
		}},
		{"1.1", "Failed for reason PodExceedsFreeMemory and possibly others", Scheduler{
			Nodes: -1, PerNode: []Obstacle{{Resource, 0, "PodExceedsFreeMemory", "memory"}},
		}},
		{"no nodes", "no nodes available to schedule pods",
			Scheduler{Nodes: -1, Whole: []Obstacle{{NoNodes, 0, "no nodes available to schedule pods", ""}}}},
		{"bind", `running PreBind plugin "VolumeBinding": binding volumes: context deadline exceeded`, Scheduler{
			Nodes: -1, Whole: []Obstacle{{BindFailed, 0, `running PreBind plugin "VolumeBinding": binding volumes: context deadline exceeded`, ""}},
		}},
		{"extender", "0/2 nodes are available: 2 example extender says no.",
			Scheduler{Nodes: 2, PerNode: []Obstacle{{OtherObstacle, 2, "example extender says no", ""}}}},
	} {
		got, ok := ParseScheduler(tt.text)
		if !ok {
			t.Errorf("%s: not understood", tt.name)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
	if s, ok := ParseScheduler("the moon is not right"); ok || s.Rest != "the moon is not right" {
		t.Errorf("unknown text: %+v %v", s, ok)
	}
}

func TestObstacleOf(t *testing.T) {
	for text, want := range map[string]ObstacleKind{
		"Too many pods": PodCount,
		"node(s) didn't match Pod's node affinity/selector":                                            Selector,
		"node(s) didn't match node selector":                                                           Selector,
		"node(s) didn't match the requested hostname":                                                  NodeName,
		"node(s) didn't match pod affinity rules":                                                      Affinity,
		"node(s) didn't match pod affinity/anti-affinity":                                              Affinity,
		"node(s) didn't match pod anti-affinity rules":                                                 AntiAffinity,
		"node(s) didn't satisfy existing pods anti-affinity rules":                                     AntiAffinity,
		"node(s) didn't match pod topology spread constraints":                                         Spread,
		"node(s) didn't match pod topology spread constraints (missing required label)":                SpreadLabel,
		"node(s) exceed max volume count":                                                              VolumeCount,
		"MaxEBSVolumeCount":                                                                            VolumeCount,
		"node(s) had no available disk":                                                                VolumeInUse,
		"node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode": VolumeInUse,
		"node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod": VolumeInUse,
		"node(s) had no available volume zone":                                                                          VolumeZone,
		"node(s) didn't match PersistentVolume's node affinity":                                                         VolumeZone,
		"node(s) didn't find available persistent volumes to bind":                                                      NoVolume,
		"node(s) did not have enough free storage":                                                                      StorageSpace,
		"node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)":                                     VolumeGone,
		"node(s) were not ready":                                                                                        NodeCondition,
		"NodeUnderDiskPressure":                                                                                         NodeCondition,
		"node(s) had taints that the pod didn't tolerate":                                                               Taint,
		"waiting for scheduling gates: [a.example.com/quota]":                                                           Gate,
		"cannot allocate all claims":                                                                                    Device,
		"minCount (3) cannot be satisfied: 1 scheduled, 1 remaining":                                                    Gang,
		"SchedulerPredicates failed due to PersistentVolumeClaim is not bound: \"data\", which is unexpected.":          Unbound,
		"pod has unbound PersistentVolumeClaims":                                                                        Unbound,
		"running \"VolumeBinding\" filter plugin: getting PVC \"a/b\": could not find v1.PersistentVolumeClaim \"a/b\"": ClaimMissing,
		"skip schedule deleting pod: a/b":                                                                               Deleting,
	} {
		if got := obstacleOf(text).Kind; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestParseRejection(t *testing.T) {
	for _, tt := range []struct {
		reason, text string
		want         Rejection
	}{
		{"OutOfcpu", "Pod was rejected: Node didn't have enough resource: cpu, requested: 48000, used: 156, capacity: 2000",
			Rejection{OutOf, "cpu", "48000", "156", "2000", "Node didn't have enough resource: cpu, requested: 48000, used: 156, capacity: 2000"}},
		{"MatchNodeSelector", "Pod Predicate MatchNodeSelector failed",
			Rejection{Kind: RejectedSelector, Text: "Predicate MatchNodeSelector failed"}},
		{"UnexpectedAdmissionError", "Pod Allocate failed due to no healthy devices present, which is unexpected",
			Rejection{Kind: RejectedDevice, Text: "Allocate failed due to no healthy devices present, which is unexpected"}},
		{"UnexpectedAdmissionError", "Pod was rejected: preemption: no set of running pods found to reclaim resources: [(res: pods, q: 1), ]",
			Rejection{Kind: OutOf, Resource: "pods", Text: "preemption: no set of running pods found to reclaim resources: [(res: pods, q: 1), ]"}},
		{"OutOfpods", "", Rejection{Kind: OutOf, Resource: "pods"}},
	} {
		got, ok := ParseRejection(tt.reason, tt.text)
		if d := cmp.Diff(tt.want, got); !ok || d != "" {
			t.Errorf("%s (-want +got): %v\n%s", tt.reason, ok, d)
		}
	}
	if _, ok := ParseRejection("Evicted", "The node was low on resource: memory. "); ok {
		t.Error("an eviction is not a rejection")
	}
}
