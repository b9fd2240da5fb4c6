package view

import (
	"strings"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/loader"
)

// Aside is what was set aside of one object, or the same of several.
type Aside struct {
	analyzer.SetAside              // of the first; with the count of all and the newest time
	Objects           []loader.Ref // whose it is
}

// asideNamed is how many objects of one text are named.
const asideNamed = 3

// Asides joins what was set aside of several objects in the same words and for the same reason.
func (v *View) Asides() []Aside {
	var out []Aside
	at := map[[2]string]int{}
	for _, a := range v.SetAside {
		key := [2]string{a.Text, a.Reason}
		i, found := at[key]
		if !found {
			at[key] = len(out)
			out = append(out, Aside{a, []loader.Ref{a.Object}})
			continue
		}
		out[i].Objects = append(out[i].Objects, a.Object)
		out[i].Count = max(out[i].Count, 1) + max(a.Count, 1)
		if a.At.After(out[i].At) {
			out[i].At = a.At
		}
	}
	return out
}

// Who names the object, or counts several and names the first.
func (a Aside) Who() string {
	n := len(a.Objects)
	if n == 1 {
		return a.Object.Path()
	}
	kind, names := a.Object.Kind, []string(nil)
	for _, r := range a.Objects {
		if r.Kind != kind {
			kind = "object"
		}
		if len(names) < asideNamed {
			names = append(names, r.Path())
		}
	}
	more := ""
	if n > asideNamed {
		more = " and " + Number(n-asideNamed) + " more"
	}
	return Count(n, kind) + " (" + strings.Join(names, ", ") + more + ")"
}
