package main

import (
	"io"
	"strings"
	"text/tabwriter"
)

// writeTable aligns the rows as kubectl does (cli-runtime pkg/printers/tabwriter.go). A cell ends at its first line end.
func (p *program) writeTable(w io.Writer, head []string, rows [][]string) error {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 6, 4, 3, ' ', 0)
	if head != nil {
		io.WriteString(t, strings.Join(head, "\t")+"\n")
	}
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = p.cell(c)
		}
		io.WriteString(t, strings.Join(cells, "\t")+"\n")
	}
	t.Flush()
	for l := range strings.Lines(b.String()) {
		if _, err := io.WriteString(w, strings.TrimRight(l, " \n")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

func (p *program) cell(text string) string {
	if i := strings.IndexAny(text, "\n\r\f"); i >= 0 {
		text = text[:i] + "..."
	}
	return p.shown(text)
}
