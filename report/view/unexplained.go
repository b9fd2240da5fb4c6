package view

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/loader"
)

// Group is unhealthy Pods of one workload that look the same and that no cause explains.
type Group struct {
	Owner  string // namespace/name of the workload, or of the Pod that has none
	Status string // what kubectl shows
	Pods   []loader.Ref
	Since  time.Time
	First  analyzer.Unexplained
}

// Unknowns joins the unexplained Pods by workload and STATUS, in the Diagnosis' order.
func (v *View) Unknowns() []Group {
	rows := map[loader.Ref]*analyzer.Pod{}
	for i := range v.Pods {
		if p := &v.Pods[i]; !p.Healthy && p.Incident == "" {
			rows[loader.Ref{Kind: "Pod", Namespace: p.Namespace, Name: p.Name}] = p
		}
	}
	var out []Group
	at := map[[2]string]int{}
	for _, u := range v.Unexplained {
		g := Group{Owner: u.Object.Path(), Pods: []loader.Ref{u.Object}, First: u}
		if p := rows[u.Object.Key()]; p != nil {
			g.Owner, g.Status = ownerPath(p), p.Status
		}
		for _, e := range u.Evidence {
			if !e.At.IsZero() && (g.Since.IsZero() || e.At.Before(g.Since)) {
				g.Since = e.At
			}
		}
		if i, found := at[[2]string{g.Owner, g.Status}]; found {
			out[i].Pods = append(out[i].Pods, u.Object)
			continue
		}
		at[[2]string{g.Owner, g.Status}] = len(out)
		out = append(out, g)
	}
	slices.SortStableFunc(out, func(a, b Group) int { return cmp.Compare(len(b.Pods), len(a.Pods)) })
	return out
}

// ownerPath is namespace/name of what was deployed.
func ownerPath(p *analyzer.Pod) string {
	_, name, _ := strings.Cut(p.Owner, "/")
	return p.Namespace + "/" + cmp.Or(name, p.Name)
}

// Title says what is known of the group in one line.
func (g Group) Title() string {
	out := g.Owner + ": no cause found"
	if g.Status != "" {
		out += " (" + g.Status + ")"
	}
	return out
}
