package report

import (
	"bufio"
	"cmp"
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/compare"
	"github.com/podtriage/podtriage/report/markdown"
	"github.com/podtriage/podtriage/report/view"
)

// markdownDifference draws what differs in Markdown.
type markdownDifference struct{ *bufio.Writer }

func (m markdownDifference) draw(d *compare.Difference) {
	fmt.Fprintf(m, "## What differs between two dumps\n\n* old: %s\n* new: %s\n", markdown.Prose(sideText(d.Old)),
		markdown.Prose(sideText(d.New)))
	if d.OtherCluster {
		fmt.Fprintf(m, "\n**%s**\n", otherCluster)
	}
	if d.Empty() {
		fmt.Fprint(m, "\nNothing differs.\n")
	}
	for _, g := range groups(d) {
		m.table(g.title, len(g.list), "What|Severity|Incident|Affects", func(i int) []string {
			x := g.list[i]
			return []string{cmp.Or(g.word(x), only(x)), string(x.Severity), x.Title, affected(x)}
		})
	}
	m.table(inBoth(d), len(d.Same), "Severity|Incident", func(i int) []string {
		return []string{string(d.Same[i].Severity), d.Same[i].Title}
	})
	m.table("Restarts", len(d.Restarts), "Pod|Container|Old|New", func(i int) []string {
		x := d.Restarts[i]
		return []string{x.Pod.Path(), x.Container, fmt.Sprint(x.Old), fmt.Sprint(x.New)}
	})
	m.table("Objects", len(d.Objects), "What|Object|Change", func(i int) []string {
		x := d.Objects[i]
		return []string{string(x.What), x.Object.String(), x.Text}
	})
	if text := uncovered(d); text != "" {
		fmt.Fprintf(m, "\n%s\n", markdown.Prose(text))
	}
	fmt.Fprintf(m, "\n<sub>%s</sub>\n", markdown.Prose(view.Redacted(d.Redaction)))
}

func (m markdownDifference) table(title string, n int, head string, row func(i int) []string) {
	if n == 0 {
		return
	}
	columns := strings.Split(head, "|")
	fmt.Fprintf(m, "\n### %s\n\n| %s |\n|%s\n", title, strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
	for i := range n {
		cells := row(i)
		for j := range cells {
			cells[j] = markdown.Cell(cells[j])
		}
		fmt.Fprintf(m, "| %s |\n", strings.Join(cells, " | "))
	}
}
