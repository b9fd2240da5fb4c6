package jira

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// section is a cause in full.
func (c comment) section(in *incident.Incident) view.Section {
	var b strings.Builder
	fmt.Fprintf(&b, "h3. %s. %s\n\n", text(in.ID), text(escape.Short(in.Title, lineBytes)))
	point := func(label, s string) {
		if s != "" {
			fmt.Fprintf(&b, "* *%s:* %s\n", label, text(escape.Short(s, textBytes)))
		}
	}
	for _, k := range c.Claims(in) {
		if k.Confidence != "" {
			k.Label += ", " + text(string(k.Confidence))
		}
		point(k.Label, k.Text)
	}
	for _, s := range in.Next {
		if s.Kind == rules.Ask {
			continue
		}
		point(map[rules.StepKind]string{rules.Check: "Check", rules.Fix: "Possible fix, changes the cluster"}[s.Kind], s.Text+" ")
		if s.Command != "" {
			b.WriteString(verbatim("", escape.Short(s.Command, textBytes)))
		}
	}
	return view.Section{ID: in.ID, Core: b.String() + "\n", Evidence: c.evidence(in.Evidence)}
}

// short is a cause in one line.
func (c comment) short(in *incident.Incident, first bool) string {
	out := "* *" + text(in.ID) + ".* " + text(escape.Short(in.Title,
		lineBytes)+" ("+view.Label(in.Severity)+", "+string(in.Confidence)+", "+in.Rule)
	if !in.FirstSeen.IsZero() {
		out += text(", since " + c.Clock(in.FirstSeen))
	}
	if first {
		out = "h3. More causes in short\n\n" + out
	}
	return out + ")\n"
}

func (c comment) evidence(list []rules.Evidence) string {
	var lines []string
	for i, e := range list {
		if i == evidenceLines {
			lines = append(lines, view.Number(len(list)-i)+" more in the full report")
			break
		}
		what := strings.TrimSuffix(view.Subject(e)+", "+c.When(e), ", ")
		lines = append(lines, e.ID+" "+view.Place(e)+"  "+what, "   "+escape.Short(strings.ReplaceAll(e.Text, "\n", " "), lineBytes))
	}
	if len(lines) == 0 {
		return ""
	}
	return verbatim(":title=Evidence", strings.Join(lines, "\n")) + "\n"
}
