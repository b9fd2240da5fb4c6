package rules

import (
	"cmp"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/scheduling"
	"github.com/podtriage/podtriage/loader"
)

// schedulingRules are the rules of this family, most specific first. Each unscheduled Pod has one cause, so their order among
// each other does not matter.
var schedulingRules = []*Rule{
	unschedulableRejected,
	unschedulableGated,
	unschedulableNoScheduler,
	rolloutOutgoing,
	unschedulableClaim,
	unschedulableVolumePlace,
	unschedulableVolumeCount,
	unschedulableVolumeInUse,
	unschedulableDevice,
	unschedulablePreempted,
	unschedulableTooBig,
	unschedulableNotOffered,
	unschedulableFragmented,
	unschedulableResource,
	unschedulablePodLimit,
	unschedulableHostPort,
	unschedulableAntiAffinity,
	unschedulableAffinity,
	unschedulableSpread,
	unschedulableTaint,
	unschedulableSelector,
	unschedulableCordoned,
	unschedulableNoNodes,
	unschedulableBinding,
	unschedulableOther,
}

// waiting is a Pod without a node, with what the scheduler said and what a replay of its filters says.
type waiting struct {
	*Pod
	text     string // the scheduler's message; the condition's, which is not cut, before the Event's
	said     message.Scheduler
	evidence []Evidence
	since    time.Time
	at       time.Time // of the message
	replay   *scheduling.Report
	near     *scheduling.Verdict // the node that is nearest to taking it; nil when no node is in the dump
	kind     message.ObstacleKind
	what     string // of the obstacle, word for word: "Insufficient cpu"; "" when only the replay tells
	detail   string // the resource, claim or taint that it names
}

// PodsOf returns the Pods of a workload, in the Snapshot's order.
func (c *Context) PodsOf(workload loader.Ref) []*Pod {
	return c.known.workloads.get(func() map[loader.Ref][]*Pod {
		out := map[loader.Ref][]*Pod{}
		for _, p := range c.Pods {
			out[p.Workload.Key()] = append(out[p.Workload.Key()], p)
		}
		return out
	})[workload.Key()]
}

// unplaced returns the Pods that have no node and should have one. It is made once for all rules.
func (c *Context) unplaced() []*waiting {
	return c.known.waiting.get(func() []*waiting {
		var out []*waiting
		for _, p := range c.Pods {
			if p.Spec.NodeName == "" && p.DeletionTimestamp == nil && !p.Healthy && len(p.Status.ContainerStatuses) == 0 &&
				(p.Status.Phase == corev1.PodPending || p.Status.Phase == "") {
				if w := c.wait(p); w != nil {
					out = append(out, w)
				}
			}
		}
		return out
	})
}

// wait collects what is known of one Pod; nil when nothing says that it waits for a node.
func (c *Context) wait(p *Pod) *waiting {
	w := &waiting{Pod: p, since: p.CreationTimestamp.UTC()}
	w.hear(c)
	if w.text == "" && p.Status.Phase == "" && len(p.Status.Conditions) == 0 {
		return nil // not a live Pod: a manifest, or one that nothing was written about
	}
	if len(c.Snapshot.Nodes) > 0 && !p.Recalled {
		w.replay = c.Cluster().Check(p.Pod)
		w.near = w.replay.Nearest()
	}
	w.decide()
	if w.text == "" && c.unheard(p) {
		w.kind = noScheduler
	}
	if name := c.failingClaim(p); name != "" && w.kind == message.OtherObstacle && w.what == "" {
		w.kind, w.detail = message.Unbound, name
	}
	if w.kind == message.OtherObstacle && w.what == "" && len(c.claimNotMade(p)) > 0 {
		w.kind = message.Device
	}
	if gated(p) {
		w.kind = message.Gate
	}
	if old, _ := c.leaves(w); old != nil {
		w.kind = outgoing
	} else if w.kind == message.Resource {
		if e, _ := c.preemption(p); e != nil {
			w.kind = preempted
		}
	}
	return w
}

// hear reads the condition PodScheduled and the newest Event of the scheduler.
func (w *waiting) hear(c *Context) {
	if cond := w.Condition(corev1.PodScheduled); cond != nil && cond.Status == corev1.ConditionFalse {
		w.text, w.at = cond.Message, cond.LastTransitionTime.UTC()
		if cond.LastTransitionTime.After(w.since) {
			w.since = cond.LastTransitionTime.UTC()
		}
		ev := c.PodField(w.Pod, "status.conditions[PodScheduled].message", cmp.Or(cond.Message, cond.Reason))
		ev.At = w.at
		w.evidence = append(w.evidence, ev)
	}
	var newest *loader.Event
	read := false
	for _, e := range w.Events {
		if e.Reason == "FailedScheduling" || e.Reason == "Scheduling failed" || e.Reason == "failedScheduling" || e.Reason == "SchedulingGated" {
			if _, ok := message.ParseScheduler(e.Message); ok || newest == nil || !read { // autoscalers write such Events too, in words of their own
				newest, read = e, ok
			}
		}
	}
	if newest == nil {
		w.said, _ = message.ParseScheduler(w.text)
		return
	}
	w.at = newest.Last
	if newest.First.Before(w.since) || len(w.evidence) == 0 {
		w.since = newest.First
	}
	if w.text == newest.Message {
		w.evidence = nil // the Event says the same and also how often
	}
	w.text = cmp.Or(w.text, newest.Message)
	w.evidence = append(w.evidence, c.EventEvidence(newest))
	w.said, _ = message.ParseScheduler(w.text)
}

