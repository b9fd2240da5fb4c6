package html

import (
	"slices"
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// Limits of the groups of lanes.
const (
	lanesOfNodes   = 40
	containerLanes = 4
)

// sheet is a chart while it is drawn.
type sheet struct {
	chart
	v    *view.View
	a    axis
	room int // lanes that may still be drawn
}

// draw draws the lanes of every cause and of the nodes.
func draw(v *view.View, l limits) chart {
	a, found := window(v)
	if !found {
		return chart{}
	}
	s := sheet{chart: chart{Day: a.from.Format(time.DateOnly), Ticks: ticks(a)}, v: v, a: a, room: l.lanes}
	if e := v.Capture.EventsSince; e.After(a.from) {
		s.Expired = a.x(e)
	}
	for i := range v.Incidents {
		s.cause(&v.Incidents[i])
	}
	s.nodes()
	return s.chart
}

// cause draws the lanes of one cause: the workload that was changed, what is affected, the node at fault.
func (s *sheet) cause(in *incident.Incident) {
	g := group{ID: in.ID, Title: in.Title}
	for _, r := range s.around(in) {
		t := s.v.TimelineOf([]loader.Ref{r})
		switch {
		case t == nil:
		case len(g.Lanes) >= lanesOfCause:
			g.Alike++
		case s.room <= 0:
			s.Left++
		default:
			lanes := lanesOf(s.v, s.a, t)
			g.Lanes = append(g.Lanes, lanes...)
			s.room -= len(lanes)
		}
	}
	if len(g.Lanes) > 0 {
		s.Groups = append(s.Groups, g)
	}
}

// around lists the objects that a cause is drawn by.
func (s *sheet) around(in *incident.Incident) []loader.Ref {
	var out []loader.Ref
	add := func(r loader.Ref) {
		if !r.IsZero() && !slices.ContainsFunc(out, func(o loader.Ref) bool { return o.Key() == r.Key() }) {
			out = append(out, r)
		}
	}
	if in.Culprit.Kind == "Node" {
		add(in.Culprit.Ref)
	}
	if pods := s.v.PodsOf(in); len(pods) > 0 {
		if kind, name, found := strings.Cut(pods[0].Owner, "/"); found && kind != "Pod" {
			add(loader.Ref{Kind: kind, Namespace: pods[0].Namespace, Name: name})
		}
	}
	for _, r := range in.Affected {
		if r.Kind != "Node" || r.Key() == in.Culprit.Key() {
			add(r)
		}
	}
	return out
}

// nodes draws the nodes, each once.
func (s *sheet) nodes() {
	g := group{Title: "Nodes"}
	for i := range s.v.Timelines {
		t := &s.v.Timelines[i]
		switch {
		case t.Object.Kind != "Node" || len(t.Entries) == 0:
		case len(g.Lanes) >= lanesOfNodes:
			g.Alike++
		default:
			g.Lanes = append(g.Lanes, lanesOf(s.v, s.a, t)...)
		}
	}
	if len(g.Lanes) > 0 {
		s.Groups = append(s.Groups, g)
	}
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
	for _, c := range containers[:min(len(containers), containerLanes)] {
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
