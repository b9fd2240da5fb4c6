package postmortem

import (
	"strings"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/analyzer/timeline"
)

func (d *draft) questions() {
	d.section("Open questions (from the gaps of the dump)")
	d.table("Question", "What would settle it", "Answer")
	seen := map[string]bool{}
	for _, in := range d.causes {
		for _, q := range in.Unknown {
			if !seen[q] {
				seen[q] = true
				d.row(name(in)+": "+q, asks(in.Next), people)
			}
		}
	}
	for _, u := range d.Unexplained {
		d.row(u.Object.String()+": "+u.Text, asks(u.Next), people)
	}
	for _, c := range d.clashes() {
		d.row(c, "the object's full history (watch, audit log)", people)
	}
	if !d.Capture.EventsSince.IsZero() {
		d.row("What happened before "+d.Clock(d.Capture.EventsSince)+"?", "an event archive, monitoring", people)
	}
}

// asks are the requests for data among the next steps.
func asks(steps []rules.Step) string {
	var out []string
	for _, s := range steps {
		if s.Kind == rules.Ask || s.Kind == rules.Check {
			text := s.Command
			if text == "" {
				text = s.Text
			}
			out = append(out, text)
		}
	}
	return strings.Join(out[:min(len(out), 2)], "; ")
}

// clashes are where sources disagree about the causes' objects.
func (d *draft) clashes() []string {
	var out []string
	for _, t := range d.Timelines {
		for _, e := range t.Entries {
			if _, ok := d.about[t.Object.Key()]; ok && e.Reason == "Clash" && e.Kind == timeline.Gap && len(out) < 20 {
				out = append(out, t.Object.String()+": "+strings.TrimPrefix(e.Text, "clash: "))
			}
		}
	}
	return out
}
