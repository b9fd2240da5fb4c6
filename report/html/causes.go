package html

import (
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// cause is an incident with what the page shows around it.
type cause struct {
	*incident.Incident
	Effects  []incident.Effect
	Size     string
	Statuses string
	Window   string
	Names    []string
	Others   int // affected objects that are not in Names
	Proofs   []proof
	Past     string // the object whose entries these are
	PastPath string // as the command takes it
	Entries  []moment
	Earlier  int // entries that are not in Entries
}

// proof is evidence as the page shows it.
type proof struct {
	ID, Place, What, When, Text string
}

// moment is one line of a timeline.
type moment struct {
	When, What, From, Kind string
}

func causes(v *view.View, l limits) (list []cause, rest int) {
	for i := range v.Incidents {
		if i == l.causes {
			return list, len(v.Incidents) - i
		}
		in := &v.Incidents[i]
		c := cause{Incident: in, Size: v.Size(in), Statuses: view.Statuses(v.PodsOf(in)), Window: v.Window(in), Proofs: proofs(v,
			in.Evidence, l), Effects: view.Effects(in)}
		c.Names, c.Others = names(in.Affected)
		if t := v.TimelineOf(in.Affected); t != nil {
			c.Past, c.PastPath = t.Object.String(), t.Object.Path()
			c.Entries, c.Earlier = moments(v, t, l), max(len(t.Entries)-l.entries, 0)
		}
		list = append(list, c)
	}
	return list, 0
}

func names(refs []loader.Ref) (list []string, others int) {
	for i, r := range refs {
		if i == namesShown {
			return list, len(refs) - i
		}
		list = append(list, r.String())
	}
	return list, 0
}

func proofs(v *view.View, list []rules.Evidence, l limits) []proof {
	var out []proof
	for _, e := range list {
		out = append(out, proof{ID: e.ID, Place: view.Place(e), What: view.Subject(e), When: v.When(e), Text: escape.Short(e.Text, l.quote)})
	}
	return out
}

// moments lists the newest entries of a timeline.
func moments(v *view.View, t *timeline.Timeline, l limits) []moment {
	entries := t.Entries[max(len(t.Entries)-l.entries, 0):]
	var out []moment
	for _, e := range entries {
		out = append(out, moment{v.Moment(e), escape.Short(view.Story(e), 400), e.Place(), string(e.Kind)})
	}
	return out
}

// unknown is a group of Pods that no cause explains.
type unknown struct {
	view.Group
	Size   string
	Names  []string
	Others int
	Proofs []proof
}

func unknowns(v *view.View, l limits) []unknown {
	var out []unknown
	for i, g := range v.Unknowns() {
		if i == unknownsShown {
			break
		}
		u := unknown{Group: g, Size: view.Count(len(g.Pods), "pod"), Proofs: proofs(v, g.First.Evidence, l)}
		u.Names, u.Others = names(g.Pods)
		out = append(out, u)
	}
	return out
}
