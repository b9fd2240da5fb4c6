package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/scheduling"
	"github.com/podtriage/podtriage/loader"
)

var rolloutOrdinal = &Rule{
	ID:    "rollout/statefulset-order",
	Title: "one Pod of the StatefulSet holds up the others",
	Doc: `With podManagementPolicy OrderedReady the controller makes, updates and removes Pods one after the other and waits until each is ready. One Pod that does not become ready holds up all
that come after it: they are missing, or stay at the old revision. Why that one Pod is not ready is the cause.

A trap: when a broken template made the Pod fail, putting the old template back is not enough. The controller still waits for the broken Pod to become ready; it must be deleted by hand.`,
	Detect: detectOrdinal,
}

func detectOrdinal(c *Context) []Finding {
	var out []Finding
	for _, s := range c.Snapshot.StatefulSets {
		want := replicas(s.Spec.Replicas)
		ref := loader.RefOf("StatefulSet", s)
		if int(s.Status.ReadyReplicas) >= want && s.Status.UpdateRevision == s.Status.CurrentRevision || s.DeletionTimestamp != nil {
			continue
		}
		blocker, missing := c.blocker(ref, s, want)
		if blocker == nil {
			if behind := int(s.Status.ReadyReplicas) < want &&
				!c.settling(s.CreationTimestamp.Time, s.Generation, s.Status.ObservedGeneration) &&
				s.Status.UpdateRevision == s.Status.CurrentRevision; behind && c.podsUnknown(ref) {
				f := c.behind(ref, Culprit{Ref: ref, Field: "status.readyReplicas"}, int(s.Status.ReadyReplicas), want)
				f.Evidence = []Evidence{c.Field("StatefulSet", s, "status.readyReplicas", fmt.Sprintf("%d of %d", s.Status.ReadyReplicas, want))}
				out = append(out, f)
			}
			continue
		}
		out = append(out, c.heldUp(s, want, blocker, missing))
	}
	return out
}

// heldUp says that the StatefulSet waits for one Pod.
func (c *Context) heldUp(s *appsv1.StatefulSet, want int, blocker *Pod, missing []string) Finding {
	f := Finding{Severity: Error, Confidence: Confirmed, Symptom: true, Subject: loader.RefOf("StatefulSet", s),
		Affected: []loader.Ref{blocker.Ref}, Culprit: Culprit{Ref: blocker.Ref},
		Title: fmt.Sprintf("%d of %d Pods ready", s.Status.ReadyReplicas, want),
		Cause: fmt.Sprintf("StatefulSet %s has %d of %d Pods ready: Pod %s is not (%s).",
			s.Name, s.Status.ReadyReplicas, want, blocker.Name, blocker.Row.Status),
		Evidence: []Evidence{c.Field("StatefulSet", s, "status.readyReplicas", fmt.Sprintf("%d of %d", s.Status.ReadyReplicas, want)),
			c.StatusColumn(blocker)},
		Next: []Step{describePod(blocker)}}
	if s.Spec.PodManagementPolicy != appsv1.ParallelPodManagement {
		f.Title += "; " + blocker.Name + " holds up the others"
		f.Cause += " With podManagementPolicy OrderedReady nothing after it goes on"
		if len(missing) > 0 {
			f.Cause += ": " + Enumerate(missing, 4) + " not made"
		}
		f.Cause += "."
	}
	if s.Status.UpdateRevision != s.Status.CurrentRevision &&
		blocker.Labels[appsv1.ControllerRevisionHashLabelKey] != s.Status.UpdateRevision &&
		blocker.Labels[appsv1.ControllerRevisionHashLabelKey] != "" {
		f.Note = "Pod " + blocker.Name + " is of an older revision than the template: the controller waits for it to become ready " +
			"and will not replace it; delete it by hand once the template is right"
	}
	return f
}

