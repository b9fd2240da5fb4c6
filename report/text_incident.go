package report

import (
	"strings"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// evidenceBytes is how much of one quoted text is shown.
const evidenceBytes = 480

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
	effects := view.Effects(in)
	for i, e := range effects {
		if i == t.show.effects {
			t.claim("", view.Count(len(effects)-i, "more effect")+"; --full shows all", "")
			break
		}
		t.claim("effect", e.Text, e.Confidence)
	}
	for i, n := range in.Notes {
		if i == t.show.notes {
			t.claim("", view.Count(len(in.Notes)-i, "more note")+"; --full shows all", "")
			break
		}
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
	return t.names(pods)
}

func (t *text) names(pods []loader.Ref) string {
	var out []string
	for i, r := range pods {
		if i == t.show.pods-1 && len(pods) > t.show.pods {
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
		if i == t.show.evidence {
			t.line("  and %s more; --full shows all", view.Number(len(list)-i))
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
	if view.ChangesCluster(s) {
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
