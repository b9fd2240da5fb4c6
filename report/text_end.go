package report

import (
	"strings"

	"github.com/podtriage/podtriage/report/view"
)

const problemsShown = 20

// limits draws what was checked, what could not be read and what the dump cannot show.
func (t *text) limits() {
	t.rule()
	t.line("%s\n", t.Heading("What this dump cannot show"))
	for _, m := range t.CannotShow() {
		t.labeled("  ", m.What, 30, m.Why)
		for _, l := range wrapCommand(m.Command, t.width-4) {
			if l != "" {
				t.line("    %s", l)
			}
		}
	}
	if len(t.Problems) > 0 {
		t.line("\nCould not be read or used")
		for i, p := range t.Problems {
			if i == problemsShown {
				t.line("  and %s more in -o json", view.Number(len(t.Problems)-i))
				break
			}
			t.item(2, view.Trouble(p))
		}
	}
	t.line("\n%s", strings.Join(wrap(t.Checked(), t.width), "\n"))
}

// closing repeats the headline, with the commands that go on from here.
func (t *text) closing() {
	t.verdict()
	source := view.Shell(t.Source.Paths)
	t.command("To write it up:", "podtriage analyze "+source+" --write ticket.md --write report.html")
	if p := t.FirstPod(); p != "" {
		t.command("To see one pod:", "podtriage timeline "+source+" "+p)
	}
}

func (t *text) command(label, command string) {
	const column = 17
	for _, l := range wrapCommand(command, t.width-column) {
		t.line("%-*s%s", column, label, l)
		label = ""
	}
}
