package report

import (
	"strings"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// Limits of one cause's section; what is left out is said.
const (
	evidenceShown = 12
	evidenceBytes = 480
	podsShown     = 5
	effectsShown  = 10
	asideShown    = 10
	unknownShown  = 40
)

// incident draws the section of one cause.
func (t *text) incident(in *incident.Incident) {
	t.rule()
	t.heading(in.ID, string(in.Severity)+"["+in.Rule+"]", in.Severity, in.Title)
	t.claims(in)
	t.evidence(in.Evidence)
	t.list("ruled out", in.RuledOut)
	t.list("cannot tell from this dump", in.Unknown)
	t.steps(in.Next)
}

// heading draws the title of a section.
func (t *text) heading(id, code string, severity rules.Severity, title string) {
	indent := len(id) + 2
	lines := wrap(code+"  "+title, t.width-indent)
	lines[0] = strings.Replace(lines[0], code, t.Severity(severity, code), 1)
	t.line("%s  %s", id, lines[0])
	t.below(indent, lines)
	t.line("")
}

func (t *text) claims(in *incident.Incident) {
	if in.Impact != "" {
		t.claim("impact", in.Impact, "")
	}
	t.claim("cause", in.Cause, in.Confidence)
	if in.Trigger != "" {
		t.claim("trigger", in.Trigger, in.TriggerConfidence)
	}
	for i, e := range in.Effects {
		if i == effectsShown {
			t.claim("", view.Count(len(in.Effects)-i, "more effect")+" in -o json", "")
			break
		}
		t.claim("effect", e.Text, e.Confidence)
	}
	for _, n := range in.Notes {
		t.claim("note", n, "")
	}
	if s := t.affected(in); s != "" {
		t.claim("pods", s, "")
	}
	if s := t.Window(in); s != "" {
		t.claim("seen", s, "")
	}
}

// affected names the first Pods of the cause and counts the rest.
func (t *text) affected(in *incident.Incident) string {
	var pods []loader.Ref
	for _, r := range in.Affected {
		if r.Kind == "Pod" {
			pods = append(pods, r)
		}
	}
	return names(pods)
}

func names(pods []loader.Ref) string {
	var out []string
	for i, r := range pods {
		if i == podsShown-1 && len(pods) > podsShown {
			out = append(out, view.Number(len(pods)-i)+" more")
			break
		}
		out = append(out, r.Path())
	}
	return strings.Join(out, ", ")
}

func (t *text) evidence(list []rules.Evidence) {
	if len(list) == 0 {
		return
	}
	t.line("\nevidence")
	for i, e := range list {
		if i == evidenceShown {
			t.line("  and %s more in -o json", view.Number(len(list)-i))
			return
		}
		t.proof(e)
	}
}

// proof draws one place of the dump: where, what it is about, when, and its words.
func (t *text) proof(e rules.Evidence) {
	const indent = 6
	what := view.Subject(e)
	if when := t.When(e); when != "" {
		what = strings.TrimSuffix(what+", "+when, ", ")
	}
	where := "  " + pad(e.ID, 3) + " " + view.Place(e)
	if escape.Width(where)+2+escape.Width(what) <= t.width {
		t.line("%s", strings.TrimRight(where+"  "+what, " "))
	} else {
		t.line("%s", where)
		for _, l := range wrap(what, t.width-indent) {
			t.line("%*s%s", indent, "", l)
		}
	}
	if e.Text != "" {
		for _, l := range wrap(escape.Short(e.Text, evidenceBytes), t.width-indent-2) {
			t.line("%*s%s", indent, "", strings.TrimRight("| "+l, " "))
		}
	}
}

func (t *text) list(title string, items []string) {
	if len(items) == 0 {
		return
	}
	t.line("\n%s", title)
	for _, s := range items {
		t.item(2, s)
	}
}

func (t *text) steps(list []rules.Step) {
	if len(list) == 0 {
		return
	}
	t.line("\nnext")
	for _, s := range list {
		t.step(string(s.Kind), s)
	}
}

// step draws what to do: the words, below them the command.
func (t *text) step(label string, s rules.Step) {
	const column = 9
	words := s.Text
	if s.Kind == rules.Fix && s.Command != "" && !strings.Contains(s.Text, "(changes ") {
		words = strings.TrimSpace(words + " (changes the cluster)")
	}
	if words != "" {
		t.labeled("  ", label, column, words)
		label = ""
	}
	if s.Command == "" {
		return
	}
	for _, c := range strings.Split(s.Command, "\n") {
		for _, l := range wrapCommand(c, t.width-column) {
			t.line("%-*s%s", column, strings.TrimRight("  "+label, " "), l)
			label = ""
		}
	}
}

// unexplained draws the Pods that no cause explains.
func (t *text) unexplained() {
	for i, g := range t.Unknowns() {
		if i == unknownShown {
			t.line("\nand %s more unexplained in -o json", view.Number(len(t.Unexplained)-i))
			return
		}
		t.rule()
		t.heading("-", "unknown[unexplained]", "", g.Title())
		t.claim("seen", g.First.Text, "")
		if len(g.Pods) > 1 || g.Pods[0].Path() != g.Owner {
			t.claim("pods", names(g.Pods), "")
		}
		t.evidence(g.First.Evidence)
		t.list("cannot tell from this dump", g.First.Unknown)
		t.steps(g.First.Next)
	}
}

// aside draws loud facts that explain nothing that is failing now.
func (t *text) aside() {
	if len(t.SetAside) == 0 {
		return
	}
	t.rule()
	t.line("%s\n", t.Heading("Seen and set aside: nothing is known to fail by it"))
	for i, a := range t.SetAside {
		if i == asideShown {
			t.line("  and %s more in -o json", view.Number(len(t.SetAside)-i))
			return
		}
		what := a.Object.Path() + "  " + escape.Short(strings.ReplaceAll(a.Text, "\n", " "), 160)
		if a.Count > 1 {
			what += ", x" + view.Number(a.Count)
		}
		if when := t.Clock(a.At); when != "" {
			what += ", last " + when
		}
		t.item(2, what+"; "+a.Reason)
	}
}
