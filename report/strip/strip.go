// Package strip draws the shape of a Pod's past in letters: one column is one step of time, one line one thing that has
// states. In goes a timeline, out come lines of ASCII that stand in a terminal and in a ticket.
package strip

import (
	"slices"
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/report/escape"
)

// Strip is a drawing.
type Strip struct {
	Scale  string   // day and step of the columns
	Lines  []string // the axis, then a line for changes, each container, readiness and the node
	Legend []string // what each letter means, of those that are used
}

// drawing is a strip while it is drawn.
type drawing struct {
	from, to time.Time
	step     time.Duration
	columns  int
	used     map[byte]bool
}

// steps are the times that one column may stand for.
var steps = []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second,
	time.Minute,
	2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 6 * time.Hour,
	12 * time.Hour, 24 * time.Hour}

// meanings explain the letters, in this order.
var meanings = []struct {
	letter byte
	text   string
}{
	{'N', "change"}, {'R', "starts"}, {'x', "ends by itself or killed"}, {'=', "runs"}, {'b', "waits for its restart"}, {'w',
		"waits"}, {'f', "not ready"},
	{'?', "it happened, but when is not recorded"}, {'n', "node not ready"}, {'.', "nothing wrong seen"},
}

// longest span of a strip; what is older is left to the list.
const longest = 24 * time.Hour

// margin is the width of the names at the left.
const margin = 11

// Draw draws the Pod's past until end in lines of at most width columns. There is nothing to draw without a time.
func Draw(t timeline.Timeline, end time.Time, width int) (Strip, bool) {
	if t.Object.Kind != "Pod" || end.IsZero() || len(t.Entries) == 0 {
		return Strip{}, false
	}
	p := start(t, end, width-margin-1)
	if p == nil {
		return Strip{}, false
	}
	out := Strip{Scale: p.from.Format(time.DateOnly) + ", UTC; one column is " + spoken(p.step) + "; the bar at the right is the dump"}
	out.Lines = append(out.Lines, strings.TrimRight(strings.Repeat(" ", margin)+p.scale(), " "))
	lane := func(name, letters string) {
		out.Lines = append(out.Lines, name+strings.Repeat(" ", max(margin-escape.Width(name), 1))+letters+"|")
	}
	if letters := p.moments(t, timeline.Change, 'N'); strings.Trim(letters, ".") != "" {
		lane("change", letters)
	}
	for _, entries := range byContainer(t) {
		lane(shorten(entries[0].Container, margin-1), p.container(entries))
	}
	lane("ready", p.ready(t))
	lane("node", p.node(t))
	for _, m := range meanings {
		if p.used[m.letter] {
			out.Legend = append(out.Legend, string(m.letter)+" "+m.text)
		}
	}
	return out, true
}

func start(t timeline.Timeline, end time.Time, most int) *drawing {
	first := end
	for _, e := range t.Entries {
		if !e.At.IsZero() && e.At.Before(first) && end.Sub(e.At) <= longest {
			first = e.At
		}
	}
	if !first.Before(end) {
		return nil
	}
	for _, step := range steps {
		from := first.Truncate(step)
		if n := int(end.Sub(from)/step) + 1; n <= most {
			return &drawing{from: from, to: end, step: step, columns: n, used: map[byte]bool{}}
		}
	}
	return nil
}

// column is where a time stands, held within the strip.
func (p *drawing) column(t time.Time) int {
	return min(max(int(t.Sub(p.from)/p.step), 0), p.columns-1)
}

// scale writes a time above every tenth column.
func (p *drawing) scale() string {
	var b strings.Builder
	form := "15:04"
	if p.step < time.Minute {
		form = time.TimeOnly
	}
	for c := 0; c+len(form) <= p.columns; c += 10 {
		text := p.from.Add(time.Duration(c) * p.step).Format(form)
		b.WriteString(text + strings.Repeat(" ", 10-len(text)))
	}
	return b.String()
}

func (p *drawing) blank(letter byte) []byte { return slices.Repeat([]byte{letter}, p.columns) }

func (p *drawing) fill(lane []byte, from, to time.Time, letter byte) {
	for c := p.column(from); c <= p.column(to); c++ {
		lane[c] = letter
	}
}

