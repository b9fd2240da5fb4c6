package loader

import (
	"cmp"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/loader/decode"
)

// Event is a core/v1 or events.k8s.io/v1 Event in one shape, times in UTC.
//
// An Event that repeats is a span: First and Last are known, the Count-2 occurrences between them have no time.
type Event struct {
	Ref     Ref // the Event object itself
	Type    string
	Reason  string
	Message string

	Object    Ref    // the object it is about
	FieldPath string // such as spec.containers{app}; empty when it is about the whole object
	Related   Ref

	Component string // source.component or reportingController
	Host      string // source.host, or reportingInstance where it names a node

	First time.Time // firstTimestamp, eventTime or creationTimestamp, the first that is set
	Last  time.Time // series.lastObservedTime, lastTimestamp or First
	Count int       // at least 1

	Created time.Time // metadata.creationTimestamp: the API server's clock, not the reporter's
	Pos     Position
}

// Container returns the container named by the field path, or "".
func (e *Event) Container() string {
	_, rest, ok := strings.Cut(e.FieldPath, "{")
	if !ok {
		return ""
	}
	return strings.TrimSuffix(rest, "}")
}

// Source is who wrote it, as kubectl prints it: the component, and its node if it is of one.
func (e *Event) Source() string {
	if e.Host == "" {
		return e.Component
	}
	return e.Component + ", " + e.Host
}

// Warning reports whether the Event's type is Warning.
func (e *Event) Warning() bool { return e.Type == "Warning" }

// recorded is an Event on its way into the Snapshot; the object it was decoded from is three times as large.
type recorded struct {
	metav1.ObjectMeta
	event *Event
}

// same reports whether two readings say the same, wherever they stood.
func (e *Event) same(other *Event) bool {
	x, y := *e, *other
	x.Pos, y.Pos = Position{}, Position{}
	return x == y
}

// newEvent brings both Event APIs into one shape (K8S: core/v1 and events.k8s.io/v1 types.go, v1.37).
func newEvent(e *decode.Event, pos Position) *Event {
	obj := e.InvolvedObject
	if obj.Name == "" {
		obj = e.Regarding
	}
	source := e.Source
	if source.Component == "" && source.Host == "" {
		source = e.DeprecatedSource
	}
	out := &Event{
		Ref: RefOf("Event", e), Type: e.Type, Reason: e.Reason, Message: cmp.Or(e.Message, e.Note),
		Object: refOf(obj), FieldPath: obj.FieldPath,
		Component: cmp.Or(source.Component, e.Component, e.Controller), Host: cmp.Or(source.Host, e.ReportingInstance),
		Count: int(max(1, e.Count, e.DeprecatedCount)), Created: e.CreationTimestamp.UTC(), Pos: pos,
	}
	if e.Related != nil {
		out.Related = refOf(*e.Related)
	}
	out.First = firstTime(e.FirstTimestamp.Time, e.DeprecatedFirst.Time, e.EventTime.Time, e.CreationTimestamp.Time)
	out.Last = firstTime(e.LastTimestamp.Time, e.DeprecatedLast.Time, out.First)
	if e.Series != nil {
		out.Last = firstTime(e.Series.LastObservedTime.Time, out.Last)
		out.Count = max(out.Count, int(e.Series.Count))
	}
	if out.First.IsZero() {
		out.First = out.Last
	}
	if out.Last.Before(out.First) {
		out.Last = out.First
	}
	return out
}

func refOf(o corev1.ObjectReference) Ref {
	return Ref{Kind: o.Kind, Namespace: o.Namespace, Name: o.Name, UID: o.UID}
}

// firstTime returns the first that is a real time, in UTC; the zero time and the epoch are none.
func firstTime(times ...time.Time) time.Time {
	for _, t := range times {
		if t.Unix() > 0 {
			return t.UTC()
		}
	}
	return time.Time{}
}
