package rules

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// A recalled Pod is one that only Events know: somebody saved the Events of a namespace and not its Pods, or the Pod is gone
// and its eviction is still told. Its state is what its Events say last; fields that no Event tells are empty, and what a
// rule reads from them is no evidence (see Run).

// recall adds views of Pods that only Events know and that had trouble. Where the dump holds Pods of the namespace, the
// others are gone: then only an eviction is worth a word.
func (c *Context) recall() {
	var order []loader.Ref
	newest := map[loader.Ref]*loader.Event{}
	for _, e := range c.Snapshot.Events {
		k := e.Object.Key()
		if e.Object.Kind != "Pod" || e.Object.Name == "" || c.byKey[k] != nil {
			continue
		}
		if newest[k] == nil {
			order = append(order, k)
		}
		if newest[k] == nil || !e.Last.Before(newest[k].Last) {
			newest[k] = e
		}
	}
	slices.SortFunc(order, loader.Ref.Compare)
	for _, k := range order {
		k.UID = newest[k].Object.UID
		events := c.Snapshot.EventsOf(k)
		if c.Snapshot.Lookup(k) == loader.Absent || len(c.Snapshot.PodsIn(k.Namespace)) > 0 {
			events = evictedEvents(events)
		}
		if slices.ContainsFunc(events, troubling) {
			v := c.recalled(k, events)
			c.Pods = append(c.Pods, v)
			c.byKey[k.Key()] = v
		}
	}
}

func evictedEvents(events []*loader.Event) []*loader.Event {
	return slices.DeleteFunc(slices.Clone(events), func(e *loader.Event) bool { return e.Reason != "Evicted" })
}

// troubling reports whether the Event tells of a failure; back-offs of pulls and kills by probes are Normal ones.
func troubling(e *loader.Event) bool {
	return e.Warning() || e.Reason == "BackOff" || e.Reason == "Killing" && message.ParseKill(e.Message) != message.KillStop
}

func (c *Context) recalled(r loader.Ref, events []*loader.Event) *Pod {
	p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: r.Namespace, Name: r.Name, UID: r.UID, OwnerReferences: c.creator(r)}}
	p.CreationTimestamp = metav1.NewTime(events[0].First)
	p.Status.Phase = corev1.PodPending
	byTime := slices.Clone(events)
	slices.SortStableFunc(byTime, func(a, b *loader.Event) int { return cmp.Or(a.Last.Compare(b.Last), a.First.Compare(b.First)) })
	for _, e := range byTime {
		recallPod(p, e)
		recallContainer(p, e)
	}
	p.Status.Conditions = c.recalledReady(p, byTime)
	v := c.view(p)
	v.Recalled, v.Events = true, events
	v.Healthy = c.healthy(v)
	return v
}

// creator is the controller that an Event says made the Pod.
func (c *Context) creator(r loader.Ref) []metav1.OwnerReference {
	for _, e := range c.Snapshot.Events {
		if strings.EqualFold(e.Reason, "SuccessfulCreate") && e.Object.Namespace == r.Namespace &&
			(strings.TrimPrefix(e.Message, "Created pod: ") == r.Name || strings.HasPrefix(e.Message, "create Pod "+r.Name+" in ")) {
			yes := true
			return []metav1.OwnerReference{{Kind: e.Object.Kind, Name: e.Object.Name, UID: e.Object.UID, Controller: &yes}}
		}
	}
	return nil
}

// recallPod reads what the Event tells of the Pod as a whole.
func recallPod(p *corev1.Pod, e *loader.Event) {
	switch {
	case e.Reason == "Scheduled" || e.Reason == "scheduled":
		if _, node, ok := strings.Cut(e.Message, " to "); ok {
			p.Spec.NodeName = strings.TrimSpace(node)
		}
	case e.Component == "kubelet" && e.Host != "":
		p.Spec.NodeName = e.Host
	}
	if e.Reason == "Evicted" {
		p.Status.Phase = corev1.PodFailed
	}
	if _, refused := message.ParseRejection(e.Reason, e.Message); refused && e.Component == "kubelet" && e.Warning() {
		p.Status.Phase, p.Status.Reason, p.Status.Message = corev1.PodFailed, e.Reason, e.Message
	}
}

// recalledImage finds the image in the texts of pulls.
var recalledImage = regexp.MustCompile(`(?i)image \\?"([^"\\]+)\\?"|Error: image ([\w./:@-]+) not found|image pull failed for ([\w./:@-]+?),`)

// recallContainer brings the container that the Event is about to the state that it tells.
func recallContainer(p *corev1.Pod, e *loader.Event) {
	if strings.EqualFold(e.Reason, "FailedSync") {
		for _, s := range message.ParseSync(e.Message) {
			if s.Container != "POD" { // the sandbox, in the words of old kubelets
				recalledStatus(p, e, s.Container).State = corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: s.Reason}}
			}
		}
		return
	}
	name := e.Container()
	if name == "" && e.Reason == "Killing" {
		name = message.KilledContainer(e.Message)
	}
	if name != "" {
		recallState(p, e, recalledStatus(p, e, name))
	}
}

