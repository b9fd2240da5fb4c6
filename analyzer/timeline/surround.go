package timeline

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/podtriage/podtriage/loader"
)

const (
	// mostNodeEvents and mostLogLines keep one Pod's timeline readable, and its cost bounded.
	mostNodeEvents = 40
	mostLogLines   = 4
)

// changes adds what changed about the Pod's workload from its own revision on, and about the configuration it uses.
func (p *podStory) changes() {
	if p.pod == nil {
		return
	}
	workload := p.s.Workload("Pod", p.pod)
	list := p.change[p.ref.Key()]
	if workload.Key() != p.ref.Key() {
		list = slices.Concat(list, p.change[workload.Key()])
	}
	for _, c := range list {
		if !c.At.IsZero() && !c.At.Before(p.start.Add(-late)) {
			p.put(changeEntry(c, c.Object.Kind+" "+c.Object.Name+": "+c.Text))
		}
	}
}

// nodeEvents adds what happened to the Pod's node while the Pod was on it.
func (p *podStory) nodeEvents() {
	if p.pod == nil || p.pod.Spec.NodeName == "" {
		return
	}
	node := p.pod.Spec.NodeName
	from, n := p.scheduled(), 0
	for _, e := range p.nodes[node] {
		if e.Last.Before(from) {
			continue
		}
		n++
		if n > mostNodeEvents {
			continue
		}
		out := eventEntry(e)
		out.Text = "node " + node + ": " + e.Message
		p.put(out)
	}
	if n > mostNodeEvents {
		p.put(Entry{At: from, Until: p.s.Capture.Time, Count: n - mostNodeEvents, Precision: AtLeast, Kind: Gap, Reason: "LeftOut",
			Text: strconv.Itoa(n-mostNodeEvents) + " more Events of node " + node + " are in the node's own timeline"})
	}
}

// logs adds the first and last lines of each log that carry a time and tell of an error. The clock is the application's.
func (p *podStory) logs() {
	if p.pod == nil {
		return // a log of a Pod that is gone cannot be told from one of its name
	}
	for _, l := range p.s.LogsOf(p.ref.Namespace, p.ref.Name) {
		var telling []loader.LogLine
		for _, line := range l.Kept {
			if !line.At.IsZero() && speaksOfError(line.Text) {
				telling = append(telling, line)
			}
		}
		if n := len(telling); n > mostLogLines {
			telling = append(telling[:mostLogLines/2:mostLogLines/2], telling[n-mostLogLines/2:]...)
		}
		for _, line := range telling {
			p.put(Entry{At: line.At, Precision: Exact, Kind: Log, Container: l.Container, Reason: "Log", Text: line.Text,
				File: l.File, Line: line.Line})
		}
	}
}

// errorWords mark a log line as telling. A line that only counts errors ("0 errors") is not worth a second list.
var errorWords = []string{"error", "fatal", "panic", "exception", "fail", "refused", "timed out", "timeout", "unable to",
	"cannot", "killed", "critical"}

func speaksOfError(text string) bool {
	if len(text) > 400 {
		text = text[:400]
	}
	text = strings.ToLower(text)
	for _, w := range errorWords {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// gaps says what the dump no longer holds of this Pod.
func (p *podStory) gaps() {
	since := p.s.Capture.EventsSince
	switch {
	case !p.s.Coverage.Collected("Event", p.ref.Namespace) && len(p.events) == 0:
		p.put(Entry{At: p.start, Until: p.s.Capture.Time, Precision: AtLeast, Kind: Gap, Reason: "EventsNotInDump",
			Text: "Events of this namespace are not in the dump"})
	case p.pod != nil && p.expired():
		p.put(Entry{At: p.start, Until: since, Precision: AtLeast, Kind: Gap, Reason: "EventsExpired",
			Text: "Events before " + since.Format(time.RFC3339) + ": expired"})
	}
	if p.pod == nil {
		p.gone()
		return
	}
	if k, ok := p.skews[p.pod.Spec.NodeName]; ok {
		p.put(k.entry())
	}
}

// expired reports whether the Pod's first Events may be gone by age. They are not where one of its Events began with it.
func (p *podStory) expired() bool {
	if p.s.Capture.EventsSince.Sub(p.start) <= late {
		return false
	}
	for _, e := range p.events {
		if e.First.Sub(p.start) <= late {
			return false
		}
	}
	return true
}

// gone says of a Pod that only Events know that it was not there at the end. One that began while the dump was taken may
// have come after the Pods were read.
func (p *podStory) gone() {
	if !p.s.Coverage.Collected("Pod", p.ref.Namespace) || !p.start.Before(p.s.Capture.Earliest) {
		return
	}
	last := p.start
	var pos loader.Position
	for _, t := range p.tales {
		if !t.at.Before(last) {
			last, pos = t.at, t.event.Pos
		}
	}
	for _, e := range p.events {
		if !e.Last.Before(last) {
			last, pos = e.Last, e.Pos
		}
	}
	until := p.s.Capture.Time
	if p.next.After(last) {
		until = p.next // names are free again only then
	}
	p.put(Entry{At: last, Until: until, Precision: Between, Kind: Lifecycle, Reason: "Gone",
		Text: "pod gone: it is not among the pods of the dump", File: pos.File, Line: pos.Line})
}
