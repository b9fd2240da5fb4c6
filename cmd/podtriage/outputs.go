package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/report"
	"github.com/podtriage/podtriage/report/redact"
)

// reportFlags choose formats and files of a report.
func reportFlags() []cli.Flag {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, f.Name)
	}
	return []cli.Flag{
		outputFlag(names...),
		&cli.StringSliceFlag{Name: "write", Aliases: []string{"w"},
			Usage: "also write `FILE`, in the format of its ending; FORMAT:FILE for others (repeatable)"},
		&cli.StringFlag{Name: "report-dir", Usage: "also write a summary, a ticket and the machine formats into `DIR`, " +
			"or one file if it ends in .zip"},
		&cli.BoolFlag{Name: "full", Usage: "text shows every cause in full and every proof, however many they are"},
		&cli.IntFlag{Name: "max-bytes", Usage: "at most `N` bytes of a ticket; what is left out is named"},
	}
}

// outputs are the places where one report goes, each in its format.
type outputs struct {
	format  string
	files   []outputFile
	dir     string
	options report.Options
}

type outputFile struct{ format, path string }

// brief reports whether none of the outputs draws timelines.
func (o outputs) brief() bool {
	draws := func(format string) bool {
		f, err := report.Find(format)
		return err != nil || !f.Brief
	}
	if o.options.Redact.Mode() == redact.Strict {
		return false // the same names are known in every format then, so one name has one pseudonym in all of them
	}
	return o.dir == "" && !draws(o.format) && !slices.ContainsFunc(o.files, func(f outputFile) bool { return draws(f.format) })
}

// outputsOf reads the flags. It finds every fault of the command line before anything is read.
func (p *program) outputsOf(c *cli.Context, sources []string) (o outputs, err error) {
	f, err := report.Find(c.String("output"))
	if err != nil {
		return o, badFormat(c.String("output"), err)
	}
	o.format = f.Name
	if o.options.Width, err = p.width(c); err != nil {
		return o, err
	}
	if o.options.Color, err = p.colored(c); err != nil {
		return o, err
	}
	o.options.Redact, o.options.Full, o.options.Links, o.options.Program = p.redactor, c.Bool("full"), p.links, p.name
	o.dir = c.String("report-dir")
	if o.options.MaxBytes = c.Int("max-bytes"); o.options.MaxBytes < 0 || c.IsSet("max-bytes") && o.options.MaxBytes < 500 {
		return o, usage("invalid value %d for flag --max-bytes; it is at least 500", o.options.MaxBytes)
	}
	for _, w := range c.StringSlice("write") {
		f, path, err := report.FindFile(w)
		if err != nil {
			return o, &failure{code: exitUsage, err: err}
		}
		if err := notASource(path, sources); err != nil {
			return o, err
		}
		o.files = append(o.files, outputFile{f.Name, path})
	}
	return o, nil
}

// badFormat adds to the report package's error the format that was probably meant.
func badFormat(typed string, err error) error {
	f := &failure{code: exitUsage, err: err}
	var names []string
	for _, r := range report.Formats() {
		names = append(names, r.Name)
		for _, ending := range r.Endings {
			if strings.TrimPrefix(ending, ".") == typed {
				return f.hint("did you mean %q?", r.Name)
			}
		}
	}
	if n := nearest(typed, names); n != "" {
		f.hint("did you mean %q?", n)
	}
	return f
}

// notASource refuses to write a report over the dump.
func notASource(path string, sources []string) error {
	to, err := os.Stat(path)
	if err != nil {
		return nil
	}
	for _, s := range sources {
		if from, err := os.Stat(s); err == nil && os.SameFile(from, to) {
			return usage("writing %s would replace a source", filepath.ToSlash(path))
		}
	}
	return nil
}

// writeAll writes the files, then the report on standard output.
func (p *program) writeAll(o outputs, d *analyzer.Diagnosis) error {
	if len(o.files) > 0 || o.dir != "" {
		plain := o.options
		plain.Color, plain.Width = false, 80
		r := report.New(d, plain)
		for _, f := range o.files {
			if err := p.writeFile(f.path, func(w io.Writer) error { return r.Write(w, f.format) }); err != nil {
				return err
			}
		}
		if o.dir != "" {
			if err := p.writeDir(o.dir, r); err != nil {
				return err
			}
		}
	}
	return p.print(func(w io.Writer) error { return report.Write(w, o.format, d, o.options) })
}