// blocker returns the unhealthy Pod with the lowest ordinal, and the names of Pods that do not exist.
func (c *Context) blocker(ref loader.Ref, s *appsv1.StatefulSet, want int) (*Pod, []string) {
	byName := map[string]*Pod{}
	for _, p := range c.PodsOf(ref) {
		byName[p.Name] = p
	}
	if len(byName) == 0 {
		return nil, nil
	}
	first := 0
	if s.Spec.Ordinals != nil {
		first = int(s.Spec.Ordinals.Start)
	}
	var found *Pod
	var missing []string
	for i := first; i < first+min(want, 1000); i++ {
		name := s.Name + "-" + strconv.Itoa(i)
		p := byName[name]
		if p == nil {
			missing = append(missing, name)
		} else if !p.Healthy && found == nil {
			found = p
		}
	}
	return found, missing
}

var rolloutDaemon = &Rule{
	ID:    "rollout/daemonset-gap",
	Title: "nodes lack their Pod of a DaemonSet",
	Doc: `The DaemonSet wants a Pod on more nodes than have one that is available. The nodes are named. Usually the cause is the Pod's own (it crashes, it does not fit on the node) or the node's
(not ready). A node that the DaemonSet does not want, for its taints or labels, is not a gap.`,
	Detect: detectDaemonGap,
}

func detectDaemonGap(c *Context) []Finding {
	var out []Finding
	for _, d := range c.Snapshot.DaemonSets {
		st := d.Status
		ref := loader.RefOf("DaemonSet", d)
		if st.NumberAvailable >= st.DesiredNumberScheduled && st.CurrentNumberScheduled >= st.DesiredNumberScheduled ||
			d.DeletionTimestamp != nil {
			continue
		}
		without, failing := c.daemonNodes(d, ref)
		affected := c.unhealthyOf(ref)
		if len(without) == 0 && len(affected) == 0 { // a rollout on its way, or the Pods are not in the dump
			updated := st.UpdatedNumberScheduled >= st.DesiredNumberScheduled || st.UpdatedNumberScheduled == 0 // old versions do not count them
			if updated && !c.settling(d.CreationTimestamp.Time, d.Generation, st.ObservedGeneration) && c.podsUnknown(ref) {
				f := c.behind(ref, Culprit{Ref: ref, Field: "status.numberUnavailable"}, int(st.NumberAvailable), int(st.DesiredNumberScheduled))
				f.Evidence = []Evidence{c.Field("DaemonSet", d, "status", fmt.Sprintf("desired %d, scheduled %d, available %d",
					st.DesiredNumberScheduled, st.CurrentNumberScheduled, st.NumberAvailable))}
				out = append(out, f)
			}
			continue
		}
		f := c.daemonGap(d, without, failing)
		f.Affected = affected
		out = append(out, f)
	}
	return out
}

// daemonGap names the nodes without a Pod of the DaemonSet and those whose Pod is failing.
func (c *Context) daemonGap(d *appsv1.DaemonSet, without, failing []string) Finding {
	st := d.Status
	ref := loader.RefOf("DaemonSet", d)
	f := Finding{Severity: Error, Confidence: Confirmed, Symptom: true, Subject: ref,
		Culprit: Culprit{Ref: ref, Field: "status.numberUnavailable"},
		Title:   fmt.Sprintf("%d of %d Pods available", st.NumberAvailable, st.DesiredNumberScheduled),
		Evidence: []Evidence{c.Field("DaemonSet", d, "status", fmt.Sprintf("desired %d, scheduled %d, available %d, misscheduled %d",
			st.DesiredNumberScheduled, st.CurrentNumberScheduled, st.NumberAvailable, st.NumberMisscheduled))},
		Next: []Step{{Kind: Ask, Text: "the DaemonSet's state and Events", Command: Kubectl(d.Namespace, "describe daemonset %s", d.Name)}}}
	var parts []string
	if len(failing) > 0 {
		parts = append(parts, "it is not ready on "+Enumerate(failing, 5))
	}
	if len(without) > 0 {
		parts = append(parts, Enumerate(without, 5)+" has none")
		for _, name := range without[:min(len(without), 3)] {
			f.Evidence = append(f.Evidence, c.Field("Node", c.Cluster().Node(name).Node, "metadata.name", name))
		}
	}
	f.Cause = fmt.Sprintf("DaemonSet %s is available on %d of %s: %s.", d.Name, st.NumberAvailable,
		Count(int(st.DesiredNumberScheduled), "node"), strings.Join(parts, "; "))
	return f
}