// recalledStatus is the status of the container that the Event is about, made where no earlier Event named it.
func recalledStatus(p *corev1.Pod, e *loader.Event, name string) *corev1.ContainerStatus {
	specs, statuses := &p.Spec.Containers, &p.Status.ContainerStatuses
	if strings.HasPrefix(e.FieldPath, "spec.initContainers") {
		specs, statuses = &p.Spec.InitContainers, &p.Status.InitContainerStatuses
	}
	i := slices.IndexFunc(*specs, func(c corev1.Container) bool { return c.Name == name })
	if i < 0 {
		i = len(*specs)
		*specs = append(*specs, corev1.Container{Name: name})
		*statuses = append(*statuses, corev1.ContainerStatus{Name: name})
	}
	if m := recalledImage.FindStringSubmatch(e.Message); m != nil {
		(*specs)[i].Image = m[1] + m[2] + m[3]
	}
	return &(*statuses)[i]
}

func recallState(p *corev1.Pod, e *loader.Event, s *corev1.ContainerStatus) {
	wait := func(reason string) {
		s.State = corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: reason}}
	}
	switch e.Reason {
	case "Pulling", "Pulled", "Created", "pulling", "pulled", "created":
		wait("ContainerCreating")
	case "Started", "started":
		s.State = corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: metav1.NewTime(e.Last)}}
		s.RestartCount = max(s.RestartCount, int32(e.Count)-1)
		p.Status.Phase = corev1.PodRunning
	case "Unhealthy", "unhealthy":
		recallRunning(p, s, e.First)
	case "Killing", "killing":
		if message.ParseKill(e.Message) != message.KillStop {
			s.RestartCount = max(s.RestartCount, int32(e.Count))
			recallRunning(p, s, e.Last)
		}
	case "BackOff", "Backoff":
		wait("CrashLoopBackOff")
		if isPullRecord(record{reason: e.Reason, text: e.Message}) {
			wait("ImagePullBackOff")
		}
	case "Failed", "failed", "InspectFailed", "ErrImageNeverPull":
		wait(recalledFailure(e))
	}
}

// recallRunning takes a container that was probed, or killed to be started again, for a running one.
func recallRunning(p *corev1.Pod, s *corev1.ContainerStatus, since time.Time) {
	r, w := s.State.Running, s.State.Waiting
	if r != nil && r.StartedAt.Time.Before(since) || r == nil && (w == nil || w.Reason == "ContainerCreating") {
		s.State = corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: metav1.NewTime(since)}}
		p.Status.Phase = corev1.PodRunning
	}
}

// recalledFailure is the waiting reason that goes with a Failed Event.
func recalledFailure(e *loader.Event) string {
	if isPullRecord(record{reason: e.Reason, text: strings.TrimPrefix(e.Message, "Error: ")}) || e.Reason == "ErrImageNeverPull" {
		return "ErrImagePull"
	}
	if _, config := message.ParseConfig(e.Reason, e.Message); config {
		return "CreateContainerConfigError"
	}
	return "CreateContainerError"
}

// recallProbe is how long a failed probe speaks for the present: the kubelet writes at least one Event in five minutes for a
// probe that goes on failing.
const recallProbe = 6 * time.Minute

// recalledReady is the condition Ready: the Pod serves if all its containers run and no probe failed of late.
func (c *Context) recalledReady(p *corev1.Pod, events []*loader.Event) []corev1.PodCondition {
	ready := len(p.Spec.Containers) > 0
	for i := range p.Status.ContainerStatuses {
		s := &p.Status.ContainerStatuses[i]
		s.Ready = s.State.Running != nil
		for _, e := range events {
			failed := strings.EqualFold(e.Reason, "Unhealthy") && (e.Container() == s.Name || e.Container() == "") && c.Now.Sub(e.Last) < recallProbe
			if s.Ready && failed && !e.Last.Before(s.State.Running.StartedAt.Time) {
				s.Ready = false
			}
		}
		ready = ready && s.Ready
	}
	if !ready {
		return nil
	}
	return []corev1.PodCondition{{Type: corev1.PodReady, Status: corev1.ConditionTrue}}
}

// onlyEvents is what a Finding about a recalled Pod cannot know.
const onlyEvents = "how the Pod stands: the dump holds its Events, not the Pod"

// honest takes from a Finding about a recalled Pod what rules read from fields that no Event tells, and says so.
func (c *Context) honest(f *Finding) {
	p := c.Pod(f.Subject)
	if p == nil || !p.Recalled {
		return
	}
	f.Evidence = slices.DeleteFunc(slices.Clone(f.Evidence), func(e Evidence) bool { return e.File == "" && e.Object == p.Ref.String() })
	f.Unknown = append(slices.Clone(f.Unknown), onlyEvents)
	if f.Confidence == Confirmed {
		f.Confidence = Likely
	}
	if p.Workload.Kind == "Pod" { // what made the Pod is not known, so neither is what to change
		f.Next = noFix(f.Next)
	}
}
