package report

import (
	"strings"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/report/view"
)

// leftover is how many causes are not worth a section of short ones.
const leftover = 3

// causes draws the first causes in full and the others in short.
func (t *text) causes() {
	for i := range t.Incidents {
		if rest := len(t.Incidents) - i; rest > leftover && (i >= t.show.most || i >= t.show.fewest && t.lines > t.show.lines) {
			t.others(t.Incidents[i:])
			return
		}
		t.incident(&t.Incidents[i])
	}
}

// others draws causes in short, with the command that shows one of them in full.
func (t *text) others(list []incident.Incident) {
	t.rule()
	t.line("%s\n", t.Heading(view.Count(len(list), "more cause")+" in short"))
	command := t.Program + " analyze " + view.Shell(t.Source.Paths)
	if t.Focus != nil {
		command += " --focus " + view.Shell([]string{t.Focus.Asked})
	}
	t.command("One of them:", command+" --only "+list[0].ID)
	t.command("All in full:", command+" --full")
	t.line("")
	for i := range list {
		if i == t.show.brief {
			t.line("\nand %s; --full shows all", view.Count(len(list)-i, "more cause"))
			return
		}
		t.short(&list[i])
	}
}

// short draws a cause in two lines: what is wrong, and where that stands.
func (t *text) short(in *incident.Incident) {
	const indent = 6
	lines := wrap(in.Title, t.width-indent)
	t.line("%4s  %s", in.ID, lines[0])
	t.below(indent, lines)
	parts := []string{in.Rule, "[" + string(in.Confidence) + "]"}
	if !in.FirstSeen.IsZero() {
		parts = append(parts, t.Clock(in.FirstSeen))
	}
	if len(in.Evidence) > 0 {
		parts = append(parts, view.Place(in.Evidence[0]))
	}
	for _, l := range wrap(strings.Join(parts, "  "), t.width-indent) {
		t.line("%*s%s", indent, "", l)
	}
}

// unexplained draws the Pods that no cause explains: the largest groups in full, the others in a line each.
func (t *text) unexplained() {
	groups := t.Unknowns()
	for i, g := range groups {
		if i >= t.show.unknowns && len(groups) > t.show.unknowns+leftover {
			t.unknowns(groups[i:])
			return
		}
		t.rule()
		t.heading("-", "unknown[unexplained]", "", g.Title())
		t.claim("seen", g.First.Text, "")
		if len(g.Pods) > 1 || g.Pods[0].Path() != g.Owner {
			t.claim("pods", t.names(g.Pods), "")
		}
		t.evidence(g.First.Evidence)
		t.list("cannot tell from this dump", g.First.Unknown)
		t.steps(g.First.Next)
	}
}

// unknowns draws groups of unexplained Pods in a line each.
func (t *text) unknowns(groups []view.Group) {
	t.rule()
	t.line("%s\n", t.Heading(view.Count(len(groups), "more group")+" of unexplained pods; --full shows all"))
	for i, g := range groups {
		if i == t.show.brief {
			t.line("  and %s", view.Count(len(groups)-i, "more group"))
			return
		}
		t.item(2, g.Title()+", "+view.Count(len(g.Pods), "pod"))
	}
}
