package markdown

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/strip"
	"github.com/podtriage/podtriage/report/view"
)

// section is a cause in full.
func (t ticket) section(in *incident.Incident) view.Section {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s. %s\n\n", prose(in.ID), prose(escape.Short(in.Title, cellBytes)))
	point := func(label, s string) {
		if s != "" {
			fmt.Fprintf(&b, "- **%s:** %s\n", label, prose(escape.Short(s, textBytes)))
		}
	}
	point("Rule", in.Rule+", "+string(in.Severity)+", fingerprint "+in.Fingerprint)
	if link := t.Runbook(in); link != "" {
		fmt.Fprintf(&b, "- **Runbook:** <%s>\n", link)
	}
	for _, c := range t.Claims(in) {
		if c.Confidence != "" {
			c.Label += " (" + prose(string(c.Confidence)) + ")"
		}
		point(c.Label, c.Text)
	}
	b.WriteString(steps(in.Next))
	return view.Section{ID: in.ID, Core: b.String() + "\n", Evidence: t.evidence(in.Evidence), More: t.timeline(in)}
}

// short is a cause in one line.
func (t ticket) short(in *incident.Incident, first bool) string {
	out := "- **" + prose(in.ID) + ".** " + prose(escape.Short(in.Title, cellBytes)) + " (" +
		prose(view.Label(in.Severity)+", "+string(in.Confidence)+", "+in.Rule)
	if !in.FirstSeen.IsZero() {
		out += ", since " + t.Clock(in.FirstSeen)
	}
	if first {
		out = "### More causes in short\n\n" + out
	}
	return out + ")\n"
}

// steps lists what to check and what to change; requests stand at the top of the ticket.
func steps(list []rules.Step) string {
	var b strings.Builder
	for _, s := range list {
		label := map[rules.StepKind]string{rules.Check: "Check", rules.Fix: "Possible fix"}[s.Kind]
		if label == "" {
			continue
		}
		fmt.Fprintf(&b, "- **%s**", label)
		if view.ChangesCluster(s) {
			b.WriteString(" (changes the cluster)")
		}
		fmt.Fprintf(&b, ": %s\n", prose(escape.Short(s.Text, textBytes)))
		if s.Command != "" {
			b.WriteString(block("  ", "sh", escape.Short(s.Command, textBytes)))
		}
	}
	return b.String()
}

func (t ticket) evidence(list []rules.Evidence) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<details><summary>Evidence %s to %s</summary>\n\n| | File in the dump | What it says |\n|---|---|---|\n",
		list[0].ID, list[len(list)-1].ID)
	for i, e := range list {
		if i == evidenceRows {
			fmt.Fprintf(&b, "| | | %s |\n", view.Number(len(list)-i)+" more in the full report")
			break
		}
		what := cell(escape.Short(view.Subject(e), cellBytes))
		if when := t.When(e); when != "" {
			what += ", " + cell(when)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", e.ID, cellCode(escape.Short(view.Place(e), cellBytes)),
			strings.TrimSpace(what+": "+cellCode(escape.Short(e.Text, cellBytes))))
	}
	return b.String() + "\n</details>\n\n"
}

// timeline draws the past of the first Pod of the cause, and lists it.
func (t ticket) timeline(in *incident.Incident) string {
	tl := t.TimelineOf(in.Affected)
	if tl == nil {
		return ""
	}
	var lines []string
	if drawn, found := strip.Draw(*tl, t.Capture.Time, stripWidth); found {
		lines = append(append(append(lines, drawn.Lines...), drawn.Scale, strings.Join(drawn.Legend, "   ")), "")
	}
	entries := tl.Entries
	if n := len(entries) - momentsShown; n > 0 {
		lines = append(lines, view.Count(n, "earlier entry")+" in the full report")
		entries = entries[n:]
	}
	for _, e := range entries {
		lines = append(lines, t.Moment(e)+"  "+escape.Short(strings.ReplaceAll(view.Story(e), "\n", " "), cellBytes))
	}
	return "<details><summary>Timeline of the first object</summary>\n\n" + code(tl.Object.String()) + "\n\n" + block("", "text",
		strings.Join(lines, "\n")) + "\n</details>\n\n"
}
