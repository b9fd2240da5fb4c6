package view

import (
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/rules"
)

// Ask is something to request from whoever has the cluster. It never changes the cluster.
type Ask struct {
	Text    string
	Command string
	For     []string // ids of the causes it would settle
}

// maxAsks keeps the list of requests one that people answer.
const maxAsks = 12

// Asks joins the requests of all causes, of the unexplained Pods and of what is missing, without repeats; what the first
// causes need comes first. The second result is how many more there are.
func (v *View) Asks() (list []Ask, more int) {
	for i := range v.Incidents {
		for _, s := range v.Incidents[i].Next {
			list = addAsk(list, s, v.Incidents[i].ID)
		}
	}
	for _, g := range v.Unknowns() {
		for _, s := range g.First.Next {
			list = addAsk(list, s, "")
		}
	}
	for _, m := range v.Missing {
		if m.Command != "" {
			list = addAsk(list, rules.Step{Kind: rules.Ask, Text: m.What, Command: m.Command}, "")
		}
	}
	n := min(len(list), maxAsks)
	return list[:n], len(list) - n
}

func addAsk(list []Ask, s rules.Step, id string) []Ask {
	if s.Kind != rules.Ask {
		return list
	}
	for i := range list {
		same := list[i].Command == s.Command && (s.Command != "" || list[i].Text == s.Text)
		if same || s.Command != "" && strings.Contains("\n"+list[i].Command+"\n", "\n"+s.Command+"\n") {
			if id != "" && !slices.Contains(list[i].For, id) {
				list[i].For = append(list[i].For, id)
			}
			return list
		}
	}
	a := Ask{Text: s.Text, Command: s.Command}
	if id != "" {
		a.For = []string{id}
	}
	return append(list, a)
}

// Causes says which causes a request would settle: "for cause 1", "for causes 1, 2", or "".
func (a Ask) Causes() string {
	switch len(a.For) {
	case 0:
		return ""
	case 1:
		return "for cause " + a.For[0]
	case 2, 3, 4:
		return "for causes " + strings.Join(a.For, ", ")
	}
	return "for causes " + strings.Join(a.For[:3], ", ") + " and others"
}
