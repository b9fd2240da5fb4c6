package report

import (
	"strconv"
	"strings"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// Limits of one cause's section; what is left out is said.
const (
	evidenceShown = 12
	evidenceBytes = 480
	podsShown     = 5
	effectsShown  = 10
)

// incident draws the section of one cause.
func (t *text) incident(in *incident.Incident) {
	t.rule()
	head := in.ID + "  " + string(in.Severity) + "[" + in.Rule + "]  "
	lines := wrap(head+in.Title, t.width)
	lines[0] = strings.Replace(lines[0], string(in.Severity)+"["+in.Rule+"]", t.Severity(in.Severity, string(in.Severity)+"["+in.Rule+"]"), 1)
	for i, l := range lines {
		if i > 0 {
			l = "   " + l
		}
		t.line("%s", l)
	}
	t.line("")
	t.claims(in)
	t.evidence(in.Evidence)
	t.list("ruled out", in.RuledOut)
	t.list("cannot tell from this dump", in.Unknown)
	t.steps(in.Next)
}

func (t *text) claims(in *incident.Incident) {
	if in.Impact != "" {
		t.claim("impact", in.Impact, "")
	}
	t.claim("cause", in.Cause, in.Confidence)
	if in.Trigger != "" {
		t.claim("trigger", in.Trigger, "")
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
	var names []string
	for _, r := range in.Affected {
		if r.Kind == "Pod" {
			names = append(names, r.Path())
		}
	}
	if n := len(names); n > podsShown {
		names = append(names[:podsShown-1:podsShown-1], view.Number(n-podsShown+1)+" more")
	}
	return strings.Join(names, ", ")
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
	if s.Kind == rules.Fix && s.Command != "" {
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
	if len(t.View.Unexplained) == 0 {
		return
	}
	t.rule()
	t.line("%s  %s\n", t.Severity("", "unexplained"), view.Count(len(t.View.Unexplained), "unhealthy pod")+" without a cause in this dump")
	for i, p := range t.View.Unexplained {
		if i == shownInFull {
			t.line("  and %s more in -o json", strconv.Itoa(len(t.View.Unexplained)-i))
			return
		}
		t.item(2, p.Namespace+"/"+p.Name+"  "+t.Seen(p))
	}
}
