package loader

import (
	"strings"
	"time"
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

// Warning reports whether the Event's type is Warning.
func (e *Event) Warning() bool { return e.Type == "Warning" }
