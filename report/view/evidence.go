package view

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// Place is where evidence stands, as "podtriage cat" takes it.
func Place(e rules.Evidence) string { return loader.Position{File: e.File, Line: e.Line}.String() }

// Places says how the places of evidence are meant, or "" where no evidence is about a field.
func (v *View) Places() string {
	for i := range v.Incidents {
		for _, e := range v.Incidents[i].Evidence {
			if e.Field != "" && e.Line > 0 && e.ID != "" {
				return "The line at a field is where its object begins; \"" + v.Program + " cat SOURCE " + e.ID + "\" shows the field's own lines."
			}
		}
	}
	return ""
}

// Subject is what evidence is about: object and field.
func Subject(e rules.Evidence) string { return strings.TrimSpace(e.Object + " " + e.Field) }

// When says the time of evidence and how often it was seen.
func (v *View) When(e rules.Evidence) string {
	out := v.Span(e.At, e.Until)
	if e.Count > 1 {
		out = strings.TrimPrefix(out+fmt.Sprintf(", x%d", e.Count), ", ")
	}
	return out
}

// Window says when the incident was seen first and last.
func (v *View) Window(in *incident.Incident) string {
	if in.FirstSeen.IsZero() {
		return ""
	}
	if now := v.Capture.Time; in.Severity != rules.Info && !now.IsZero() && !in.LastSeen.Before(now) && in.LastSeen.After(in.FirstSeen) {
		return "since " + v.Clock(in.FirstSeen) + ", still so at the dump time"
	}
	return v.Span(in.FirstSeen, in.LastSeen)
}

// ChangesCluster reports a step that changes the cluster and does not say so in its words: a report has to.
func ChangesCluster(s rules.Step) bool {
	return s.Kind == rules.Fix && s.Command != "" && !strings.Contains(s.Text, "(changes ")
}

// Lack says what is missing, how, and why.
func Lack(m analyzer.Missing) string {
	out := m.What + ": " + string(m.State)
	if m.Why != "" {
		out += "; " + m.Why
	}
	return out
}
