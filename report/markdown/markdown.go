// Package markdown writes the report as a ticket in GitHub-flavoured Markdown. In goes a View, out come at most as many
// bytes as the budget allows: what the customer is asked for first, then the causes; what did not fit is named.
package markdown

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// Limits of one ticket; Fit takes care of the rest.
const (
	tableRows     = 40
	tableUnknowns = 8
	evidenceRows  = 10
	cellBytes     = 320
	textBytes     = 1200
	momentsShown  = 25
	effectsShown  = 8
)

// Write writes the ticket in at most budget bytes.
func Write(w io.Writer, v *view.View, budget int) error {
	t := ticket{v}
	var sections []view.Section
	for i := range v.Incidents {
		sections = append(sections, t.section(&v.Incidents[i]))
	}
	leftOut := func(evidence, causes []string, details bool) string {
		if s := view.LeftOut(evidence, causes, details); s != "" {
			return "*" + s + "*\n\n"
		}
		return ""
	}
	_, err := io.WriteString(w, view.Fit(t.head(), t.tail(), sections, budget, leftOut))
	return err
}

type ticket struct{ *view.View }

func (t ticket) head() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- podtriage:ticket v1 -->\n## Kubernetes triage: %s", prose(t.Name()))
	if at := t.Date(); at != "" {
		b.WriteString(", dump of " + prose(at))
	}
	fmt.Fprintf(&b, "\n\n**%s**\n\n", prose(t.Headline()))
	for _, s := range []string{t.FocusLine(), t.HiddenLine()} {
		if s != "" {
			b.WriteString(prose(s) + "\n\n")
		}
	}
	b.WriteString(t.table())
	b.WriteString(t.asks())
	return b.String()
}

func (t ticket) table() string {
	rows := t.Rows(tableRows, tableUnknowns)
	if len(rows) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("| # | Severity | What | Size | Since (UTC) | Confidence |\n|---|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", r.ID, view.Label(r.Severity), cell(escape.Short(r.Title, cellBytes)), r.Size, r.Since, r.Confidence)
	}
	return b.String() + "\n"
}

// asks is the list of what the customer is to send.
func (t ticket) asks() string {
	list, more := t.Asks()
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("**We need from you**\n\n")
	for i, a := range list {
		line := cmp.Or(prose(escape.Short(a.Text, textBytes)), "the output of this command")
		if causes := a.Causes(); causes != "" {
			line += " (" + causes + ")"
		}
		fmt.Fprintf(&b, "%d. %s\n", i+1, line)
		if a.Command != "" {
			b.WriteString(block("   ", "sh", escape.Short(a.Command, textBytes)))
		}
	}
	if more > 0 {
		fmt.Fprintf(&b, "\n%s in the full report.\n", view.Count(more, "more request"))
	}
	return b.String() + "\nNone of these changes the cluster.\n\n"
}

func (t ticket) section(in *incident.Incident) view.Section {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s. %s\n\n", in.ID, prose(escape.Short(in.Title, cellBytes)))
	point := func(label, s string) {
		if s != "" {
			fmt.Fprintf(&b, "- **%s:** %s\n", label, prose(escape.Short(s, textBytes)))
		}
	}
	point("Rule", in.Rule+", "+string(in.Severity)+", fingerprint "+in.Fingerprint)
	point("Impact", in.Impact)
	point("Cause ("+string(in.Confidence)+")", in.Cause)
	point("Trigger", in.Trigger)
	for i, e := range in.Effects {
		if i == effectsShown {
			point("Effect", view.Count(len(in.Effects)-i, "more effect")+" in the full report")
			break
		}
		point("Effect ("+string(e.Confidence)+")", e.Text)
	}
	for _, n := range in.Notes {
		point("Note", n)
	}
	point("Seen", t.Window(in))
	for _, s := range in.RuledOut {
		point("Ruled out", s)
	}
	for _, s := range in.Unknown {
		point("Cannot tell", s)
	}
	b.WriteString(steps(in.Next))
	return view.Section{ID: in.ID, Core: b.String() + "\n", Evidence: t.evidence(in.Evidence), More: t.timeline(in)}
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
		if s.Kind == rules.Fix && s.Command != "" && !strings.Contains(s.Text, "(changes ") {
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
	fmt.Fprintf(&b, "<details><summary>Evidence %s to %s</summary>\n\n| | File in the dump | What it says |\n|---|---|---|\n", list[0].ID, list[len(list)-1].ID)
	for i, e := range list {
		if i == evidenceRows {
			fmt.Fprintf(&b, "| | | %s |\n", view.Number(len(list)-i)+" more in the full report")
			break
		}
		what := cell(escape.Short(view.Subject(e), cellBytes))
		if when := t.When(e); when != "" {
			what += ", " + cell(when)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", e.ID, cellCode(escape.Short(view.Place(e), cellBytes)), strings.TrimSpace(what+": "+cellCode(escape.Short(e.Text, cellBytes))))
	}
	return b.String() + "\n</details>\n\n"
}

// timeline lists the past of the first Pod of the cause.
func (t ticket) timeline(in *incident.Incident) string {
	tl := t.TimelineOf(in.Affected)
	if tl == nil {
		return ""
	}
	entries := tl.Entries
	var lines []string
	if n := len(entries) - momentsShown; n > 0 {
		lines = append(lines, view.Count(n, "earlier entry")+" in the full report")
		entries = entries[n:]
	}
	for _, e := range entries {
		lines = append(lines, t.Moment(e)+"  "+escape.Short(strings.ReplaceAll(view.Story(e), "\n", " "), cellBytes))
	}
	return "<details><summary>Timeline of the first object</summary>\n\n" + code(tl.Object.String()) + "\n\n" + block("", "text", strings.Join(lines, "\n")) + "\n</details>\n\n"
}

func (t ticket) tail() string {
	var b strings.Builder
	for i, g := range t.Unknowns() {
		if i == 0 {
			b.WriteString("### Without a cause\n\n")
		}
		if i == tableUnknowns {
			b.WriteString("- more in the full report\n")
			break
		}
		fmt.Fprintf(&b, "- %s, %s: %s\n", cell(escape.Short(g.Owner, cellBytes)), view.Count(len(g.Pods), "pod"), prose(escape.Short(g.First.Text, cellBytes)))
	}
	b.WriteString("\n### What the dump cannot show\n\n")
	for i, m := range t.Missing {
		if i == tableUnknowns {
			break
		}
		fmt.Fprintf(&b, "- %s\n", prose(escape.Short(view.Lack(m), cellBytes)))
	}
	troubles := t.Troubles()
	for i, line := range troubles {
		if i == tableUnknowns {
			fmt.Fprintf(&b, "- %s reading it, in the full report\n", view.Count(len(troubles)-i, "more problem"))
			break
		}
		fmt.Fprintf(&b, "- could not be used: %s\n", prose(escape.Short(line, cellBytes)))
	}
	fmt.Fprintf(&b, "\n<sub>%s %s; %s; dump time %s %s Facts come from the dump only; nothing was read from a live cluster.</sub>\n",
		prose(t.Tool.Name), prose(t.Tool.Version), prose(t.Checked()), prose(t.DumpTime()), prose(t.Redacted()))
	return strings.TrimLeft(b.String(), "\n")
}
