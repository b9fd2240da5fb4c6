package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// text draws the report for a terminal: who and what was read, the headline, the table of causes, a section a cause, the
// Pods nothing explains, what the dump cannot show, and the headline again with the commands that go on from here. A
// terminal shows the end and a file shows the start, so both answer. Everything of our own is ASCII.
type text struct {
	*view.View
	palette
	w     *bufio.Writer
	width int // columns, of which the last stays free
	lines int // drawn so far
	show  bounds
}

func writeText(w io.Writer, d *analyzer.Diagnosis, opts Options) error {
	t := &text{View: linked(d, opts), palette: newPalette(opts.Color), w: bufio.NewWriter(w), width: textWidth(opts.Width) - 1,
		show: boundsOf(opts.Full)}
	t.identity()
	t.verdict()
	t.table()
	t.causes()
	t.unexplained()
	t.aside()
	t.hygiene()
	t.limits()
	t.closing()
	return t.w.Flush()
}

func textWidth(n int) int {
	if n == 0 {
		n = 80
	}
	return min(max(n, 60), 160)
}

func (t *text) line(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	t.lines += strings.Count(s, "\n") + 1
	t.w.WriteString(s + "\n")
}

func (t *text) rule() { t.line("\n%s", strings.Repeat("-", t.width)) }

// labeled draws text beside a label, further lines below the text's start.
func (t *text) labeled(indent, label string, column int, s string) {
	lines := wrap(s, t.width-column)
	t.line("%-*s%s", column, indent+label, lines[0])
	for _, l := range lines[1:] {
		t.line("%*s%s", column, "", l)
	}
}

// item draws text by indent, further lines a little deeper.
func (t *text) item(indent int, s string) {
	lines := wrap(s, t.width-indent-2)
	t.line("%*s%s", indent, "", lines[0])
	for _, l := range lines[1:] {
		t.line("%*s%s", indent+2, "", l)
	}
}

// claim is labeled text with its confidence at the end.
func (t *text) claim(label, s string, c rules.Confidence) {
	const column = 9
	if c == "" {
		t.labeled("", label, column, s)
		return
	}
	lines := wrap(s, t.width-column)
	tag, last := "["+string(c)+"]", len(lines)-1
	if room := t.width - 16 - column; escape.Width(lines[last]) < room {
		lines[last] += strings.Repeat(" ", room-escape.Width(lines[last])) + tag
	} else {
		lines = append(lines, strings.Repeat(" ", max(room, 0))+tag)
	}
	for i, l := range lines {
		if i > 0 {
			label = ""
		}
		t.line("%-*s%s", column, label, l)
	}
}
