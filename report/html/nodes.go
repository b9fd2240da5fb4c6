package html

import (
	"cmp"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/report/view"
)

// nodeRow is a node as the page shows it.
type nodeRow struct {
	Name    string
	State   string // what its conditions say, the troubling ones alone if there are any
	Trouble bool   // its conditions say so
	Pods    int
	Sick    int // of its Pods
	Causes  []string
}

// nodeTable is the nodes that the dump or its Pods name, those in trouble first.
func nodeTable(v *view.View, limit int) (list []nodeRow, rest int) {
	at := map[string]int{}
	row := func(name string) *nodeRow {
		i, found := at[name]
		if !found {
			i = len(list)
			at[name], list = i, append(list, nodeRow{Name: name, State: "not in the dump"})
		}
		return &list[i]
	}
	for i := range v.Timelines {
		if t := &v.Timelines[i]; t.Object.Kind == "Node" && len(t.Entries) > 0 {
			r := row(t.Object.Name)
			r.State, r.Trouble = conditionsOf(v, t)
		}
	}
	for i := range v.Pods {
		if p := &v.Pods[i]; p.Node != "" {
			r := row(p.Node)
			r.Pods++
			if !p.Healthy {
				r.Sick++
			}
		}
	}
	for i := range v.Incidents {
		in := &v.Incidents[i]
		if in.Culprit.Kind == "Node" && in.Culprit.Name != "" {
			r := row(in.Culprit.Name)
			r.Causes = append(r.Causes, in.ID)
		}
	}
	slices.SortStableFunc(list, func(a, b nodeRow) int {
		return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(b.Sick, a.Sick), cmp.Compare(a.Name, b.Name))
	})
	n := min(len(list), limit)
	return list[:n], len(list) - n
}

func weight(r nodeRow) int {
	switch {
	case r.Trouble:
		return 2
	case len(r.Causes) > 0:
		return 1
	}
	return 0
}

// conditionsOf says the last word of each condition of a node: all is well, or what is not.
func conditionsOf(v *view.View, t *timeline.Timeline) (text string, trouble bool) {
	last := map[string]timeline.Entry{}
	var order []string
	for _, e := range t.Entries {
		if e.Kind != timeline.Condition {
			continue
		}
		if _, found := last[e.Condition]; !found {
			order = append(order, e.Condition)
		}
		last[e.Condition] = e
	}
	var bad []string
	for _, c := range order {
		e := last[c]
		if want := map[bool]string{true: "True", false: "False"}[c == "Ready"]; e.To != want {
			bad = append(bad, strings.TrimSpace(c+" "+e.To+" since "+v.Clock(e.At)))
		}
	}
	ready, found := last["Ready"]
	switch {
	case len(bad) > 0:
		return strings.Join(bad, ", "), true
	case found:
		return "Ready since " + v.Since(ready.At), false
	}
	return "conditions are not recorded", false
}
