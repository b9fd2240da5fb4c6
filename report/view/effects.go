package view

import (
	"cmp"
	"strings"

	"github.com/podtriage/podtriage/analyzer/incident"
)

// effectNames is how many objects a joined effect names.
const effectNames = 5

// Effects returns what else the incident broke. Effects that say the same of several objects are joined to one.
func Effects(in *incident.Incident) []incident.Effect {
	var out []incident.Effect
	var alike [][]string
	at := map[string]int{}
	for _, e := range in.Effects {
		key := string(e.Confidence) + " " + e.Object.Kind + " " + pattern(e)
		if i, found := at[key]; found {
			alike[i] = append(alike[i], cmp.Or(e.Object.Path(), e.Text))
			continue
		}
		at[key] = len(out)
		out, alike = append(out, e), append(alike, nil)
	}
	for i, names := range alike {
		if n := len(names); n > 0 {
			out[i].Text += " The same is true of " + strings.Join(names[:min(n, effectNames)], ", ")
			if n > effectNames {
				out[i].Text += " and " + Number(n-effectNames) + " more"
			}
			out[i].Text += "."
		}
	}
	return out
}

// pattern is an effect's text without the names of its object.
func pattern(e incident.Effect) string {
	words := strings.Fields(e.Text)
	for i, w := range words {
		switch bare := strings.Trim(w, `.,;:()"'`); bare {
		case e.Object.Path(), e.Object.Name, e.Object.Namespace:
			words[i] = strings.Replace(w, bare, "%", 1)
		}
	}
	return strings.Join(words, " ")
}
