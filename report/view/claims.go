package view

import (
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
)

// Limits of the claims of one cause in a ticket.
const (
	claimedEffects = 8
	claimedNotes   = 3
)

// Claim is one sentence about a cause.
type Claim struct {
	Label      string // such as Impact, Trigger
	Confidence rules.Confidence
	Text       string
}

// Claims says what a ticket says of a cause, in the order in which it is read. What is too much is counted.
func (v *View) Claims(in *incident.Incident) []Claim {
	list := []Claim{{"Impact", "", in.Impact}, {"Cause", in.Confidence, in.Cause}, {"Trigger", in.TriggerConfidence, in.Trigger}}
	add := func(label string, c rules.Confidence, text string) { list = append(list, Claim{label, c, text}) }
	effects := Effects(in)
	for _, e := range effects[:min(len(effects), claimedEffects)] {
		add("Effect", e.Confidence, e.Text)
	}
	if n := len(effects) - claimedEffects; n > 0 {
		add("Effect", "", Count(n, "more effect")+" in the full report")
	}
	for _, n := range in.Notes[:min(len(in.Notes), claimedNotes)] {
		add("Note", "", n)
	}
	if n := len(in.Notes) - claimedNotes; n > 0 {
		add("Note", "", Count(n, "more note")+" in the full report")
	}
	add("Seen", "", v.Window(in))
	for _, s := range in.RuledOut {
		add("Ruled out", "", s)
	}
	for _, s := range in.Unknown {
		add("Cannot tell", "", s)
	}
	return list
}
