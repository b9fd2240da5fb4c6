package report

import (
	"strings"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// aside draws loud facts that explain nothing that is failing now.
func (t *text) aside() {
	if len(t.SetAside) == 0 {
		return
	}
	t.rule()
	t.line("%s\n", t.Heading("Seen and set aside: nothing is known to fail by it"))
	asides := t.Asides()
	for i, a := range asides {
		if i == t.show.asides {
			t.line("  and %s more; --full shows all", view.Number(len(asides)-i))
			return
		}
		what := a.Who() + "  " + escape.Short(strings.ReplaceAll(a.Text, "\n", " "), 160)
		if a.Count > 1 {
			what += ", x" + view.Number(a.Count)
		}
		if when := t.Clock(a.At); when != "" {
			what += ", last " + when
		}
		t.item(2, what+"; "+a.Reason)
	}
}

// limits draws what was checked, what could not be read and what the dump cannot show.
func (t *text) limits() {
	t.rule()
	t.line("%s\n", t.Heading("What this dump cannot show"))
	if len(t.Missing) == 0 {
		t.line("  nothing is known to be missing")
	}
	for _, m := range t.Missing {
		t.missing(m)
	}
	if len(t.Problems) > 0 {
		t.line("\nCould not be read or used")
		troubles := t.Troubles()
		for i, line := range troubles {
			if i == t.show.problems {
				t.line("  and %s more; --full shows all", view.Number(len(troubles)-i))
				break
			}
			t.item(2, line)
		}
	}
	t.line("")
	for _, s := range []string{t.Checked(), t.Redacted(), t.Places()} {
		if s != "" {
			t.line("%s", strings.Join(wrap(s, t.width), "\n"))
		}
	}
}

// missing draws one thing the dump cannot show, with the command that collects it.
func (t *text) missing(m analyzer.Missing) {
	t.item(2, view.Lack(m))
	if m.Command == "" {
		return
	}
	for _, c := range strings.Split(m.Command, "\n") {
		for _, l := range wrapCommand(c, t.width-4) {
			t.line("    %s", l)
		}
	}
}

// closing repeats the headline, with the commands that go on from here.
func (t *text) closing() {
	t.verdict()
	source := view.Shell(t.Source.Paths)
	t.command("To write it up:", t.Program+" analyze "+source+" --write ticket.md --write report.html")
	if p := t.FirstPod(); p != "" {
		t.command("To see one pod:", t.Program+" timeline "+source+" "+p)
	}
}

func (t *text) command(label, command string) {
	const column = 17
	for _, l := range wrapCommand(command, t.width-column) {
		t.line("%-*s%s", column, label, l)
		label = ""
	}
}
