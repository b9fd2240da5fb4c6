package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/podtriage/podtriage/analyzer/compare"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/markdown"
	"github.com/podtriage/podtriage/report/redact"
	"github.com/podtriage/podtriage/report/view"
)

// DifferenceFormats are the formats of WriteDifference, the default first.
func DifferenceFormats() []string { return []string{"text", "md", "json"} }

// WriteDifference draws what differs between two dumps.
func WriteDifference(w io.Writer, format string, d *compare.Difference, opts Options) error {
	if opts.Redact == nil {
		opts.Redact = redact.New(redact.Default)
	}
	d = newCleaner(opts.Redact).difference(d)
	switch format {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(d)
	case "md":
		return writeDifferenceMarkdown(w, d)
	}
	return writeDifferenceText(w, d, opts)
}

func (c cleaner) difference(d *compare.Difference) *compare.Difference {
	out := *d
	out.Schema = c.name(d.Schema)
	out.Old.Paths, out.New.Paths = c.names(d.Old.Paths), c.names(d.New.Paths)
	out.Incidents = each(d.Incidents, func(i *compare.Incident) { i.Title, i.Cause, i.Rule = c.name(i.Title), c.text(i.Cause), c.name(i.Rule) })
	out.Restarts = each(d.Restarts, func(r *compare.Restart) {
		c.ref(&r.Pod)
		r.Container = c.name(r.Container)
	})
	out.Objects = each(d.Objects, func(o *compare.Object) {
		c.ref(&o.Object)
		o.Text = c.text(o.Text)
	})
	return &out
}

// mostObjects is how many objects the text lists.
const mostObjects = 200

func sideText(s compare.Side) string {
	taken := "at an unknown time"
	if !s.Time.IsZero() {
		taken = "taken " + s.Time.UTC().Format("2006-01-02 15:04:05Z")
	}
	return fmt.Sprintf("%s, %s, %s, %d of them unhealthy", strings.Join(s.Paths, " "), taken, view.Count(s.Pods, "pod"), s.Unhealthy)
}

// affected is how much an incident affects then and now.
func affected(i compare.Incident) string {
	switch i.What {
	case compare.New:
		return view.Count(i.New, "object")
	case compare.Fixed:
		return "was " + view.Count(i.Old, "object")
	}
	return fmt.Sprintf("%d -> %s", i.Old, view.Count(i.New, "object"))
}

func writeDifferenceText(w io.Writer, d *compare.Difference, opts Options) error {
	out, width, p := bufio.NewWriter(w), min(max(opts.Width, 60), 160), newPalette(opts.Color)
	if opts.Width == 0 {
		width = 80
	}
	row := func(column int, head, text string) {
		for i, l := range wrap(text, width-column-1) {
			if i > 0 {
				head = ""
			}
			fmt.Fprintln(out, strings.TrimRight(pad(head, column)+l, " "))
		}
	}
	row(5, "old", sideText(d.Old))
	row(5, "new", sideText(d.New))
	if d.Empty() {
		fmt.Fprintln(out, "\nNothing differs.")
		return out.Flush()
	}
	if len(d.Incidents) > 0 {
		fmt.Fprintf(out, "\n%s\n", p.Heading("Incidents"))
		for _, i := range d.Incidents {
			row(18, "  "+pad(string(i.What), 8)+string(i.Severity), i.Title+" ("+affected(i)+")")
		}
	}
	if len(d.Restarts) > 0 {
		fmt.Fprintf(out, "\n%s\n", p.Heading("Restarts"))
		for _, r := range d.Restarts {
			row(18, fmt.Sprintf("  +%d", r.New-r.Old), fmt.Sprintf("%s %s: %d -> %d", r.Pod.Path(), r.Container, r.Old, r.New))
		}
	}
	if len(d.Objects) > 0 {
		fmt.Fprintf(out, "\n%s\n", p.Heading("Objects"))
		for i, o := range d.Objects {
			if i == mostObjects {
				row(2, "", "  "+view.Count(len(d.Objects)-i, "more object")+"; -o json lists all")
				break
			}
			row(18, "  "+string(o.What), objectLine(o.Object, o.Text))
		}
	}
	return out.Flush()
}

func objectLine(r loader.Ref, text string) string {
	if text == "" {
		return r.String()
	}
	return r.String() + ": " + text
}

func writeDifferenceMarkdown(w io.Writer, d *compare.Difference) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "## What differs between two dumps\n\n* old: %s\n* new: %s\n", markdown.Prose(sideText(d.Old)), markdown.Prose(sideText(d.New)))
	if d.Empty() {
		fmt.Fprint(out, "\nNothing differs.\n")
		return out.Flush()
	}
	table := func(title string, n int, head string, row func(i int) []string) {
		if n == 0 {
			return
		}
		columns := strings.Split(head, "|")
		fmt.Fprintf(out, "\n### %s\n\n| %s |\n|%s\n", title, strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
		for i := range n {
			cells := row(i)
			for j := range cells {
				cells[j] = markdown.Cell(cells[j])
			}
			fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | "))
		}
	}
	table("Incidents", len(d.Incidents), "What|Severity|Incident|Affects", func(i int) []string {
		x := d.Incidents[i]
		return []string{string(x.What), string(x.Severity), x.Title, affected(x)}
	})
	table("Restarts", len(d.Restarts), "Pod|Container|Old|New", func(i int) []string {
		x := d.Restarts[i]
		return []string{x.Pod.Path(), x.Container, fmt.Sprint(x.Old), fmt.Sprint(x.New)}
	})
	table("Objects", len(d.Objects), "What|Object|Change", func(i int) []string {
		x := d.Objects[i]
		return []string{string(x.What), x.Object.String(), x.Text}
	})
	return out.Flush()
}
