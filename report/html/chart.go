package html

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// Limits of the chart: a lane costs about a kilobyte.
const (
	maxLanes      = 300
	lanesOfCause  = 6
	marksOfLane   = 40
	longestWindow = 24 * time.Hour
	unit          = 1000 // width of a lane
)

// chart is the timeline drawing: groups of lanes over one axis.
type chart struct {
	Day     string
	Ticks   []tick
	Expired int // up to here Events have expired; 0 is nowhere
	Groups  []group
	Left    int // lanes that were left out
}

type tick struct {
	X       int
	Percent string // X as a part of the width
	Text    string
}

// group is the lanes of one cause, or of the nodes.
type group struct {
	ID    string // of the cause; empty for nodes
	Title string
	Lanes []lane
	Alike int // objects that have no lane
}

// lane is one object, or one container of it, drawn from left to right.
type lane struct {
	Label string
	Story string // for who cannot see it
	Bars  []bar
	Marks []mark
}

// bar is a span: runs, waits, down, ready, gap, band.
type bar struct {
	Class      string
	X, W, Y, H int
	Title      string
}

// mark is a moment: kill, change, event, life.
type mark struct {
	Class string
	Path  string
	Title string
}

// axis maps times to places.
type axis struct{ from, to time.Time }

func (a axis) x(t time.Time) int {
	switch {
	case t.Before(a.from):
		return 0
	case t.After(a.to):
		return unit
	}
	return int(int64(unit) * int64(t.Sub(a.from)) / int64(a.to.Sub(a.from)))
}

// draw draws the lanes of every cause and of the nodes.
func draw(v *view.View) chart {
	a, found := window(v)
	if !found {
		return chart{}
	}
	c := chart{Day: a.from.Format(time.DateOnly), Ticks: ticks(a)}
	if e := v.Capture.EventsSince; e.After(a.from) {
		c.Expired = a.x(e)
	}
	n := 0
	for i := range v.Incidents {
		in := &v.Incidents[i]
		g := group{ID: in.ID, Title: in.Title}
		for _, r := range in.Affected {
			t := v.TimelineOf([]loader.Ref{r})
			switch {
			case t == nil || r.Kind == "Node":
				continue
			case len(g.Lanes) >= lanesOfCause:
				g.Alike++
				continue
			case n >= maxLanes:
				c.Left++
				continue
			}
			lanes := lanesOf(v, a, t)
			g.Lanes, n = append(g.Lanes, lanes...), n+len(lanes)
		}
		if len(g.Lanes) > 0 {
			c.Groups = append(c.Groups, g)
		}
	}
	if g := nodes(v, a); len(g.Lanes) > 0 {
		c.Groups = append(c.Groups, g)
	}
	return c
}

func nodes(v *view.View, a axis) group {
	g := group{Title: "Nodes"}
	for i := range v.Timelines {
		t := &v.Timelines[i]
		if t.Object.Kind != "Node" || len(t.Entries) == 0 {
			continue
		}
		if len(g.Lanes) >= 40 {
			g.Alike++
			continue
		}
		g.Lanes = append(g.Lanes, lanesOf(v, a, t)...)
	}
	return g
}

// window is from shortly before the trouble began to the dump, at most a day.
func window(v *view.View) (axis, bool) {
	to := v.Capture.Time.UTC()
	if to.IsZero() || len(v.Timelines) == 0 || len(v.Incidents) == 0 {
		return axis{}, false
	}
	from := to
	for i := range v.Incidents {
		if t := v.Incidents[i].FirstSeen; !t.IsZero() && t.Before(from) && to.Sub(t) <= longestWindow {
			from = t
		}
	}
	if e := v.Capture.EventsSince; !e.IsZero() && e.Before(from) && to.Sub(e) <= longestWindow {
		from = e
	}
	if to.Sub(from) < 10*time.Minute {
		from = to.Add(-10 * time.Minute)
	}
	return axis{from.Add(-to.Sub(from) / 40).UTC(), to}, true
}

var steps = []time.Duration{time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour}

func ticks(a axis) []tick {
	step := steps[len(steps)-1]
	for _, s := range steps {
		if a.to.Sub(a.from)/s <= 8 {
			step = s
			break
		}
	}
	var out []tick
	for t := a.from.Truncate(step).Add(step); t.Before(a.to); t = t.Add(step) {
		out = append(out, tick{a.x(t), strconv.FormatFloat(float64(a.x(t))*100/unit, 'f', 1, 64), t.Format("15:04")})
	}
	return out
}

// lanesOf draws an object: a lane for each container, the first one with the object's conditions, changes and Events.
func lanesOf(v *view.View, a axis, t *timeline.Timeline) []lane {
	var containers []string
	for _, e := range t.Entries {
		if e.Container != "" && (e.Kind == timeline.Container || e.Kind == timeline.Gap) && !slices.Contains(containers, e.Container) {
			containers = append(containers, e.Container)
		}
	}
	first := lane{Label: label(t.Object), Story: story(v, t)}
	p := painter{v: v, a: a}
	p.conditions(&first, t)
	p.moments(&first, t)
	if len(containers) <= 1 {
		for _, c := range containers {
			p.runs(&first, t, c)
		}
		return []lane{first}
	}
	out := []lane{first}
	for _, c := range containers[:min(len(containers), 4)] {
		l := lane{Label: "  " + c, Story: "container " + c + " of " + t.Object.String()}
		p.runs(&l, t, c)
		out = append(out, l)
	}
	return out
}

func label(r loader.Ref) string {
	if r.Kind == "Pod" {
		return r.Path()
	}
	return r.String()
}

// story tells the newest entries in words.
func story(v *view.View, t *timeline.Timeline) string {
	parts := []string{t.Object.String()}
	for _, e := range t.Entries[max(len(t.Entries)-6, 0):] {
		parts = append(parts, v.Moment(e)+" "+escape.Short(view.Story(e), 80))
	}
	return strings.Join(parts, "; ")
}
