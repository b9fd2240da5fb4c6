package html

import (
	"fmt"
	"slices"
	"time"

	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// Rows of a lane, from the top: what containers do, what conditions say.
const (
	runsY, runsH             = 3, 12
	conditionsY, conditionsH = 17, 4
)

// painter turns entries into bars and marks.
type painter struct {
	v *view.View
	a axis
}

// bar adds a span, at least a hair wide, if the window shows any of it.
func (p painter) bar(l *lane, class string, from, to time.Time, y, h int, title string) {
	if to.Before(p.a.from) || from.After(p.a.to) || len(l.Bars) >= marksOfLane {
		return
	}
	x := p.a.x(from)
	l.Bars = append(l.Bars, bar{Class: class, X: x, W: max(p.a.x(to)-x, 2), Y: y, H: h, Title: escape.Short(title, 160)})
}

// runs draws a container: it runs, it waits for its start, or what it did is not recorded.
func (p painter) runs(l *lane, t *timeline.Timeline, container string) {
	var state string
	var since time.Time
	var title string
	flush := func(until time.Time) {
		if state != "" && until.After(since) {
			p.bar(l, state, since, until, runsY, runsH, title)
		}
	}
	for _, e := range t.Entries {
		if e.Container != container {
			continue
		}
		tell := p.v.Moment(e) + " " + view.Story(e)
		switch {
		case e.Kind == timeline.Gap || e.Kind == timeline.Container && e.Count > 1:
			p.bar(l, "gap", e.At, later(e.Until, e.At), runsY, runsH, tell)
		case e.Kind != timeline.Container:
		case e.To == "running":
			flush(e.At)
			state, since, title = "run", e.At, tell
		case e.To == "terminated":
			flush(e.At)
			state, since, title = "wait", e.At, "not running since "+tell
			p.mark(l, "kill", e.At, tell)
		case e.To == "waiting":
			if state != "wait" {
				flush(e.At)
				since = e.At
			}
			state, title = "wait", tell
		}
	}
	flush(p.a.to)
}

// conditions draws readiness below the runs: what is known to be ready, known not to be, and nothing where it is unknown.
func (p painter) conditions(l *lane, t *timeline.Timeline) {
	want := conditionOf(t)
	y, h := conditionsY, conditionsH
	if t.Object.Kind != "Pod" {
		y, h = runsY, runsH
	}
	var last *timeline.Entry
	var since time.Time
	flush := func(until time.Time) {
		if last == nil {
			return
		}
		class := "down"
		if last.To == "True" {
			class = "ok"
		}
		p.bar(l, class, since, until, y, h, p.v.Moment(*last)+" "+view.Story(*last))
	}
	for i := range t.Entries {
		e := &t.Entries[i]
		if e.Kind != timeline.Condition || e.Condition != want || want == "" {
			continue
		}
		flush(e.At)
		if e.Precision == timeline.Between && e.Until.After(e.At) {
			p.bar(l, "gap", e.At, e.Until, y, h, p.v.Moment(*e)+" "+view.Story(*e))
			since = e.Until
		} else {
			since = e.At
		}
		last = e
	}
	flush(p.a.to)
}

// conditionOf is the condition that says whether the object serves; a Pod without a node only has one about that.
func conditionOf(t *timeline.Timeline) string {
	has := func(c string) bool {
		return slices.ContainsFunc(t.Entries, func(e timeline.Entry) bool { return e.Kind == timeline.Condition && e.Condition == c })
	}
	switch t.Object.Kind {
	case "Pod":
		if !has("Ready") && has("PodScheduled") {
			return "PodScheduled"
		}
		return "Ready"
	case "Node":
		return "Ready"
	case "Deployment":
		return "Available"
	}
	return ""
}

// moments marks Events, changes, log lines and steps of the object's life. A repeated Event is one band.
func (p painter) moments(l *lane, t *timeline.Timeline) {
	for _, e := range t.Entries {
		tell := p.v.Moment(e) + " " + view.Story(e)
		switch e.Kind {
		case timeline.Change:
			p.mark(l, "change", e.At, tell)
		case timeline.Event, timeline.Log:
			if e.Count > 1 && e.Until.After(e.At) {
				p.bar(l, "band", e.At, e.Until, runsY+runsH-2, 2, tell)
				continue
			}
			p.mark(l, "event", e.At, tell)
		case timeline.Lifecycle:
			if e.Precision == timeline.Between && e.Until.After(e.At) {
				p.bar(l, "gap", e.At, e.Until, runsY, runsH, tell)
				continue
			}
			p.mark(l, "life", e.At, tell)
		}
	}
}

func (p painter) mark(l *lane, class string, at time.Time, title string) {
	if at.IsZero() || at.Before(p.a.from) || at.After(p.a.to) || len(l.Marks) >= marksOfLane {
		return
	}
	l.Marks = append(l.Marks, mark{class, fmt.Sprintf(shapes[class], p.a.x(at)), escape.Short(title, 160)})
}

// shapes are the paths of marks, each from its place on the axis.
var shapes = map[string]string{"kill": "M%d 3l5 12h-10z", "change": "M%d 15l-5-13h10z", "event": "M%d 3V15", "life": "M%d 1V23"}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
