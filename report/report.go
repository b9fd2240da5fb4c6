// Package report draws a Diagnosis: one model, many formats. Redaction and escaping stand between the model and the
// writers, so that no writer sees a secret or a raw control byte.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/redact"
)

// Options change how a report is drawn.
type Options struct {
	Width    int              // columns of text, 60 to 160; 0 is 80
	Color    bool             // mark severities with terminal colors
	MaxBytes int              // size limit of formats that have a Budget; 0 is the Budget
	Redact   *redact.Redactor // takes out secrets; nil is one of the default mode
}

// Format is one way to draw a report.
type Format struct {
	Name    string   // as -o takes it
	Endings []string // of file names, the first is the usual one
	Use     string   // what it is for, in a few words
	Budget  int      // bytes it keeps to unless told otherwise; 0 is no limit

	write func(io.Writer, *analyzer.Diagnosis, Options) error
}

// Formats lists every format, the default first. Flags, help and docs come from it.
func Formats() []Format {
	return []Format{
		{Name: "text", Endings: []string{".txt"}, Use: "for a terminal, 80 columns", write: writeText},
		{Name: "wide", Use: "for a terminal, 120 columns", write: writeWide},
		{Name: "json", Endings: []string{".json"}, Use: "the whole report for programs", write: writeJSON},
	}
}

// Report is a Diagnosis that is safe to show: secrets are taken out, what cannot be seen is written out.
type Report struct {
	diagnosis *analyzer.Diagnosis
	opts      Options
}

// New makes the Diagnosis safe to show, once for all formats.
func New(d *analyzer.Diagnosis, opts Options) *Report {
	if opts.Redact == nil {
		opts.Redact = redact.New(redact.Default)
	}
	return &Report{clean(d, opts.Redact), opts}
}

// Diagnosis returns what the formats show.
func (r *Report) Diagnosis() *analyzer.Diagnosis { return r.diagnosis }

// Write draws the report in the format.
func (r *Report) Write(w io.Writer, format string) error {
	f, err := Find(format)
	if err != nil {
		return err
	}
	return f.write(w, r.diagnosis, r.opts)
}

// Write draws the Diagnosis in one format.
func Write(w io.Writer, format string, d *analyzer.Diagnosis, opts Options) error {
	return New(d, opts).Write(w, format)
}

// Find returns the format of that name.
func Find(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("unknown format %q; formats are %s", Visible(name), strings.Join(names, ", "))
}

// FindFile returns the format that a file's name asks for: FORMAT:FILE, or by its ending. The second result is the name
// of the file alone.
func FindFile(name string) (Format, string, error) {
	if format, file, found := strings.Cut(name, ":"); found && len(format) > 1 && !strings.ContainsAny(format, `/\.`) {
		f, err := Find(format)
		return f, file, err
	}
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	best, found := Format{}, ""
	var endings []string
	for _, f := range Formats() {
		for _, e := range f.Endings {
			endings = append(endings, e)
			if strings.HasSuffix(base, e) && len(e) > len(found) {
				best, found = f, e
			}
		}
	}
	if found == "" {
		return Format{}, "", fmt.Errorf("%s: its ending names no format; endings are %s, or write FORMAT:FILE", Visible(name), strings.Join(endings, " "))
	}
	return best, name, nil
}

// Visible makes text of a dump safe to print within one line of a terminal. See package escape for what it does.
func Visible(s string) string { return escape.Line(s) }

func writeWide(w io.Writer, d *analyzer.Diagnosis, opts Options) error {
	opts.Width = max(opts.Width, 120)
	return writeText(w, d, opts)
}

func writeJSON(w io.Writer, d *analyzer.Diagnosis, _ Options) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(d)
}
