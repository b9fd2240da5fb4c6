package report

import (
	"bufio"
	"encoding/json"
	"io"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/compare"
	"github.com/podtriage/podtriage/report/redact"
)

// DifferenceFormats are the formats of WriteDifference, the default first.
func DifferenceFormats() []string { return []string{"text", "md", "json"} }

// WriteDifference draws what differs between two dumps. Names are hidden only if they are known: of the dumps, as far as
// they are given, and of what differs.
func WriteDifference(w io.Writer, format string, d *compare.Difference, opts Options, dumps ...*analyzer.Diagnosis) error {
	r := opts.redactor()
	if r.Mode() == redact.Strict {
		for _, dump := range dumps {
			learn(dump, r)
		}
		learnDifference(d, r)
	}
	r.Reset()
	d = newCleaner(r).difference(d)
	d.Redaction = analyzer.Redaction{Mode: string(r.Mode()), Replaced: r.Counts()}
	out := bufio.NewWriter(w)
	switch format {
	case "json":
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		if err := enc.Encode(d); err != nil {
			return err
		}
	case "md":
		markdownDifference{out}.draw(d)
	default:
		textDifference{out, textWidth(opts.Width), newPalette(opts.Color)}.draw(d)
	}
	return out.Flush()
}

func (c cleaner) difference(d *compare.Difference) *compare.Difference {
	out := *d
	out.Schema = c.name(d.Schema)
	out.Old.Paths, out.New.Paths = c.paths(d.Old.Paths), c.paths(d.New.Paths)
	words := func(i *compare.Incident) { i.Title, i.Cause, i.Rule = c.name(i.Title), c.text(i.Cause), c.name(i.Rule) }
	out.Incidents, out.Same = each(d.Incidents, words), each(d.Same, words)
	out.Uncovered = each(d.Uncovered, func(s *compare.Scope) { s.Namespace = c.name(s.Namespace) })
	out.Restarts = each(d.Restarts, func(r *compare.Restart) {
		c.ref(&r.Pod)
		r.Container = c.name(r.Container)
	})
	out.Objects = each(d.Objects, func(o *compare.Object) {
		c.ref(&o.Object)
		o.Text = c.text(o.Text)
	})
	return &out
}

// learnDifference tells the Redactor the names of what differs.
func learnDifference(d *compare.Difference, r *redact.Redactor) {
	l := learner{r}
	for _, x := range d.Restarts {
		l.ref(x.Pod)
		r.Learn("container", x.Container)
	}
	for _, x := range d.Objects {
		l.ref(x.Object)
	}
	for _, x := range d.Uncovered {
		r.Learn("namespace", x.Namespace)
	}
	texts := cleaner{name: l.text, text: l.text, plain: l.skip}
	texts.difference(d)
}
