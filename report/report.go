// Package report draws a Diagnosis: one model, many formats. In goes a Diagnosis, out come the bytes of a format.
//
// Redaction comes first, then escaping, then the writer, so that no writer sees a secret or a raw control byte.
package report

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/html"
	"github.com/podtriage/podtriage/report/jira"
	"github.com/podtriage/podtriage/report/junit"
	"github.com/podtriage/podtriage/report/markdown"
	"github.com/podtriage/podtriage/report/openmetrics"
	"github.com/podtriage/podtriage/report/redact"
	"github.com/podtriage/podtriage/report/sarif"
	"github.com/podtriage/podtriage/report/slack"
	"github.com/podtriage/podtriage/report/view"
)

// Options change how a report is drawn.
type Options struct {
	Width    int              // columns of text, 60 to 160; 0 is 80
	Color    bool             // mark severities with terminal colors
	MaxBytes int              // size limit of formats that have a Budget; 0 is the Budget
	Links    view.Links       // addresses to name beside each cause
	Program  string           // how the reader calls the program, in commands; "" is podtriage
	Full     bool             // leave nothing out of text: every cause and every proof, however many
	Redact   *redact.Redactor // takes out secrets; nil is one of the default mode
}

// redactor takes out secrets, by the default mode where the caller gave none.
func (o Options) redactor() *redact.Redactor {
	if o.Redact == nil {
		return redact.New(redact.Default)
	}
	return o.Redact
}

// Format is one way to draw a report.
type Format struct {
	Name    string   // as -o takes it
	Endings []string // of file names, the first is the usual one
	Use     string   // what it is for, in a few words
	Budget  int      // bytes it keeps to unless told otherwise; 0 is no limit
	Brief   bool     // it draws no timelines, which are most of a Diagnosis

	write func(io.Writer, *analyzer.Diagnosis, Options) error
}

// Formats lists every format, the default first. Flags, help and docs come from it.
func Formats() []Format {
	return []Format{
		{Name: "text", Endings: []string{".txt"}, Use: "for a terminal, 80 columns", Brief: true, write: writeText},
		{Name: "wide", Use: "for a terminal, 120 columns", Brief: true, write: writeWide},
		{Name: "md", Endings: []string{".md", ".markdown"}, Use: "a ticket in GitHub-flavoured Markdown", Budget: 60_000,
			write: ticket(markdown.Write)},
		{Name: "html", Endings: []string{".html", ".htm"}, Use: "one page for a browser, with timelines", write: plain(html.Write)},
		{Name: "jira", Endings: []string{".jira"}, Use: "a ticket in Jira's wiki markup", Budget: 32_000, Brief: true, write: ticket(jira.Write)},
		{Name: "slack", Endings: []string{".slack"}, Use: "one message for Slack", Budget: 2_900, Brief: true, write: ticket(slack.Write)},
		{Name: "json", Endings: []string{".json"}, Use: "the whole report for programs", write: writeJSON},
		{Name: "yaml", Endings: []string{".yaml", ".yml"}, Use: "the same as YAML", write: writeYAML},
		{Name: "ndjson", Endings: []string{".ndjson", ".jsonl"}, Use: "one line of JSON a cause, for fleets", Brief: true, write: writeNDJSON},
		{Name: "sarif", Endings: []string{".sarif", ".sarif.json"}, Use: "SARIF 2.1.0 for code scanning viewers", Brief: true,
			write: plain(sarif.Write)},
		{Name: "junit", Endings: []string{".xml"}, Use: "JUnit XML for build servers", Brief: true, write: plain(junit.Write)},
		{Name: "openmetrics", Endings: []string{".prom"}, Use: "counts in OpenMetrics text", Brief: true, write: plain(openmetrics.Write)},
	}
}

// Report is a Diagnosis that is safe to show: secrets are taken out, what cannot be seen is written out.
type Report struct {
	diagnosis *analyzer.Diagnosis
	brief     analyzer.Redaction // of all but the timelines
	opts      Options
}

// New makes the Diagnosis safe to show, once for all formats.
func New(d *analyzer.Diagnosis, opts Options) *Report {
	return newReport(d, opts, true)
}

func newReport(d *analyzer.Diagnosis, opts Options, whole bool) *Report {
	out, brief := clean(d, opts.redactor(), whole)
	return &Report{out, brief, opts}
}

// Diagnosis returns what the formats show.
func (r *Report) Diagnosis() *analyzer.Diagnosis { return r.diagnosis }

// Write draws the report in the format.
func (r *Report) Write(w io.Writer, format string) error {
	f, err := Find(format)
	if err != nil {
		return err
	}
	opts := r.opts
	if opts.MaxBytes == 0 {
		opts.MaxBytes = f.Budget
	}
	d := *r.diagnosis
	if f.Brief {
		d.Redaction = r.brief // a report counts what it shows
	}
	return f.write(w, &d, opts)
}

// Write draws the Diagnosis in one format.
func Write(w io.Writer, format string, d *analyzer.Diagnosis, opts Options) error {
	f, err := Find(format)
	if err != nil {
		return err
	}
	return newReport(d, opts, !f.Brief).Write(w, format)
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
	return Format{}, fmt.Errorf("unknown format %q; formats are %s", escape.Line(name), strings.Join(names, ", "))
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
		return Format{}, "", fmt.Errorf("%s: its ending names no format; endings are %s, or write FORMAT:FILE", escape.Line(name),
			strings.Join(endings, " "))
	}
	return best, name, nil
}

func writeWide(w io.Writer, d *analyzer.Diagnosis, opts Options) error {
	opts.Width = max(opts.Width, 120)
	return writeText(w, d, opts)
}

// ticket is a writer that keeps to a budget.
func ticket(write func(io.Writer, *view.View, int) error) func(io.Writer, *analyzer.Diagnosis, Options) error {
	return func(w io.Writer, d *analyzer.Diagnosis, opts Options) error {
		return write(w, linked(d, opts), opts.MaxBytes)
	}
}

// plain is a writer without options.
func plain(write func(io.Writer, *view.View) error) func(io.Writer, *analyzer.Diagnosis, Options) error {
	return func(w io.Writer, d *analyzer.Diagnosis, opts Options) error { return write(w, linked(d, opts)) }
}

func linked(d *analyzer.Diagnosis, opts Options) *view.View {
	v := view.New(d)
	v.Links, v.Program = opts.Links, cmp.Or(opts.Program, v.Program)
	return v
}