// gated reports whether the Pod is not to be scheduled yet, which is by design.
func gated(p *Pod) bool {
	cond := p.Condition(corev1.PodScheduled)
	return len(p.Spec.SchedulingGates) > 0 || cond != nil && cond.Reason == corev1.PodReasonSchedulingGated
}

// filterOrder is how far a node got before it refused: the scheduler stops at the first filter that fails, so the reason of
// the latest filter is that of the nodes which came nearest to taking the Pod.
var filterOrder = []message.ObstacleKind{
	message.OtherObstacle, message.NodeCondition, message.NodeName, message.Cordon, message.Taint, message.Selector,
	message.PodCount, message.Resource, message.HostPort, message.VolumeInUse, message.VolumeCount, message.NoVolume, message.StorageSpace,
	message.VolumeZone, message.SpreadLabel, message.Spread, message.Affinity, message.AntiAffinity, message.Device,
}

// decide chooses the cause: what holds on every node, else what keeps the nearest node from taking the Pod, else the reason
// that was found latest.
func (w *waiting) decide() {
	switch {
	case len(w.said.Whole) > 0:
		w.choose(w.said.Whole[0])
	case w.text == "" || len(w.said.PerNode) == 0:
		w.decideAlone()
	default:
		w.choose(w.latest())
		w.preferNearest()
	}
}

func (w *waiting) choose(o message.Obstacle) { w.kind, w.what, w.detail = o.Kind, o.Text, o.Detail }

// decideAlone judges where the scheduler left no message that could be read.
func (w *waiting) decideAlone() {
	w.kind = message.OtherObstacle
	if w.replay == nil {
		return
	}
	if len(w.replay.Whole) > 0 {
		w.kind, w.detail = w.replay.Whole[0].Kind, w.replay.Whole[0].Object.Name
	} else if w.text == "" && w.near != nil && len(w.near.Failures) > 0 {
		w.kind = hardest(w.near.Failures).Kind
		w.detail = hardest(w.near.Failures).Resource
	}
}

func (w *waiting) latest() message.Obstacle {
	return slices.MaxFunc(w.said.PerNode, func(a, b message.Obstacle) int {
		return cmp.Compare(slices.Index(filterOrder, a.Kind), slices.Index(filterOrder, b.Kind))
	})
}

// preferNearest takes the nearest node's obstacle, if it is one that the scheduler named.
func (w *waiting) preferNearest() {
	if w.near == nil || len(w.near.Failures) == 0 || w.said.Nodes > len(w.replay.Verdicts) {
		return
	}
	f := hardest(w.near.Failures)
	for _, o := range w.said.PerNode {
		if o.Kind == f.Kind && (f.Kind != message.Resource || o.Detail == "" || o.Detail == f.Resource) {
			w.choose(o)
			return
		}
	}
}

// hardest is the failure that is furthest from being passed; the first of equals.
func hardest(list []scheduling.Failure) scheduling.Failure {
	best := list[0]
	for _, f := range list[1:] {
		if f.Distance > best.Distance {
			best = f
		}
	}
	return best
}

// stuck makes a Finding of each unscheduled Pod whose cause is of that kind; describe fills in the words, or says no.
func (c *Context) stuck(describe func(*Context, *waiting, *Finding) bool, kinds ...message.ObstacleKind) []Finding {
	var out []Finding
	for _, w := range c.unplaced() {
		if !slices.Contains(kinds, w.kind) {
			continue
		}
		f := Finding{Severity: Error, Confidence: Confirmed, Subject: w.Ref, Culprit: Culprit{Ref: w.Workload},
			Evidence: slices.Clone(w.evidence), First: w.since, Last: c.Now}
		if w.text == "" {
			f.Confidence = Likely
			f.Evidence = append(f.Evidence, c.PodField(w.Pod, "status.phase", string(w.Status.Phase)))
		}
		if !describe(c, w, &f) {
			continue
		}
		c.addNodes(w, &f)
		if f.Note == "" {
			f.Note = w.disagreement()
		}
		f.Unknown = append(f.Unknown, c.unreplayed(w)...)
		f.Next = append([]Step{describePod(w.Pod)}, f.Next...)
		out = append(out, f)
	}
	return out
}

// sinceText is when the Pod began to wait, for a sentence: " since 09:14:03Z".
func (w *waiting) sinceText() string {
	if w.since.IsZero() {
		return ""
	}
	return " since " + w.since.Format("2006-01-02 15:04:05Z")
}
