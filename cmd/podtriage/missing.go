package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/view"
)

// writeMissing says what the dump lacks and how it is collected.
func (p *program) writeMissing(w io.Writer, s *loader.Snapshot, sources []string) {
	if len(s.Coverage.Cut) > 0 {
		p.writeCut(w, s)
		return
	}
	var files []string
	for _, l := range analyzer.Collections(s) {
		if len(files) == 0 {
			fmt.Fprintln(w, "\nNot in the dump, and the command that collects it")
		}
		files = append(files, l.File)
		what := l.Kinds
		if l.Note != "" {
			what += ": " + l.Note
		}
		fmt.Fprintf(w, "%s\n%s\n", indent(fold(what, 76), 2), indent(l.Command, 4))
	}
	p.writeMissingLogs(w, s)
	for _, r := range s.Coverage.Refused {
		fmt.Fprintf(w, "  %s was refused to the collector: %s\n", p.shown(refused(r)), p.shown(r.Message))
	}
	if len(files) > 0 {
		fmt.Fprintf(w, "  then: %s analyze %s\n", p.name, p.shown(view.Shell(append(slices.Clone(sources), files...))))
	}
}

// writeCut asks for the whole source first: what lacks may stand behind the cut.
func (p *program) writeCut(w io.Writer, s *loader.Snapshot) {
	writeCuts := func(title string, unread bool) {
		for _, cut := range s.Coverage.Cut {
			if cut.Unread != unread {
				continue
			}
			fmt.Fprintf(w, "%s  %s\n", title, p.shown(strings.TrimSpace(cut.File+"  "+cut.Kind)))
			title = ""
		}
	}
	writeCuts("\nCut off: send the whole file again\n", false)
	writeCuts("\nNot read to its end: raise --max-unpacked or --max-time\n", true)
	if n := s.Coverage.NotCollected; len(n) > 0 {
		fmt.Fprintf(w, "Perhaps behind the cut\n%s\n", indent(fold(strings.Join(n, ", "), 76), 2))
	}
	p.writeMissingLogs(w, s)
}

func refused(r loader.Refusal) string {
	text := r.Kind
	if text == "" {
		text = r.File
	}
	if r.Namespace != "" {
		text += " of " + r.Namespace
	}
	return text
}

// writeMissingLogs names containers of unhealthy Pods that restarted and whose earlier run left no log in the dump.
func (p *program) writeMissingLogs(w io.Writer, s *loader.Snapshot) {
	commands := analyzer.EarlierLogs(rules.NewContext(s, nil))
	if len(commands) == 0 {
		return
	}
	fmt.Fprintf(w, "  logs of earlier runs of %s\n", view.Count(len(commands), "container"))
	for _, c := range commands[:min(5, len(commands))] {
		fmt.Fprintf(w, "    %s\n", p.shown(c))
	}
	if n := len(commands) - 5; n > 0 {
		fmt.Fprintf(w, "    and %d more; analyze names those that matter\n", n)
	}
}
