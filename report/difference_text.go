package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/compare"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/view"
)

// mostObjects is how many objects the text lists.
const mostObjects = 200

func sideText(s compare.Side) string {
	taken := "at an unknown time"
	if !s.Time.IsZero() {
		taken = "taken " + s.Time.UTC().Format("2006-01-02 15:04:05Z")
	}
	return fmt.Sprintf("%s, %s, %s, %d of them unhealthy", strings.Join(s.Paths, " "), taken, view.Count(s.Pods, "pod"), s.Unhealthy)
}

// mostSame is how many incidents the text lists that are as they were.
const mostSame = 20

// inBoth is the heading of the incidents that are as they were.
func inBoth(d *compare.Difference) string {
	if len(d.Same) == 1 {
		return "1 cause is in both, and as it was"
	}
	return view.Number(len(d.Same)) + " causes are in both, and as they were"
}

// uncovered says how much the objects leave out because the old dump holds nothing of its namespaces.
func uncovered(d *compare.Difference) string {
	if len(d.Uncovered) == 0 {
		return ""
	}
	pods, names := 0, []string{}
	for _, s := range d.Uncovered {
		pods += s.Pods
		names = append(names, s.Namespace)
	}
	if pods == 0 { // the old dump has the Pods of the whole cluster, so new ones are listed
		return fmt.Sprintf("The old dump holds nothing of %s, so they are new or were not collected; only what it would hold is listed: %s.",
			view.Count(len(names), "namespace"), strings.Join(names, ", "))
	}
	return fmt.Sprintf("The old dump holds nothing of %s with %s, so they are new or were not collected; their objects are not listed: %s.",
		view.Count(len(names), "namespace"), view.Count(pods, "pod"), strings.Join(names, ", "))
}

// group is the incidents that stand under one heading.
type group struct {
	title string
	list  []compare.Incident
}

// word is how an incident differs; where the heading says it, it is not said again.
func (g group) word(i compare.Incident) string {
	if i.What == compare.OnlyNew || i.What == compare.OnlyOld {
		return ""
	}
	return string(i.What)
}

// only says which dump alone tells of the incident.
func only(i compare.Incident) string {
	if i.What == compare.OnlyNew {
		return "only in new"
	}
	return "only in old"
}

// groups parts what changed from what only one dump tells of.
func groups(d *compare.Difference) []group {
	out := []group{{title: "Incidents"}, {title: "Only in the new dump: the old one holds nothing of their objects"},
		{title: "Only in the old dump: the new one holds nothing of their objects"}}
	for _, i := range d.Incidents {
		at := 0
		switch i.What {
		case compare.OnlyNew:
			at = 1
		case compare.OnlyOld:
			at = 2
		}
		out[at].list = append(out[at].list, i)
	}
	return out
}

// affected is how much an incident affects then and now.
func affected(i compare.Incident) string {
	switch i.What {
	case compare.New, compare.OnlyNew:
		return view.Count(i.New, "object")
	case compare.Changed:
		return "still " + view.Count(i.New, "object") + ", of another cause"
	case compare.Fixed, compare.OnlyOld:
		return "was " + view.Count(i.Old, "object")
	}
	if i.Old == i.New && i.What == compare.Worse {
		return view.Count(i.New, "object") + ", more severe"
	}
	if i.Old == i.New {
		return view.Count(i.New, "object") + ", less severe"
	}
	return fmt.Sprintf("%d -> %s", i.Old, view.Count(i.New, "object"))
}

// otherCluster warns of a comparison that says nothing about time.
const otherCluster = "The dumps are of two clusters, as the UIDs of what each has from its start prove: what differs is no change over time."

// textDifference draws what differs for a terminal.
type textDifference struct {
	*bufio.Writer
	width int
	palette
}

func (t textDifference) draw(d *compare.Difference) {
	t.row(5, "old", sideText(d.Old))
	t.row(5, "new", sideText(d.New))
	if d.OtherCluster {
		fmt.Fprintln(t)
		t.row(0, "", otherCluster)
	}
	if d.Empty() {
		fmt.Fprintln(t, "\nNothing differs.")
	}
	for _, g := range groups(d) {
		t.heading(g.title, len(g.list))
		for _, i := range g.list {
			t.row(18, "  "+pad(g.word(i), 8)+string(i.Severity), i.Title+" ("+affected(i)+")")
		}
	}
	t.drawSame(d)
	t.heading("Restarts", len(d.Restarts))
	for _, r := range d.Restarts {
		t.row(18, fmt.Sprintf("  +%d", r.New-r.Old), fmt.Sprintf("%s %s: %d -> %d", r.Pod.Path(), r.Container, r.Old, r.New))
	}
	t.heading("Objects", len(d.Objects))
	for i, o := range d.Objects {
		if i == mostObjects {
			t.row(2, "", "  "+view.Count(len(d.Objects)-i, "more object")+"; -o json lists all")
			break
		}
		t.row(18, "  "+string(o.What), objectLine(o.Object, o.Text))
	}
	if text := uncovered(d); text != "" {
		fmt.Fprintln(t)
		t.row(0, "", text)
	}
	fmt.Fprintln(t)
	t.row(0, "", view.Redacted(d.Redaction))
}

// drawSame lists the causes that are as they were.
func (t textDifference) drawSame(d *compare.Difference) {
	t.heading(inBoth(d), len(d.Same))
	for i, s := range d.Same {
		if i == mostSame {
			t.row(2, "", "  "+view.Count(len(d.Same)-i, "more cause")+"; -o json lists all")
			break
		}
		t.row(18, "  "+pad("", 8)+string(s.Severity), s.Title)
	}
}

func (t textDifference) heading(title string, n int) {
	if n > 0 {
		fmt.Fprintf(t, "\n%s\n", t.Heading(title))
	}
}

// row draws text beside a head, further lines below the text's start.
func (t textDifference) row(column int, head, text string) {
	for i, l := range wrap(text, t.width-column-1) {
		if i > 0 {
			head = ""
		}
		fmt.Fprintln(t, strings.TrimRight(pad(head, column)+l, " "))
	}
}

func objectLine(r loader.Ref, text string) string {
	if text == "" {
		return r.String()
	}
	return r.String() + ": " + text
}
