package report

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// identity says in a few lines what was read and as of when.
func (t *text) identity() {
	t.labeled("", t.Name(), len(t.Name())+3, strings.Join(t.Origin(), ", "))
	t.labeled("  ", "dump time", 13, t.DumpTime())
	t.labeled("  ", "cluster", 13, t.Cluster())
	t.labeled("  ", "events", 13, t.EventWindow())
}

// verdict is the headline, with what the reader asked about and what was left out.
func (t *text) verdict() {
	t.line("")
	for _, l := range wrap(t.Headline(), t.width) {
		t.line("%s", t.Heading(l))
	}
	for _, s := range []string{t.FocusLine(), t.HiddenLine()} {
		if s != "" {
			t.line("%s", strings.Join(wrap(s, t.width), "\n"))
		}
	}
}

// row is one line of the table of causes.
type row struct {
	id       string
	severity rules.Severity
	title    string
	size     string
	since    string
	statuses string
}

func (t *text) rows() []row {
	var out []row
	for i := range t.Incidents {
		in := &t.Incidents[i]
		out = append(out, row{in.ID, in.Severity, in.Title, t.Size(in), t.Since(in.FirstSeen), view.Statuses(t.PodsOf(in))})
	}
	unknown := t.Unknowns()
	for i, g := range unknown {
		if i == unknownRows && len(unknown) > unknownRows+1 {
			rest := 0
			for _, g := range unknown[i:] {
				rest += len(g.Pods)
			}
			return append(out, row{id: "-", title: "more without a cause found, listed below", size: view.Count(rest, "pod")})
		}
		out = append(out, row{id: "-", title: g.Title(), size: view.Count(len(g.Pods), "pod"), since: t.Since(g.Since), statuses: g.Status})
	}
	return out
}

// unknownRows is how many groups of unexplained Pods have a row of their own.
const unknownRows = 8

// table draws a row for every cause and every Pod without one.
func (t *text) table() {
	rows := t.rows()
	if len(rows) == 0 {
		return
	}
	t.line("")
	if t.width >= 110 {
		t.wideTable(rows)
		return
	}
	size, since := 0, 0
	for _, r := range rows {
		size, since = max(size, len(r.size)), max(since, len(r.since))
	}
	title := t.width - 16 - size - 2 - since - 1
	for _, r := range rows {
		lines := wrap(r.title, title)
		t.line("%4s  %s  %s  %-*s  %s", r.id, t.word(r.severity), pad(lines[0], title), size, r.size, r.since)
		t.below(16, lines)
	}
}

// wideTable has a head and shows what kubectl shows.
func (t *text) wideTable(rows []row) {
	head := row{id: "", severity: "", title: "WHAT", size: "SIZE", since: "SINCE", statuses: "KUBECTL STATUS"}
	size, since, status := len(head.size), len(head.since), len(head.statuses)
	for _, r := range rows {
		size, since, status = max(size, len(r.size)), max(since, len(r.since)), max(status, escape.Width(r.statuses))
	}
	status = min(status, 28)
	column := 16 + since + 2 + size + 2 + status + 2
	t.line("%4s  %-8s  %-*s  %-*s  %-*s  %s", "", "SEVERITY", since, head.since, size, head.size, status, head.statuses, head.title)
	for _, r := range rows {
		lines, statuses := wrap(r.title, t.width-column), wrap(r.statuses, status)
		for len(lines) < len(statuses) {
			lines = append(lines, "")
		}
		for i, l := range lines {
			s := ""
			if i < len(statuses) {
				s = statuses[i]
			}
			prefix := fmt.Sprintf("%4s  %s  %-*s  %-*s", r.id, t.word(r.severity), since, r.since, size, r.size)
			if i > 0 {
				prefix = strings.Repeat(" ", 16+since+2+size)
			}
			t.line("%s", strings.TrimRight(prefix+"  "+pad(s, status)+"  "+l, " "))
		}
	}
}

func (t *text) below(column int, lines []string) {
	for _, l := range lines[1:] {
		t.line("%*s%s", column, "", l)
	}
}

// word is the severity in a column of 8.
func (t *text) word(s rules.Severity) string {
	return t.Severity(s, view.Label(s)) + strings.Repeat(" ", max(8-len(view.Label(s)), 0))
}

// pad fills text with spaces to width columns.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(width-escape.Width(s), 0))
}
