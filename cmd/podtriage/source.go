package main

import (
	"context"
	"slices"

	"github.com/urfave/cli/v2"

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
	now, err := nowFlag(c)
	if err != nil {
		return nil, err
	}
	p.progress.start(p, sources)
	s, err := loader.Load(c.Context, sources, loader.Options{Now: now, Stdin: p.stdin, Progress: p.progress.update})
	p.progress.stop(p)
	if err != nil {
		return nil, unreadable(canceled(c.Context, err))
	}
	p.explain("capture time %s, from %s", s.Capture.Time.Format(timeForm), s.Capture.Basis)
	for _, problem := range s.Problems {
		p.explain("%s", view.Trouble(problem))
	}
	if c.Bool("each") { // a namespace of one dump need not be in another
		return s, nil
	}
	return s, knownNamespaces(s, c.StringSlice("namespace"))
}

// diagnose reads the sources and finds what is wrong, with an eye on the object that focus names, if any.
func (p *program) diagnose(c *cli.Context, sources []string, focus string) (*loader.Snapshot, *analyzer.Diagnosis, error) {
	s, err := p.load(c, sources)
	if err != nil {
		return nil, nil, err
	}
	d, err := analyzer.Analyze(c.Context, s, analyzer.Options{Version: version, Focus: focus, Brief: p.brief})
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
