// Package markdown writes the report as a ticket in GitHub-flavoured Markdown. In goes a View, out come at most as many
// bytes as the budget allows: what the customer is asked for first, then the causes; what did not fit is named.
package markdown

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// Limits of one ticket; view.Ticket takes care of the rest.
const (
	evidenceRows = 10
	cellBytes    = 320
	textBytes    = 1200
	momentsShown = 25
	stripWidth   = 90
	prints       = 10 // fingerprints in the first line
)

// Write writes the ticket in at most budget bytes.
func Write(w io.Writer, v *view.View, budget int) error {
	t := ticket{v}
	aside := func(s string) string { return "\n*" + s + "*\n\n" }
	_, err := io.WriteString(w, v.Ticket(view.Ticket{Head: t.head, Tail: t.tail, Cause: t.section, Short: t.short, Aside: aside}, budget))
	return err
}

type ticket struct{ *view.View }

// head is what a reader needs first. The comment before it lets a program find the ticket, and tickets of the same faults.
func (t ticket) head(m view.Measure) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- podtriage:ticket v1%s -->\n## Kubernetes triage: %s", t.fingerprints(), prose(escape.Short(t.Name(), cellBytes)))
	if at := t.Date(); at != "" {
		b.WriteString(", dump of " + prose(at))
	}
	fmt.Fprintf(&b, "\n\n**%s**\n\n", prose(escape.Short(t.Headline(), textBytes)))
	for _, c := range t.Alone() {
		b.WriteString("Analyze alone: " + code(escape.Short(c, cellBytes)) + "\n\n")
	}
	for _, s := range []string{t.Unpack(), t.FocusLine(), t.HiddenLine()} {
		if s != "" {
			b.WriteString(prose(escape.Short(s, cellBytes)) + "\n\n")
		}
	}
	return b.String() + t.asks(m.Asks) + t.table(m)
}

// fingerprints are those of the first causes.
func (t ticket) fingerprints() string {
	var out []string
	for i := range t.Incidents {
		if f := t.Incidents[i].Fingerprint; f != "" && len(out) < prints {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return " fp=" + strings.Join(out, ",")
}

func (t ticket) table(m view.Measure) string {
	rows := t.Rows(m.Rows, m.Unknowns)
	if len(rows) == 0 || m.Rows == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("| # | Severity | What | Size | Since (UTC) | Confidence |\n|---|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", number(r), view.Label(r.Severity), cell(escape.Short(r.Title, cellBytes)),
			r.Size, r.Since, r.Confidence)
	}
	return b.String() + "\n"
}

// number is the id of a row's cause, or the dash of one without.
func number(r view.Row) string {
	if r.ID == "-" {
		return r.ID
	}
	return cell(r.ID)
}

// asks is the list of what the customer is to send.
func (t ticket) asks(limit int) string {
	list, more := t.Asks(limit)
	switch {
	case len(list) == 0 && more == 0:
		return ""
	case len(list) == 0:
		return "**We need from you** " + view.Count(more, "thing") + ", named in the full report.\n\n"
	}
	var b strings.Builder
	b.WriteString("**We need from you**\n\n")
	for i, a := range list {
		line := cmp.Or(prose(escape.Short(a.Text, textBytes)), "the output of this command")
		if causes := a.Causes(); causes != "" {
			line += " (" + prose(causes) + ")"
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

func (t ticket) tail(m view.Measure) string {
	var b strings.Builder
	groups := t.Unknowns()
	if len(groups) > 0 {
		b.WriteString("### Without a cause\n\n")
	}
	for i, g := range groups {
		if i == m.Unknowns {
			b.WriteString("- more in the full report\n")
			break
		}
		fmt.Fprintf(&b, "- %s, %s: %s\n", cell(escape.Short(g.Owner, cellBytes)), view.Count(len(g.Pods), "pod"),
			prose(escape.Short(g.First.Text, cellBytes)))
	}
	for i, h := range t.Habits() {
		if i == 0 {
			b.WriteString("\n### Hygiene, as asked for: no failure, and no cause of one\n\n")
		}
		fmt.Fprintf(&b, "- %s (%s): %s\n", prose(h.Title), h.Rule, prose(h.Names))
	}
	b.WriteString("\n### What the dump cannot show\n\n")
	for _, line := range t.CannotShow(m) {
		fmt.Fprintf(&b, "- %s\n", prose(escape.Short(line, cellBytes)))
	}
	fmt.Fprintf(&b, "\n<sub>%s %s. %s Dump time %s %s Facts come from the dump only; nothing was read from a live cluster.</sub>\n",
		prose(t.Tool.Name), prose(t.Tool.Version), prose(t.Checked()), prose(t.DumpTime()), prose(t.Redacted()))
	return strings.TrimLeft(b.String(), "\n")
}
