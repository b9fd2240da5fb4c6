package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/view"
)

// load reads the sources as one dump.
func (p *program) load(c *cli.Context, sources []string) (*loader.Snapshot, error) {
	if len(sources) == 0 {
		return nil, usage("%s needs a source", c.Command.Name).hint("a source is a file, a directory, an archive, or - for standard input")
	}
	if n := slices.Index(sources, "-"); n >= 0 && slices.Contains(sources[n+1:], "-") {
		return nil, usage("standard input (-) can be read only once")
	}
	opts, err := p.reading(c)
	if err != nil {
		return nil, err
	}
	p.progress.start(p, sources)
	s, err := loader.Load(c.Context, sources, opts)
	p.progress.stop(p)
	if err != nil {
		return nil, unreadable(canceled(c.Context, err))
	}
	p.explain("capture time %s, from %s", s.Capture.Time.Format(timeForm), s.Capture.Basis)
	for _, problem := range s.Problems {
		p.explain("%s", view.Trouble(problem))
	}
	if slices.ContainsFunc(s.Coverage.Cut, func(c loader.Cut) bool { return c.Unread }) {
		p.note("hint: --max-unpacked and --max-time raise the limits of reading")
	}
	if c.Bool("each") { // a namespace of one dump need not be in another
		return s, nil
	}
	return s, knownNamespaces(s, c.StringSlice("namespace"))
}

// reading is what the flags say of how sources are read.
func (p *program) reading(c *cli.Context) (o loader.Options, err error) {
	if o.Now, err = nowFlag(c); err != nil {
		return o, err
	}
	size := c.String("max-unpacked")
	q, err := resource.ParseQuantity(strings.TrimSuffix(size, "B"))
	if err != nil || q.Sign() <= 0 || q.CmpInt64(1<<50) > 0 {
		return o, usage("invalid value %q for flag --max-unpacked", size).hint("a size is 16GiB, 500MB or a number of bytes")
	}
	if o.MaxTime = c.Duration("max-time"); o.MaxTime <= 0 {
		return o, usage("invalid value %q for flag --max-time", o.MaxTime).hint("a duration is 90s or 10m")
	}
	o.MaxBytes, o.Stdin, o.Progress = q.Value(), p.stdin, p.progress.update
	return o, nil
}

// sourcesAmong tells which of the words are sources: standard input, and what exists as a file or directory. What cannot be
// a dump, such as "/", is a word, and so is what stands inside a directory that is a source: who works there and asks for shop/web-0 means
// the Pod, not the folder of its logs.
func sourcesAmong(words []string) []bool {
	is := make([]bool, len(words))
	var dirs []string
	for i, word := range words {
		info, err := os.Stat(word)
		is[i] = word == "-" || err == nil && loader.CheckSource(word) == nil
		if is[i] && err == nil && info.IsDir() {
			dirs = append(dirs, word)
		}
	}
	for i, word := range words {
		is[i] = is[i] && (word == "-" || !slices.ContainsFunc(dirs, func(dir string) bool { return inside(word, dir) }))
	}
	return is
}

// inside reports whether the path lies below the directory.
func inside(path, dir string) bool {
	p, err1 := filepath.Abs(path)
	d, err2 := filepath.Abs(dir)
	if err1 != nil || err2 != nil {
		return false
	}
	rel, err := filepath.Rel(d, p)
	return err == nil && rel != "." && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// diagnose reads the sources and finds what is wrong, with an eye on the object that focus names, if any.
func (p *program) diagnose(c *cli.Context, sources []string, focus string) (*loader.Snapshot, *analyzer.Diagnosis, error) {
	s, err := p.load(c, sources)
	if err != nil {
		return nil, nil, err
	}
	d, err := analyzer.Analyze(c.Context, s, analyzer.Options{Version: version, Focus: focus, Brief: p.brief, Hygiene: c.Bool("hygiene")})
	if err != nil && c.Context.Err() == nil {
		return nil, nil, &failure{code: exitUsage, err: err}
	}
	return s, d, err
}

// canceled prefers the interruption to what it caused.
func canceled(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
