// Package jira writes the report in Jira's wiki markup. In goes a View, out come at most as many bytes as the budget
// allows; what did not fit is named. Everything from the dump is escaped or stands in a noformat block, so that no macro
// of it is run.
package jira

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

const (
	tableRows     = 25
	tableUnknowns = 6
	evidenceLines = 8
	lineBytes     = 300
	textBytes     = 1000
)

// Write writes the comment in at most budget bytes.
func Write(w io.Writer, v *view.View, budget int) error {
	c := comment{v}
	var sections []view.Section
	for i := range v.Incidents {
		sections = append(sections, c.section(&v.Incidents[i]))
	}
	leftOut := func(evidence, causes []string, details bool) string {
		if s := view.LeftOut(evidence, causes, details); s != "" {
			return "_" + s + "_\n\n"
		}
		return ""
	}
	_, err := io.WriteString(w, view.Fit(c.head(), c.tail(), sections, budget, leftOut))
	return err
}

type comment struct{ *view.View }

func (c comment) head() string {
	var b strings.Builder
	fmt.Fprintf(&b, "h2. Kubernetes triage: %s, dump of %s\n\n*%s*\n\n", text(c.Name()), text(c.Date()), text(c.Headline()))
	for _, s := range []string{c.FocusLine(), c.HiddenLine()} {
		if s != "" {
			b.WriteString(text(s) + "\n\n")
		}
	}
	if rows := c.Rows(tableRows, tableUnknowns); len(rows) > 0 {
		b.WriteString("||No.||Severity||What||Size||Since (UTC)||\n")
		for _, r := range rows {
			fmt.Fprintf(&b, "|%s|%s|%s|%s|%s|\n", text(r.ID), view.Label(r.Severity), text(escape.Short(r.Title, lineBytes)), r.Size, text(r.Since+" "))
		}
		b.WriteString("\n")
	}
	list, more := c.Asks()
	for i, a := range list {
		if i == 0 {
			b.WriteString("h3. We need from you\n\n")
		}
		fmt.Fprintf(&b, "* %s\n", text(cmp.Or(escape.Short(a.Text, textBytes), "the output of this command")+" "+a.Causes()))
		if a.Command != "" {
			b.WriteString(verbatim("", escape.Short(a.Command, textBytes)))
		}
	}
	if more > 0 {
		fmt.Fprintf(&b, "* %s in the full report\n", view.Count(more, "more request"))
	}
	if len(list) > 0 {
		b.WriteString("\nNone of these changes the cluster.\n\n")
	}
	return b.String()
}

func (c comment) section(in *incident.Incident) view.Section {
	var b strings.Builder
	fmt.Fprintf(&b, "h3. %s. %s\n\n", in.ID, text(escape.Short(in.Title, lineBytes)))
	point := func(label, s string) {
		if s != "" {
			fmt.Fprintf(&b, "* *%s:* %s\n", label, text(escape.Short(s, textBytes)))
		}
	}
	point("Impact", in.Impact)
	point("Cause, "+string(in.Confidence), in.Cause)
	point("Trigger", in.Trigger)
	for _, n := range in.Notes {
		point("Note", n)
	}
	for _, s := range in.RuledOut {
		point("Ruled out", s)
	}
	for _, s := range in.Unknown {
		point("Cannot tell", s)
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

func (c comment) tail() string {
	var b strings.Builder
	b.WriteString("h3. What the dump cannot show\n\n")
	for i, m := range c.Missing {
		if i == tableUnknowns {
			break
		}
		fmt.Fprintf(&b, "* %s\n", text(escape.Short(view.Lack(m), lineBytes)))
	}
	for i, p := range c.Problems {
		if i == tableUnknowns {
			fmt.Fprintf(&b, "* %s in the full report\n", view.Count(len(c.Problems)-i, "more problem"))
			break
		}
		fmt.Fprintf(&b, "* could not be used: %s\n", text(escape.Short(view.Trouble(p), lineBytes)))
	}
	fmt.Fprintf(&b, "\n%s %s; %s %s\n", text(c.Tool.Name), text(c.Tool.Version), text(c.Checked()), text(c.Redacted()))
	return b.String()
}

// text writes text as one line: each sign that the wiki may act on stands behind a backslash.
func text(s string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(s), " ") {
		if strings.ContainsRune(`\{}[]|*_-+^~!?@#`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// verbatim writes text as a noformat block. The block's own end within the text is parted by a space.
func verbatim(title, s string) string {
	return "{noformat" + title + "}\n" + strings.ReplaceAll(s, "{noformat", "{ noformat") + "\n{noformat}\n"
}
