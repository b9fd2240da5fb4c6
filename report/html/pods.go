package html

import (
	"cmp"
	"strings"

	"github.com/podtriage/podtriage/report/view"
)

// podTable is the table of Pods: all that are in trouble, and the healthy ones where they are few; else counts of them.
type podTable struct {
	Rows    []podRow
	Healthy []healthy
	Dropped int // Pods that have no row
	Owners  int // Pods of workloads that have no row
}

type podRow struct {
	Name, Ready, Status, Restarts, Age, Node, Incident string
	Healthy                                            bool
}

type healthy struct {
	Owner string
	Pods  int
}

// pods puts the Pods in trouble first; where the healthy ones are many, each of their owners is one row.
func pods(v *view.View, l limits) podTable {
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
				t.addHealthy(p.Namespace+"/"+cmp.Or(afterSlash(p.Owner), p.Name), at, l.owners)
			case len(t.Rows) == l.pods:
				t.Dropped++
			default:
				t.Rows = append(t.Rows, podRow{p.Namespace + "/" + p.Name, p.Ready, p.Status, p.Restarts, p.Age, p.Node, p.Incident, p.Healthy})
			}
		}
	}
	return t
}

// addHealthy counts a healthy Pod of the owner; of owners beyond the most only the Pods are counted.
func (t *podTable) addHealthy(owner string, at map[string]int, most int) {
	i, found := at[owner]
	if !found && len(t.Healthy) == most {
		t.Owners++
		return
	}
	if !found {
		i = len(t.Healthy)
		at[owner] = i
		t.Healthy = append(t.Healthy, healthy{Owner: owner})
	}
	t.Healthy[i].Pods++
}

func afterSlash(s string) string {
	_, name, _ := strings.Cut(s, "/")
	return name
}
