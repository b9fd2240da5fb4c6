// Package timeline rebuilds the past of Pods, workloads and nodes from what a dump still holds.
//
// In goes a Snapshot, out comes one [Timeline] an object: entries ordered by time, each with the strength of its time and
// the place it was read. Nothing is invented: a repeat is one span with a count, what left no record is a gap.
package timeline

import (
	"time"

	"github.com/podtriage/podtriage/loader"
)

// Timeline is the past of one object, oldest entry first.
type Timeline struct {
	Object  loader.Ref `json:"object"`
	Owner   loader.Ref `json:"owner,omitzero"` // its controller, also where only an Event of the controller tells
	Entries []Entry    `json:"entries"`
}

// Precision says what an entry's time is worth.
type Precision string

const (
	// Exact is a time that a component recorded for this very moment, to the second.
	Exact Precision = "exact"
	// Between says that it happened at some moment from At to Until.
	Between Precision = "between"
	// AtLeast says that it held from At to Until at least; it may have begun earlier or lasted longer.
	AtLeast Precision = "atLeast"
)

// Kind is the sort of thing an entry tells.
type Kind string

// The kinds of entries.
const (
	Lifecycle Kind = "lifecycle" // created, scheduled, deletion requested, gone
	Container Kind = "container" // a container's state changed
	Condition Kind = "condition" // a condition changed
	Event     Kind = "event"     // what an Event says and no state shows
	Change    Kind = "change"    // somebody changed a spec
	Log       Kind = "log"       // a log line that carries a time
	Gap       Kind = "gap"       // what must have happened but left no time, or records that have expired
)

// Entry is one moment or span of a Timeline.
type Entry struct {
	At        time.Time `json:"at,omitzero"`
	Until     time.Time `json:"until,omitzero"`  // end of the span; zero for a moment
	Count     int       `json:"count,omitempty"` // how often within the span; 0 and 1 are once
	Precision Precision `json:"precision"`
	Kind      Kind      `json:"kind"`

	Container string `json:"container,omitempty"`
	Condition string `json:"condition,omitempty"`
	From      string `json:"from,omitempty"`
	To        string `json:"to,omitempty"`
	Reason    string `json:"reason,omitempty"`
	Text      string `json:"text"`

	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

// Place is where the entry was read, such as shop/events.json:12; "" where no one place tells it.
func (e *Entry) Place() string { return loader.Position{File: e.File, Line: e.Line}.String() }
