package main

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/view"
)

func (p *program) catCommand() *cli.Command {
	return &cli.Command{
		Name: "cat", Category: "Look", Usage: "print the lines that an evidence reference points to",
		ArgsUsage: "SOURCE... REF...",
		Description: `Prints lines from inside the dump, however it is packed, with secrets taken out. A REF is FILE:LINE or FILE:FROM-TO as reports name it, or
the number of an evidence of "analyze" on the same sources, such as E4.`,
		UsageText: `cat dump.tar.gz E4
cat dump.tar.gz shop/pods.json:20417
cat dump.tar.gz shop/web-0/logs.txt:100-140`,
		Flags: flags([]cli.Flag{
			&cli.IntFlag{Name: "context", Aliases: []string{"C"}, Usage: "`LINES` to show before and after", Value: 3},
		}, redactFlags(), sourceFlags(), streamFlags()),
		Action: p.cat,
	}
}

// reference is what the user asks to see.
type reference struct {
	typed string
	loader.Range
	text  string // what the evidence says, if it is one
	field string // of the object that begins at From
}

func (p *program) cat(c *cli.Context) error {
	typed, sources := splitRefs(c.Args().Slice())
	if len(sources) == 0 || len(typed) == 0 {
		return usage("cat needs a source and a reference such as E4 or shop/pods.json:20417")
	}
	if slices.Contains(sources, "-") {
		return usage("cat reads its source twice, so it cannot be standard input")
	}
	s, err := p.load(c, sources)
	if err != nil {
		return err
	}
	refs, err := p.references(c, s, typed)
	if err != nil {
		return err
	}
	for i := range refs {
		refs[i].File = wholeName(s, refs[i].File)
	}
	owners := ownersOf(s)
	found, err := p.excerpts(c, sources, refs, owners)
	if err != nil {
		return err
	}
	for i, r := range refs {
		if !slices.ContainsFunc(found[i], func(l loader.Line) bool { return l.Number >= r.From && l.Number <= r.To }) {
			return noLines(s, r, found[i])
		}
	}
	return p.print(func(w io.Writer) error {
		for i, r := range refs {
			if i > 0 {
				fmt.Fprintln(w)
			}
			p.writeExcerpt(w, r, linesAround(c), found[i], owners)
		}
		return nil
	})
}

const (
	// mostOfObject is how many lines of an object a field is looked for in.
	mostOfObject = 1900
	// mostOfField is how many lines of a field are shown.
	mostOfField = 40
	// runUp is how many lines before those that are shown are read, to tell what they belong to, where no object begins there.
	runUp = 200
)

// linesAround is how many lines are shown before and after those that were asked for.
func linesAround(c *cli.Context) int { return max(0, c.Int("context")) }

// excerpts reads the lines of the references with those around them, from where their object begins. Of evidence about a field, the
// field's lines become the reference's.
func (p *program) excerpts(c *cli.Context, sources []string, refs []reference, of owners) ([][]loader.Line, error) {
	var ranges []loader.Range
	for _, r := range refs {
		after := linesAround(c)
		if r.field != "" {
			after = max(after, mostOfObject)
		}
		first := r.From - linesAround(c)
		begin := first - runUp
		if o := of.at(r.File, max(1, first)); o.line > 0 {
			begin = max(o.line, first-mostOfObject)
		}
		ranges = append(ranges, loader.Range{File: r.File, From: max(1, begin), To: r.To + after})
	}
	opts, err := p.reading(c)
	if err != nil {
		return nil, err
	}
	found, err := loader.Lines(c.Context, sources, opts, ranges)
	if err != nil {
		return nil, unreadable(canceled(c.Context, err))
	}
	for i := range refs {
		r := &refs[i]
		begin := min(r.From-ranges[i].From, len(found[i]))
		if from, to, ok := fieldLines(found[i][begin:], r.field); ok {
			r.From, r.To = from, min(to, from+mostOfField-1)
		}
	}
	return found, nil
}

// wholeName completes a name that is the end of exactly one file's, such as shop/pods.json of dump/shop/pods.json.
func wholeName(s *loader.Snapshot, name string) string {
	found := ""
	for _, read := range s.Files {
		switch {
		case read.Name == name:
			return name
		case strings.HasSuffix(read.Name, "/"+name) || strings.HasSuffix(read.Name, "!"+name):
			if found != "" {
				return name
			}
			found = read.Name
		}
	}
	return cmp.Or(found, name)
}

// splitRefs takes sources, which exist as files, apart from references.
func splitRefs(args []string) (refs, sources []string) {
	others, sources := splitSources(append([]string{""}, args...))
	return others[1:], sources
}

func noLines(s *loader.Snapshot, r reference, lines []loader.Line) error {
	if lines != nil {
		return usage("%s has no line %d", r.File, r.From)
	}
	f := usage("no file %q in the source", r.File)
	var names []string
	for _, read := range s.Files {
		names = append(names, read.Name)
	}
	if n := nearest(r.File, names); n != "" {
		f.hint("did you mean %q?", n)
	}
	return f.hint("podtriage inspect --files lists the files")
}

var place = regexp.MustCompile(`^(.+):(\d+)(?:-(\d+))?$`)

// references reads what the user typed; only evidence numbers need an analysis.
func (p *program) references(c *cli.Context, s *loader.Snapshot, typed []string) ([]reference, error) {
	var evidence map[string]reference
	var out []reference
	for _, t := range typed {
		if m := place.FindStringSubmatch(t); m != nil {
			from, _ := strconv.Atoi(m[2])
			to, _ := strconv.Atoi(cmp.Or(m[3], m[2]))
			if from < 1 || to < from {
				return nil, usage("%q names no lines", t)
			}
			out = append(out, reference{t, loader.Range{File: m[1], From: from, To: to}, "", ""})
			continue
		}
		if evidence == nil {
			d, err := analyzer.Analyze(c.Context, s, analyzer.Options{Version: version, Brief: true})
			if err != nil {
				return nil, err
			}
			evidence = evidenceOf(d)
		}
		r, ok := evidence[strings.ToUpper(t)]
		if !ok {
			return nil, usage("%q is neither a file of the source, nor FILE:LINE, nor one of its %s",
				t, view.Count(len(evidence), "evidence number"))
		}
		out = append(out, r)
	}
	return out, nil
}

func evidenceOf(d *analyzer.Diagnosis) map[string]reference {
	out := map[string]reference{}
	for _, in := range d.Incidents {
		for _, e := range in.Evidence {
			line := max(1, e.Line)
			out[e.ID] = reference{e.ID, loader.Range{File: e.File, From: line, To: line}, e.Text, e.Field}
		}
	}
	return out
}
