package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/view"
)

func (p *program) inspectCommand() *cli.Command {
	return &cli.Command{
		Name: "inspect", Category: "Look", Usage: "what the dump holds, what it lacks, how each file was read",
		ArgsUsage: "SOURCE...",
		Description: `Says what kind of dump it is, when it was taken and how that is known, which kinds of objects it holds and lacks, and with which
commands the rest is collected.`,
		UsageText: `inspect dump.tar.gz
inspect bundle.zip --files`,
		Flags: flags([]cli.Flag{
			&cli.BoolFlag{Name: "files", Usage: "list every file and how it was read"},
			&cli.BoolFlag{Name: "allow-damaged", Usage: "exit with 0, not 4, where the source was damaged"},
		}, redactFlags(), sourceFlags(), streamFlags()),
		Action: p.inspect,
	}
}

func (p *program) inspect(c *cli.Context) error {
	sources := c.Args().Slice()
	s, err := p.load(c, sources)
	var nothing *loader.NothingError
	if errors.As(err, &nothing) && c.Bool("files") {
		if err := p.print(func(w io.Writer) error { return p.writeFiles(w, nothing.Files) }); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	err = p.print(func(w io.Writer) error {
		for _, source := range sources {
			p.writeSource(w, source)
		}
		p.writeIdentity(w, s)
		if err := p.writeKinds(w, s); err != nil {
			return err
		}
		p.writeMissing(w, s, sources)
		p.writeTrouble(w, s)
		if c.Bool("files") {
			fmt.Fprintln(w)
			return p.writeFiles(w, s.Files)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return p.damage(s.Problems, c.Bool("allow-damaged"))
}

// writeIdentity says what was read and of when it is.
func (p *program) writeIdentity(w io.Writer, s *loader.Snapshot) {
	kind := strings.Join(s.Source.Layouts, ", ")
	fmt.Fprintf(w, "  kind       %s\n", p.shown(cmp.Or(kind, "saved objects; no producer was recognized")))
	fmt.Fprintf(w, "  unpacked   %s in %s\n", view.Bytes(s.Source.Bytes), view.Count(s.Source.Files, "file"))
	span := when(s.Capture.Time)
	if e := s.Capture.Earliest; !e.IsZero() && e.Before(s.Capture.Time) {
		span = when(e) + " to " + span
	}
	basis := "nothing in the dump tells a time; give --now"
	if s.Capture.Basis != "" {
		basis = "from " + strings.TrimPrefix(s.Capture.Basis, "from ")
	}
	if n := s.Capture.Newest; !n.IsZero() && !n.Equal(s.Capture.Time) {
		basis += "; newest record inside is of " + when(n)
	}
	fmt.Fprintf(w, "  dump time  %s,\n%s\n", span, indent(fold(p.shown(basis), 66), 13))
	switch {
	case len(s.Events) > 0:
		last := s.Events[0].Last
		for _, e := range s.Events {
			if e.Last.After(last) {
				last = e.Last
			}
		}
		fmt.Fprintf(w, "  window     Events %s to %s\n", when(s.Capture.EventsSince), when(last))
	case s.Coverage.Collected("Event", ""):
		fmt.Fprintln(w, "  window     no Events were left when the dump was taken")
	default:
		fmt.Fprintln(w, "  window     no Events in the dump")
	}
	fmt.Fprintf(w, "  namespaces %s\n", p.shown(someOf(s.Coverage.Namespaces, 6)))
}

// someOf lists up to n names.
func someOf(names []string, n int) string {
	if len(names) > n {
		return fmt.Sprintf("%d: %s and %d more", len(names), strings.Join(names[:n], ", "), len(names)-n)
	}
	return fmt.Sprintf("%d: %s", len(names), strings.Join(names, ", "))
}

// writeKinds counts the objects of each kind and says where they came from.
func (p *program) writeKinds(w io.Writer, s *loader.Snapshot) error {
	files := map[string]map[string]bool{}
	for r := range s.Objects() {
		if files[r.Kind] == nil {
			files[r.Kind] = map[string]bool{}
		}
		files[r.Kind][s.Pos(s.Find(r)).File] = true
	}
	rows := [][]string{}
	kinds := slices.SortedFunc(maps.Keys(s.Coverage.Objects), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.Coverage.Objects[b], s.Coverage.Objects[a]), cmp.Compare(a, b))
	})
	for _, kind := range kinds {
		rows = append(rows, []string{"  " + kind, view.Number(s.Coverage.Objects[kind]), fromFiles(files[kind]) + partly(s, kind)})
	}
	if logs, text := logsText(s); logs > 0 {
		rows = append(rows, []string{"  container logs", view.Number(logs), text})
	}
	fmt.Fprintln(w)
	return p.writeTable(w, []string{"  KIND", "COUNT", "FROM"}, rows)
}

func fromFiles(files map[string]bool) string {
	switch len(files) {
	case 0:
		return "collected, none found"
	case 1:
		for f := range files {
			return f
		}
	}
	return view.Count(len(files), "file")
}

// partly names the namespaces for which the kind was not collected, if some were.
func partly(s *loader.Snapshot, kind string) string {
	var lacks []string
	some := false
	for _, ns := range s.Coverage.Namespaces {
		switch {
		case s.Coverage.Collected(kind, ns):
			some = true
		case collectedAny(s, ns):
			lacks = append(lacks, ns)
		}
	}
	if len(lacks) == 0 || !some {
		return ""
	}
	return "; not of " + someOf(lacks, 3)
}

// collectedAny reports whether anything was collected in the namespace, so that it can lack something.
func collectedAny(s *loader.Snapshot, namespace string) bool {
	for kind := range s.Coverage.Objects {
		if s.Coverage.Collected(kind, namespace) && !s.Coverage.Collected(kind, "") {
			return true
		}
	}
	return false
}

// logsText counts container logs and says what they are.
func logsText(s *loader.Snapshot) (int, string) {
	files, previous, empty, failed := map[string]bool{}, 0, 0, 0
	for _, l := range s.Logs {
		files[l.File] = true
		switch {
		case l.Error != "":
			failed++
		case l.Lines == 0:
			empty++
		}
		if l.Previous {
			previous++
		}
	}
	text := fromFiles(files)
	if empty > 0 {
		text += fmt.Sprintf("; %d empty", empty)
	}
	if failed > 0 {
		text += fmt.Sprintf("; %d could not be collected", failed)
	}
	if previous == 0 {
		return len(s.Logs), text + "; current runs only"
	}
	return len(s.Logs), text + fmt.Sprintf("; %d of previous runs", previous)
}

// writeTrouble says what could not be used.
func (p *program) writeTrouble(w io.Writer, s *loader.Snapshot) {
	fmt.Fprintln(w)
	if len(s.Problems) == 0 {
		fmt.Fprintf(w, "Trouble: none. %s read.\n", view.Count(s.Source.Files, "file"))
		return
	}
	fmt.Fprintf(w, "Trouble: %s\n", view.Count(len(s.Problems), "problem"))
	for _, problem := range s.Problems[:min(20, len(s.Problems))] {
		fmt.Fprintf(w, "  %s\n", p.shown(view.Trouble(problem)))
	}
	if n := len(s.Problems) - 20; n > 0 {
		fmt.Fprintf(w, "  and %d more\n", n)
	}
}

// writeFiles lists how each file was read.
func (p *program) writeFiles(w io.Writer, files []loader.Read) error {
	var rows [][]string
	for _, f := range files {
		rows = append(rows, []string{f.Name, view.Bytes(f.Bytes), f.Form, fmt.Sprint(f.Objects), fmt.Sprint(f.Logs), f.Note})
	}
	return p.writeTable(w, []string{"FILE", "SIZE", "READ AS", "OBJECTS", "LOGS", "NOTE"}, rows)
}

// writeSource prints a source's name with its size and, of a file, its checksum.
func (p *program) writeSource(w io.Writer, source string) {
	if source == "-" {
		fmt.Fprintln(w, "standard input")
		return
	}
	size, sum := identity(source)
	fmt.Fprintf(w, "%s%s\n", p.shown(filepath.Base(filepath.Clean(source))), size)
	if sum != "" {
		fmt.Fprintf(w, "  sha256     %s\n", sum)
	}
}
