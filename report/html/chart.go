package html

import (
	"strconv"
	"time"

	"github.com/podtriage/podtriage/report/view"
)

// Limits of the chart: a lane costs about a kilobyte.
const (
	lanesOfCause  = 6
	marksOfLane   = 40
	longestWindow = 24 * time.Hour
	unit          = 1000 // width of a lane
	lastTick      = 45   // nearer to the end the text of a tick has no room
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

var steps = []time.Duration{time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour}

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
		if a.x(t) > unit-lastTick {
			break
		}
		out = append(out, tick{a.x(t), strconv.FormatFloat(float64(a.x(t))*100/unit, 'f', 1, 64), t.Format("15:04")})
	}
	return out
}
