package view

import (
	"strings"

	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/escape"
)

// Habit is one thing that is not good practice, as a line shows it.
type Habit struct {
	Title, Rule string
	Names       string // of the first few that have it, and how many more do
}

// habitNames is how many names a line shows.
const habitNames = 5

// Habits are what --hygiene asked for.
func (v *View) Habits() []Habit {
	var out []Habit
	for _, h := range v.Hygiene {
		out = append(out, Habit{h.Title, h.Rule, habitual(h.Objects)})
	}
	return out
}

func habitual(list []loader.Ref) string {
	var names []string
	for _, r := range list[:min(habitNames, len(list))] {
		names = append(names, escape.Short(r.Path(), 120))
	}
	text := strings.Join(names, ", ")
	if n := len(list) - len(names); n > 0 {
		text += " and " + Number(n) + " more"
	}
	return text
}