func (p *drawing) done(lane []byte) string {
	for _, c := range lane {
		p.used[c] = true
	}
	return string(lane)
}

func (p *drawing) moments(t timeline.Timeline, kind timeline.Kind, letter byte) string {
	lane := p.blank('.')
	for _, e := range t.Entries {
		if e.Kind == kind && !e.At.Before(p.from) {
			lane[p.column(e.At)] = letter
		}
	}
	return p.done(lane)
}

// container draws what is recorded of one container: between an end and the next start it waits, between a start and the
// end of that run it runs; spans of starts without a time are unknown.
func (p *drawing) container(entries []timeline.Entry) string {
	lane := p.blank(' ')
	state, since := byte(' '), p.from
	var marks []timeline.Entry
	for _, e := range entries {
		if e.Kind != timeline.Container || e.Precision != timeline.Exact {
			continue
		}
		p.fill(lane, since, e.At, state)
		marks = append(marks, e)
		since, state = e.At, '='
		if e.To == "terminated" {
			state = 'b'
		}
	}
	for _, e := range entries { // the last word has the state at the dump
		if e.Kind == timeline.Container && e.To == "waiting" && state != 'b' {
			state = 'w'
		}
	}
	if len(marks) > 0 && marks[len(marks)-1].Reason == "Completed" {
		state = ' '
	}
	p.fill(lane, since, p.to, state)
	for _, e := range entries {
		if e.Kind == timeline.Gap && e.Reason == "NotRecorded" {
			p.fill(lane, e.At, e.Until, '?')
		}
	}
	for _, e := range marks {
		lane[p.column(e.At)] = 'R'
		if e.To == "terminated" {
			lane[p.column(e.At)] = 'x'
		}
	}
	return p.done(lane)
}

// ready draws the Ready condition: before its last change nobody kept it.
func (p *drawing) ready(t timeline.Timeline) string {
	lane := p.blank('?')
	for _, e := range t.Entries {
		switch {
		case e.Reason == "Created" && e.Kind == timeline.Lifecycle:
			p.fill(lane, p.from, e.At, ' ')
		case e.Kind == timeline.Condition && e.Condition == "Ready" && e.To == "True":
			p.fill(lane, e.At, p.to, '.')
		case e.Kind == timeline.Condition && e.Condition == "Ready":
			p.fill(lane, e.At, p.to, 'f')
		}
	}
	return p.done(lane)
}

func (p *drawing) node(t timeline.Timeline) string {
	lane := p.blank('.')
	var down time.Time
	for _, e := range t.Entries {
		switch e.Reason {
		case "NodeNotReady":
			down = e.At
		case "NodeReady":
			if !down.IsZero() {
				p.fill(lane, down, e.At, 'n')
			}
			down = time.Time{}
		}
	}
	if !down.IsZero() {
		p.fill(lane, down, p.to, 'n')
	}
	return p.done(lane)
}

// byContainer are the entries of each container that a timeline tells of, by first mention.
func byContainer(t timeline.Timeline) [][]timeline.Entry {
	entries, order := map[string][]timeline.Entry{}, []string(nil)
	told := map[string]bool{}
	for _, e := range t.Entries {
		if e.Container == "" {
			continue
		}
		entries[e.Container] = append(entries[e.Container], e)
		if e.Kind == timeline.Container && !told[e.Container] {
			told[e.Container] = true
			order = append(order, e.Container)
		}
	}
	out := make([][]timeline.Entry, 0, len(order))
	for _, name := range order {
		out = append(out, entries[name])
	}
	return out
}

func shorten(s string, n int) string {
	used := 0
	for i, r := range s {
		if used += escape.Width(string(r)); used > n-1 && escape.Width(s) > n {
			return s[:i] + "~"
		}
	}
	return s
}

// spoken is a step such as 5s, 1 min or 2 h.
func spoken(d time.Duration) string {
	switch {
	case d >= time.Hour:
		return strings.TrimSuffix(d.String(), "0m0s")
	case d >= time.Minute:
		return strings.TrimSuffix(d.String(), "m0s") + " min"
	}
	return d.String()
}
