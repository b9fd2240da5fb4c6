package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report"
	"github.com/podtriage/podtriage/report/view"
)

// fleet is what --each counts over many dumps.
type fleet struct {
	read, unreadable, damaged, causes int
	found                             bool
}

// analyzeEach analyzes many dumps one by one: a line of JSON for each cause, which names its dump. A dump that cannot be read
// does not stop the others.
func (p *program) analyzeEach(c *cli.Context, out outputs, filter func(*analyzer.Diagnosis) *analyzer.Diagnosis, failOn string) error {
	if out.format != "ndjson" || len(out.files) > 0 || out.dir != "" {
		return usage("flag --each needs -o ndjson, and writes to standard output only")
	}
	dumps, err := dumpsIn(c.Args().Slice())
	if err != nil {
		return err
	}
	var f fleet
	for _, dump := range dumps {
		_, d, err := p.diagnose(c, []string{dump}, c.String("focus"))
		if c.Context.Err() != nil {
			return c.Context.Err()
		}
		if err != nil {
			p.say("%v", err)
			f.unreadable++
			continue
		}
		d = filter(d)
		f.read++
		f.causes += len(d.Incidents)
		f.found = f.found || found(d, failOn)
		if p.damage(d.Problems, false) != nil {
			f.damaged++
		}
		if err := p.print(func(w io.Writer) error { return report.Write(w, out.format, d, out.options) }); err != nil {
			return err
		}
	}
	return p.concludeEach(f, c.Bool("allow-damaged"))
}

// concludeEach says how many dumps there were and chooses the exit status.
func (p *program) concludeEach(f fleet, allowDamaged bool) error {
	p.note("%s of %s analyzed: %s; %d unreadable, %d damaged", view.Number(f.read), view.Count(f.read+f.unreadable, "dump"),
		view.Count(f.causes, "cause"), f.unreadable, f.damaged)
	switch {
	case f.read == 0:
		return &failure{code: exitNothing}
	case f.found:
		return &failure{code: exitFindings}
	case f.unreadable+f.damaged > 0 && !allowDamaged:
		return &failure{code: exitDamaged}
	}
	return nil
}

// dumpsIn lists what stands directly in the directories, by name; hidden files are left out. A file is a dump itself.
func dumpsIn(sources []string) ([]string, error) {
	var out []string
	for _, source := range sources {
		info, err := os.Stat(source)
		if err != nil {
			return nil, unreadable(err)
		}
		if err := loader.CheckSource(source); err != nil {
			return nil, unreadable(err)
		}
		if !info.IsDir() {
			out = append(out, source)
			continue
		}
		entries, err := os.ReadDir(source)
		if err != nil {
			return nil, unreadable(err)
		}
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), ".") {
				out = append(out, filepath.Join(source, e.Name()))
			}
		}
	}
	if len(out) == 0 {
		return nil, usage("--each found no dump in %s", strings.Join(sources, ", ")).
			hint("it takes directories that hold dumps, one file or directory each")
	}
	return out, nil
}
