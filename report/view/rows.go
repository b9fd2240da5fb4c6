package view

import (
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

// Row is one line of the table of causes.
type Row struct {
	ID         string // "-" for Pods without a cause
	Severity   rules.Severity
	Confidence rules.Confidence
	Title      string
	Size       string // such as "4 pods"
	Since      string
	Statuses   string // what kubectl shows
}

// Rows returns at most limit rows of causes and, after them, as many as unknowns groups of unexplained Pods. The last one
// counts what was left out.
func (v *View) Rows(limit, unknowns int) []Row {
	var out []Row
	for i := range v.Incidents {
		if i == limit {
			out = append(out, Row{ID: "-", Severity: v.Incidents[i].Severity, Title: "more causes, not in this table",
				Size: Count(len(v.Incidents)-i, "cause")})
			break
		}
		in := &v.Incidents[i]
		out = append(out, Row{in.ID, in.Severity, in.Confidence, in.Title, v.Size(in), v.Since(in.FirstSeen), Statuses(v.PodsOf(in))})
	}
	groups := v.Unknowns()
	for i, g := range groups {
		if i == unknowns && len(groups) > unknowns+1 {
			rest := 0
			for _, g := range groups[i:] {
				rest += len(g.Pods)
			}
			return append(out, Row{ID: "-", Title: "more without a cause found", Size: Count(rest, "pod")})
		}
		out = append(out, Row{ID: "-", Title: g.Title(), Size: Count(len(g.Pods), "pod"), Since: v.Since(g.Since), Statuses: g.Status})
	}
	return out
}

// TimelineOf returns the past of the first of the objects that has one.
func (v *View) TimelineOf(objects []loader.Ref) *timeline.Timeline {
	if v.byObject == nil {
		v.byObject = map[loader.Ref]*timeline.Timeline{}
		for i := range v.Timelines {
			v.byObject[v.Timelines[i].Object.Key()] = &v.Timelines[i]
		}
	}
	for _, r := range objects {
		if t := v.byObject[r.Key()]; t != nil && len(t.Entries) > 0 {
			return t
		}
	}
	return nil
}

// Moment is an entry's time as a list shows it: a moment, a span, or between two moments.
func (v *View) Moment(e timeline.Entry) string {
	switch at := v.Clock(e.At); {
	case at == "" && e.Until.IsZero():
		return "time not recorded"
	case at == "":
		return "until " + v.Clock(e.Until)
	case e.Until.IsZero() || !e.Until.After(e.At):
		if e.Precision == timeline.AtLeast {
			return "since " + at + " or before"
		}
		return at
	case e.Precision == timeline.Between:
		return "between " + at + " and " + v.Clock(e.Until)
	default:
		return at + " to " + v.Clock(e.Until)
	}
}

// Story is what an entry tells, with how often.
func Story(e timeline.Entry) string {
	out := e.Text
	if out == "" {
		out = e.Reason
	}
	if e.Count > 1 {
		out += ", x" + Number(e.Count)
	}
	return out
}
