// Package trace draws timelines. In go timelines and the time of the dump, out comes Chrome trace-event JSON, which Perfetto,
// chrome://tracing and speedscope open.
//
// One process is one object, one thread one container, condition or sort of entry. A run with known ends is a complete event
// (X), a moment an instant (i), a span with unknown inside an async pair (b, e), as spans may overlap and slices of one
// thread must nest. Times are microseconds since the epoch.
package trace

import (
	"encoding/json"
	"io"
	"strconv"
	"time"

	"github.com/podtriage/podtriage/analyzer/timeline"
)

// event is one record of the format.
type event struct {
	Name     string         `json:"name"`
	Category string         `json:"cat,omitempty"`
	Phase    string         `json:"ph"`
	Time     int64          `json:"ts"`
	Duration *int64         `json:"dur,omitempty"`
	Process  int            `json:"pid"`
	Thread   int            `json:"tid"`
	ID       string         `json:"id,omitempty"`
	Scope    string         `json:"s,omitempty"`
	Args     map[string]any `json:"args,omitempty"`
}

// Write draws the timelines; runs that go on end at the time of the dump.
func Write(w io.Writer, list []timeline.Timeline, dump time.Time) error {
	t := &writer{events: []event{}, dump: dump}
	for i, l := range list {
		if len(l.Entries) > 0 {
			t.object(i+1, l)
		}
	}
	return json.NewEncoder(w).Encode(struct {
		Events []event `json:"traceEvents"` // first, as some readers take it for granted
		Unit   string  `json:"displayTimeUnit"`
	}{t.events, "ms"})
}

type writer struct {
	events  []event
	dump    time.Time
	process int
	threads map[string]int
	pairs   int
}

// object draws one timeline as one process.
func (t *writer) object(process int, l timeline.Timeline) {
	t.process, t.threads = process, map[string]int{}
	t.events = append(t.events, event{Name: "process_name", Phase: "M", Process: process, Args: map[string]any{"name": l.Object.String()}})
	open := map[string]timeline.Entry{} // starts by container whose end was not met yet
	for _, e := range l.Entries {
		if e.At.IsZero() {
			continue
		}
		switch {
		case e.Kind == timeline.Container && e.Precision == timeline.Exact && e.To == "running":
			t.moment(e) // of a run before, the end was not recorded
			open[e.Container] = e
		case e.Kind == timeline.Container && e.Precision == timeline.Exact && e.To == "terminated":
			t.end(open, e)
		case !e.Until.IsZero():
			t.span(e)
		default:
			t.moment(e)
		}
	}
	for _, e := range l.Entries { // in order of the entries, for the same bytes each time
		if start, ok := open[e.Container]; ok && start == e && t.dump.After(e.At) {
			t.run(e, t.dump, "runs at the dump")
		}
	}
}

// end draws the run that the entry ends, if its start is known, and the end itself.
func (t *writer) end(open map[string]timeline.Entry, e timeline.Entry) {
	if start, ok := open[e.Container]; ok && !e.At.Before(start.At) {
		t.run(start, e.At, e.Reason)
		delete(open, e.Container)
	}
	t.moment(e)
}

func (t *writer) run(start timeline.Entry, end time.Time, how string) {
	d := end.Sub(start.At).Microseconds()
	t.events = append(t.events, event{
		Name: "run", Category: "container", Phase: "X", Time: start.At.UnixMicro(), Duration: &d,
		Process: t.process, Thread: t.thread(start.Container), Args: map[string]any{"start": start.Text, "end": how, "source": start.Place()},
	})
}

func (t *writer) moment(e timeline.Entry) {
	t.events = append(t.events, event{
		Name: name(e), Category: string(e.Kind), Phase: "i", Scope: "t", Time: e.At.UnixMicro(), Process: t.process,
		Thread: t.thread(lane(e)), Args: args(e),
	})
}

// span draws the two ends of what has no inner times.
func (t *writer) span(e timeline.Entry) {
	t.pairs++
	id, thread := "0x"+strconv.FormatInt(int64(t.pairs), 16), t.thread(lane(e))
	t.events = append(t.events,
		event{Name: name(e), Category: string(e.Kind), Phase: "b", ID: id, Time: e.At.UnixMicro(), Process: t.process, Thread: thread,
			Args: args(e)},
		event{Name: name(e), Category: string(e.Kind), Phase: "e", ID: id, Time: e.Until.UnixMicro(), Process: t.process, Thread: thread})
}

// lane is the name of the thread that an entry belongs to.
func lane(e timeline.Entry) string {
	switch {
	case e.Container != "":
		return e.Container
	case e.Kind == timeline.Condition:
		return "condition " + e.Condition
	}
	return string(e.Kind)
}

// thread numbers a lane and names it when it is new.
func (t *writer) thread(lane string) int {
	n, ok := t.threads[lane]
	if !ok {
		n = len(t.threads) + 1
		t.threads[lane] = n
		t.events = append(t.events, event{Name: "thread_name", Phase: "M", Process: t.process, Thread: n, Args: map[string]any{"name": lane}})
	}
	return n
}

func name(e timeline.Entry) string {
	switch {
	case e.Kind == timeline.Condition:
		return e.Condition + " " + e.To
	case e.Reason != "":
		return e.Reason
	}
	return string(e.Kind)
}

func args(e timeline.Entry) map[string]any {
	out := map[string]any{"text": e.Text, "precision": string(e.Precision), "source": e.Place()}
	if e.Count > 1 {
		out["count"] = e.Count
	}
	return out
}
