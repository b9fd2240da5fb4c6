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
	name, origin := escape.Short(t.Name(), 400), strings.Join(t.Origin(), ", ")
	if escape.Width(name)+3+escape.Width(origin) > t.width {
		t.line("%s", strings.Join(wrap(name, t.width), "\n"))
		t.labeled("  ", "source", 13, origin)
	} else {
		t.line("%s   %s", name, origin)
	}
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
	label := "Analyze alone:"
	for _, c := range t.Alone() {
		t.command(label, c)
		label = ""
	}
	for _, s := range []string{t.Unpack(), t.FocusLine(), t.HiddenLine()} {
		if s != "" {
			t.line("%s", strings.Join(wrap(s, t.width), "\n"))
		}
	}
}

// tall is how many rows have room for their whole title. In a longer table a row is one line, so that it can be skimmed.
const tall = 25

// table draws a row for every cause and every Pod without one.
func (t *text) table() {
	rows := t.Rows(t.show.table, t.show.rows)
	if len(rows) == 0 {
		return
	}
	t.line("")
	if t.width >= 110 {
		t.wideTable(rows)
		return
	}
	if len(rows) > tall {
		t.tallTable(rows)
		return
	}
	size, since := 0, 0
	for _, r := range rows {
		size, since = max(size, len(r.Size)), max(since, len(r.Since))
	}
	title := t.width - 16 - size - 2 - since - 2
	for _, r := range rows {
		lines := wrap(r.Title, title)
		t.line("%4s  %s  %s  %-*s  %s", r.ID, t.word(r.Severity), pad(lines[0], title), size, r.Size, r.Since)
		t.below(16, lines)
	}
}

// whole is how many rows of a longer table have their whole title all the same: those are read first.
const whole = 20

// tallTable has the severity once for all rows that share it, after the first rows a line a row, and times where there is room: the
// sections below tell those, and whole titles.
func (t *text) tallTable(rows []view.Row) {
	size, since := 0, 0
	for _, r := range rows {
		size, since = max(size, len(r.Size)), max(since, len(r.Since))
	}
	title := t.width - 6 - size - 2
	timed := t.width >= 100
	if timed {
		title -= since + 2
	}
	for i, r := range rows {
		if i == 0 || r.Severity != rows[i-1].Severity {
			t.line("%s", t.Severity(r.Severity, view.Label(r.Severity)))
		}
		lines := []string{cut(r.Title, title)}
		if i < whole {
			lines = wrap(r.Title, title)
		}
		line := fmt.Sprintf("%4s  %s  %s", r.ID, pad(lines[0], title), r.Size)
		if timed {
			line = pad(line, 6+title+2+size+2) + r.Since
		}
		t.line("%s", strings.TrimRight(line, " "))
		t.below(6, lines)
	}
}

// wideTable has a head and shows what kubectl shows.
func (t *text) wideTable(rows []view.Row) {
	head := view.Row{Title: "WHAT", Size: "SIZE", Since: "SINCE", Statuses: "KUBECTL STATUS"}
	size, since, status := len(head.Size), len(head.Since), len(head.Statuses)
	for _, r := range rows {
		size, since, status = max(size, len(r.Size)), max(since, len(r.Since)), max(status, escape.Width(r.Statuses))
	}
	status = min(status, 28)
	column := 16 + since + 2 + size + 2 + status + 2
	t.line("%4s  %-8s  %-*s  %-*s  %-*s  %s", "", "SEVERITY", since, head.Since, size, head.Size, status, head.Statuses, head.Title)
	for i, r := range rows {
		lines, statuses := wrap(r.Title, t.width-column), wrap(r.Statuses, status)
		if len(rows) > tall && i >= whole {
			lines, statuses = []string{cut(r.Title, t.width-column)}, []string{cut(r.Statuses, status)}
		}
		for len(lines) < len(statuses) {
			lines = append(lines, "")
		}
		for i, l := range lines {
			s := ""
			if i < len(statuses) {
				s = statuses[i]
			}
			prefix := fmt.Sprintf("%4s  %s  %-*s  %-*s", r.ID, t.word(r.Severity), since, r.Since, size, r.Size)
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

// cut shortens text to width columns and marks that.
func cut(s string, width int) string {
	const mark = "..."
	if escape.Width(s) <= width {
		return s
	}
	used := 0
	for i, r := range s {
		if used += escape.Width(string(r)); used > width-len(mark) {
			return strings.TrimRight(s[:i], " ") + mark
		}
	}
	return s
}
