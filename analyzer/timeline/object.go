package timeline

import (
	"time"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/loader"
)

// objectStory is the timeline of any object but a Pod while it is made. What a workload, a node and a claim record differs in
// their conditions only.
type objectStory struct {
	*builder
	ref loader.Ref
	pos loader.Position
}

// objectTimeline merges what is known of an object that is not a Pod; o is nil where only Events know it.
func (b *builder) objectTimeline(key loader.Ref, o metav1.Object) Timeline {
	b.list = b.list[:0]
	s := &objectStory{builder: b, ref: key}
	owner := teller(b.told[key])
	if o != nil {
		owner, _ = loader.Controller(o)
		s.ref.UID = o.GetUID()
		s.object(o)
		for _, v := range b.s.Versions(key) {
			s.earlier(v)
		}
	}
	for _, t := range b.told[key] {
		s.tale(t)
	}
	events := b.s.EventsOf(key)
	told := map[loader.Position]bool{}
	for _, e := range events {
		s.put(s.event(e))
		told[e.Pos] = true
	}
	for _, c := range b.change[key] {
		if len(c.Positions) == 0 || !told[c.Positions[0]] { // else an Event tells it itself
			s.put(changeEntry(c, c.Text))
		}
	}
	if k, ok := b.skews[key.Name]; ok && key.Kind == "Node" {
		s.put(k.entry())
	}
	return Timeline{Object: s.ref, Owner: owner, Entries: b.list.sorted()}
}

func (s *objectStory) put(e Entry) {
	if e.File == "" {
		e.File, e.Line = s.pos.File, s.pos.Line
	}
	s.list.add(e)
}

// event adds a word where an Event is about an earlier object of this name.
func (s *objectStory) event(ev *loader.Event) Entry {
	e := eventEntry(ev)
	uid := ev.Object.UID
	if uid != "" && s.ref.UID != "" && uid != s.ref.UID && !(s.ref.Kind == "Node" && string(uid) == s.ref.Name) {
		e.Text = "(an earlier " + s.ref.Kind + " of this name) " + e.Text
	}
	return e
}

func (s *objectStory) object(o metav1.Object) {
	s.pos = s.s.Pos(o)
	created := o.GetCreationTimestamp()
	if created.Unix() > 0 {
		s.put(Entry{At: created.UTC(), Precision: Exact, Kind: Lifecycle, Reason: "Created", Text: s.ref.Kind + " created"})
	}
	if at := loader.DeletionAsked(o); !at.IsZero() {
		s.put(Entry{At: at.UTC(), Precision: Exact, Kind: Lifecycle, Reason: "DeletionRequested", Text: "deletion requested"})
	}
	s.states(o)
}

// earlier adds the conditions of an older version that the newest no longer shows.
func (s *objectStory) earlier(o metav1.Object) {
	if o.GetUID() != s.ref.UID {
		return
	}
	newest := s.pos
	s.pos = s.s.Pos(o)
	before := len(s.list)
	s.states(o)
	s.pos = newest
	kept := s.list[:before]
	for _, e := range s.list[before:] {
		if !kept.has(&e.Entry) {
			kept = append(kept, e)
		}
	}
	s.list = kept
}

// tale adds what the owner's Event says of this object.
func (s *objectStory) tale(t told) {
	owner := t.event.Object.Kind + " " + t.event.Object.Name
	e := Entry{At: t.at, Precision: Exact, Kind: Lifecycle, File: t.event.Pos.File, Line: t.event.Pos.Line}
	switch t.verb {
	case "created":
		e.Reason, e.Text = "Created", s.ref.Kind+" created by "+owner
	case "deleted":
		e.Reason, e.Text = "DeletionRequested", "deletion requested by "+owner
	default:
		e.Kind, e.Reason, e.Text = Event, t.event.Reason, t.event.Message
	}
	for i := range s.list {
		if o := &s.list[i].Entry; o.Kind == Lifecycle && o.Reason == e.Reason && near(o.At, e.At) {
			return
		}
	}
	s.put(e)
}

// states adds the conditions and the times that a status keeps.
func (s *objectStory) states(o metav1.Object) {
	for c := range loader.Conditions(o) {
		s.condition(c)
	}
	switch o := o.(type) {
	case *corev1.Node:
		s.node(o)
	case *batchv1.Job:
		s.stamp(o.Status.StartTime, "Started", "Job started")
		s.stamp(o.Status.CompletionTime, "Completed", "Job completed")
	case *batchv1.CronJob:
		s.stamp(o.Status.LastScheduleTime, "Scheduled", "last scheduled a Job")
		s.stamp(o.Status.LastSuccessfulTime, "Succeeded", "last Job that succeeded ended")
	case *autoscalingv2.HorizontalPodAutoscaler:
		s.stamp(o.Status.LastScaleTime, "Scaled", "last scaled its target")
	}
}

// condition adds the transition and, of a Deployment, the last update, from which on the reason and the message stand there: at a
// transition long before they may have been others.
func (s *objectStory) condition(c loader.Condition) {
	if s.ref.Kind != "Deployment" || near(c.Written, c.Since) || c.Written.Before(c.Since) {
		s.transition(c, c.Since)
		return
	}
	s.transition(loader.Condition{Type: c.Type, Status: c.Status}, c.Since)
	s.transition(c, c.Written)
}

func (s *objectStory) transition(c loader.Condition, at time.Time) {
	if at.Unix() <= 0 {
		return
	}
	text := c.Type + " " + c.Status
	if c.Message != "" {
		text += ": " + c.Message
	}
	s.put(Entry{At: at.UTC(), Precision: Exact, Kind: Condition, Condition: c.Type, To: c.Status, Reason: c.Reason, Text: text})
}

func (s *objectStory) stamp(at *metav1.Time, reason, text string) {
	if at != nil && at.Unix() > 0 {
		s.put(Entry{At: at.UTC(), Precision: Exact, Kind: Lifecycle, Reason: reason, Text: text})
	}
}
