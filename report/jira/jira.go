// Package jira writes the report in Jira's wiki markup. In goes a View, out come at most as many bytes as the budget
// allows; what did not fit is named. Everything from the dump is escaped or stands in a noformat block, so that no macro
// of it is run.
package jira

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

const (
	evidenceLines = 8
	lineBytes     = 300
	textBytes     = 1000
)

// Write writes the comment in at most budget bytes.
func Write(w io.Writer, v *view.View, budget int) error {
	c := comment{v}
	aside := func(s string) string { return "\n_" + s + "_\n\n" }
	_, err := io.WriteString(w, v.Ticket(view.Ticket{Head: c.head, Tail: c.tail, Cause: c.section, Short: c.short, Aside: aside}, budget))
	return err
}

type comment struct{ *view.View }

func (c comment) head(m view.Measure) string {
	var b strings.Builder
	b.WriteString("h2. Kubernetes triage: " + text(escape.Short(c.Name(), lineBytes)))
	if at := c.Date(); at != "" {
		b.WriteString(", dump of " + text(at))
	}
	fmt.Fprintf(&b, "\n\n*%s*\n\n", text(escape.Short(c.Headline(), textBytes)))
	for _, s := range c.Alone() {
		b.WriteString("Analyze alone: " + text(escape.Short(s, lineBytes)) + "\n\n")
	}
	for _, s := range []string{c.Unpack(), c.FocusLine(), c.HiddenLine()} {
		if s != "" {
			b.WriteString(text(s) + "\n\n")
		}
	}
	return b.String() + c.asks(m.Asks) + c.table(m)
}

func (c comment) table(m view.Measure) string {
	rows := c.Rows(m.Rows, m.Unknowns)
	if len(rows) == 0 || m.Rows == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("||No.||Severity||What||Size||Since (UTC)||\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "|%s|%s|%s|%s|%s|\n", text(r.ID), view.Label(r.Severity), text(escape.Short(r.Title, lineBytes)), r.Size,
			text(r.Since+" "))
	}
	return b.String() + "\n"
}

// asks is the list of what the customer is to send.
func (c comment) asks(limit int) string {
	list, more := c.Asks(limit)
	if len(list)+more == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("h3. We need from you\n\n")
	for _, a := range list {
		line := cmp.Or(escape.Short(a.Text, textBytes), "the output of this command")
		if causes := a.Causes(); causes != "" {
			line += " (" + causes + ")"
		}
		fmt.Fprintf(&b, "* %s\n", text(line))
		if a.Command != "" {
			b.WriteString(verbatim("", escape.Short(a.Command, textBytes)))
		}
	}
	if more > 0 {
		fmt.Fprintf(&b, "* %s in the full report\n", view.Count(more, "more request"))
	}
	return b.String() + "\nNone of these changes the cluster.\n\n"
}

func (c comment) tail(m view.Measure) string {
	var b strings.Builder
	groups := c.Unknowns()
	if len(groups) > 0 {
		b.WriteString("h3. Without a cause\n\n")
	}
	for i, g := range groups {
		if i == m.Unknowns {
			b.WriteString("* more in the full report\n")
			break
		}
		fmt.Fprintf(&b, "* %s\n", text(escape.Short(g.Owner, lineBytes)+", "+view.Count(len(g.Pods),
			"pod")+": "+escape.Short(g.First.Text, lineBytes)))
	}
	b.WriteString("\nh3. What the dump cannot show\n\n")
	for _, line := range c.CannotShow(m) {
		fmt.Fprintf(&b, "* %s\n", text(escape.Short(line, lineBytes)))
	}
	fmt.Fprintf(&b, "\n%s %s. %s %s\n", text(c.Tool.Name), text(c.Tool.Version), text(c.Checked()), text(c.Redacted()))
	return strings.TrimLeft(b.String(), "\n")
}