// daemonNodes names the nodes that should have a Pod of the DaemonSet and have none, and those whose Pod is not healthy.
func (c *Context) daemonNodes(d *appsv1.DaemonSet, ref loader.Ref) (without, failing []string) {
	on := map[string]bool{}
	for _, p := range c.PodsOf(ref) {
		name := cmp.Or(p.Spec.NodeName, pinnedNode(p.Pod))
		on[name] = true
		if !p.Healthy {
			failing = append(failing, cmp.Or(name, p.Name))
		}
	}
	if len(on) == 0 || int(d.Status.CurrentNumberScheduled) >= int(d.Status.DesiredNumberScheduled) {
		return nil, failing
	}
	probe := &corev1.Pod{ObjectMeta: *d.Spec.Template.ObjectMeta.DeepCopy(), Spec: *d.Spec.Template.Spec.DeepCopy()}
	probe.Namespace, probe.Name = d.Namespace, d.Name+"-?"
	probe.Spec.Tolerations = append(probe.Spec.Tolerations, daemonTolerations...)
	for _, v := range c.Cluster().Check(probe).Verdicts {
		refuses := slices.ContainsFunc(v.Failures, func(f scheduling.Failure) bool {
			return f.Kind == message.Taint || f.Kind == message.Selector
		})
		if !refuses && !on[v.Node.Name] {
			without = append(without, v.Node.Name)
		}
	}
	return without, failing
}

// daemonTolerations are those that the controller adds to every Pod of a DaemonSet (pkg/controller/daemon/util, v1.37).
var daemonTolerations = []corev1.Toleration{
	{Key: corev1.TaintNodeNotReady, Operator: corev1.TolerationOpExists},
	{Key: corev1.TaintNodeUnreachable, Operator: corev1.TolerationOpExists},
	{Key: corev1.TaintNodeDiskPressure, Operator: corev1.TolerationOpExists},
	{Key: corev1.TaintNodeMemoryPressure, Operator: corev1.TolerationOpExists},
	{Key: corev1.TaintNodePIDPressure, Operator: corev1.TolerationOpExists},
	{Key: corev1.TaintNodeUnschedulable, Operator: corev1.TolerationOpExists},
}

// pinnedNode is the node that the controller made a Pod of a DaemonSet for.
func pinnedNode(p *corev1.Pod) string {
	a := p.Spec.Affinity
	if a == nil || a.NodeAffinity == nil || a.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
		return ""
	}
	for _, t := range a.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms {
		for _, f := range t.MatchFields {
			if f.Key == "metadata.name" && len(f.Values) == 1 {
				return f.Values[0]
			}
		}
	}
	return ""
}

// settling reports whether the workload is young, or its controller has not yet seen its newest spec.
func (c *Context) settling(created time.Time, generation, observed int64) bool {
	return observed < generation || !c.timeless() && (c.Now.IsZero() || c.Now.Sub(created) < mayCreate)
}

// podsUnknown reports whether the dump holds none of the workload's Pods and cannot tell that there are none.
func (c *Context) podsUnknown(workload loader.Ref) bool {
	return len(c.PodsOf(workload)) == 0 && !c.Snapshot.Coverage.Collected("Pod", workload.Namespace)
}

// behind is the Finding about a workload that has fewer Pods than it wants, where the dump does not hold them.
func (c *Context) behind(ref loader.Ref, culprit Culprit, have, want int) Finding {
	f := Finding{Severity: Error, Confidence: Likely, Symptom: true, Subject: ref, Culprit: culprit, Last: c.Now,
		Title:   fmt.Sprintf("%d of %d Pods available", have, want),
		Cause:   fmt.Sprintf("%s %s has %d of %s available, and no rollout is under way.", ref.Kind, ref.Name, have, Count(want, "Pod")),
		Unknown: []string{"why: its Pods are not in the dump"},
		Next:    []Step{{Kind: Ask, Text: "its Pods", Command: Kubectl(ref.Namespace, "get pods -o yaml")}}}
	if c.timeless() {
		f.Severity, f.Confidence = Warning, Possible
		f.Unknown = append(f.Unknown, howLong)
	}
	return f
}
