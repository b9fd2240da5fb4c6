package html

import (
	"cmp"
	"strings"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// Limits of the page, which is to stay below 2 MB for 5,000 Pods.
const (
	tableUnknowns = 25
	causesInFull  = 200
	unknownsShown = 100
	namesShown    = 30
	entriesShown  = 40
	quoteBytes    = 2000
)

// cause is an incident with what the page shows around it.
type cause struct {
	*incident.Incident
	Size     string
	Statuses string
	Window   string
	Names    []string
	Others   int // affected objects that are not in Names
	Proofs   []proof
	Past     string // the object whose entries these are
	Entries  []moment
}

// proof is evidence as the page shows it.
type proof struct {
	ID, Place, What, When, Text string
}

// moment is one line of a timeline.
type moment struct {
	When, What, From, Kind string
}

func causes(v *view.View) (list []cause, rest int) {
	for i := range v.Incidents {
		if i == causesInFull {
			return list, len(v.Incidents) - i
		}
		in := &v.Incidents[i]
		c := cause{Incident: in, Size: v.Size(in), Statuses: view.Statuses(v.PodsOf(in)), Window: v.Window(in), Proofs: proofs(v, in.Evidence)}
		c.Names, c.Others = names(in.Affected)
		if t := v.TimelineOf(in.Affected); t != nil {
			c.Past, c.Entries = t.Object.String(), moments(v, t)
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

func proofs(v *view.View, list []rules.Evidence) []proof {
	var out []proof
	for _, e := range list {
		out = append(out, proof{ID: e.ID, Place: view.Place(e), What: view.Subject(e), When: v.When(e), Text: escape.Short(e.Text, quoteBytes)})
	}
	return out
}

// moments lists the newest entries of a timeline.
func moments(v *view.View, t *timeline.Timeline) []moment {
	entries := t.Entries[max(len(t.Entries)-entriesShown, 0):]
	var out []moment
	for _, e := range entries {
		from := ""
		if e.File != "" {
			from = view.Place(rules.Evidence{File: e.File, Line: e.Line})
		}
		out = append(out, moment{v.Moment(e), escape.Short(view.Story(e), 400), from, string(e.Kind)})
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

func unknowns(v *view.View) []unknown {
	var out []unknown
	for i, g := range v.Unknowns() {
		if i == unknownsShown {
			break
		}
		u := unknown{Group: g, Size: view.Count(len(g.Pods), "pod"), Proofs: proofs(v, g.First.Evidence)}
		u.Names, u.Others = names(g.Pods)
		out = append(out, u)
	}
	return out
}

// podTable is the table of Pods: all that are in trouble, and the healthy ones where they are few; else counts of them.
type podTable struct {
	Rows    []podRow
	Healthy []healthy
	Dropped int // Pods in trouble beyond the limit
}

type podRow struct {
	Name, Ready, Status, Restarts, Age, Node, Incident string
	Healthy                                            bool
}

type healthy struct {
	Owner string
	Pods  int
}

// Limits of the table of Pods.
const (
	podRows     = 2500
	healthyRows = 400
	ownerRows   = 1500
)

func pods(v *view.View) podTable {
	var t podTable
	fold := v.Summary.Pods-v.Summary.Unhealthy > healthyRows
	at := map[string]int{}
	for pass := range 2 {
		for i := range v.Pods {
			p := &v.Pods[i]
			trouble := !p.Healthy || p.Incident != ""
			switch {
			case trouble != (pass == 0):
			case !trouble && fold:
				owner := p.Namespace + "/" + cmp.Or(afterSlash(p.Owner), p.Name)
				j, found := at[owner]
				if !found {
					if len(t.Healthy) == ownerRows {
						continue
					}
					j = len(t.Healthy)
					at[owner] = j
					t.Healthy = append(t.Healthy, healthy{Owner: owner})
				}
				t.Healthy[j].Pods++
			case len(t.Rows) == podRows:
				t.Dropped++
			default:
				t.Rows = append(t.Rows, podRow{p.Namespace + "/" + p.Name, p.Ready, p.Status, p.Restarts, p.Age, p.Node, p.Incident, p.Healthy})
			}
		}
	}
	return t
}

func afterSlash(s string) string {
	_, name, _ := strings.Cut(s, "/")
	return name
}
