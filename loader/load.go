// Package loader reads saved cluster dumps and makes one read-only [Snapshot] of them.
//
// In go the names of files, directories and archives, or "-" for standard input. Files flow from loader/archive to
// loader/decode one by one; what they hold is merged, sorted and indexed. Nothing is written, nothing is fetched, and no
// file outside the named sources is opened.
package loader

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/podtriage/podtriage/loader/archive"
)

// Options change how sources are read.
type Options struct {
	Now   time.Time // overrides the inferred capture time
	Stdin io.Reader // what "-" reads

	// Progress, if set, is called after each file with how many files and bytes were read so far, from one goroutine at a time.
	Progress func(files int, bytes int64)

	MaxBytes      int64 // what all sources may hold when unpacked; 0 is 4 GiB
	ManagedFields bool  // keep the managedFields of all kinds, not only of those that people change
}

// Load reads the sources as one dump. The error says that there is nothing to analyze; damage that leaves something
// is in the Snapshot's Problems. A context whose deadline passes ends the reading, and what was read until then is used.
func Load(ctx context.Context, sources []string, opts Options) (*Snapshot, error) {
	r := newReading(ctx, opts)
	finished := make(chan error, 1)
	go func() { finished <- r.all(sources) }()
	var err error
	select {
	case err = <-finished:
	case <-ctx.Done():
		if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, ctx.Err() // at once, even if a read of standard input does not return
		}
		err = <-finished
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		r.problem(archive.Problem{Message: "the time allowed for reading is over; the rest was not read", Loses: true})
	case err != nil:
		return nil, err
	}
	s := r.snapshot()
	s.Source.Paths = slices.Clone(sources)
	if r.empty() {
		return nil, r.nothing(sources)
	}
	s.Capture = r.capture(s, opts.Now)
	return s, nil
}

// all reads every source and waits for the workers.
func (r *reading) all(sources []string) error {
	defer r.wait()
	limits := &archive.Limits{Bytes: r.opts.MaxBytes}
	prefix := prefixes(sources)
	for i, source := range sources {
		if err := r.one(source, prefix[i], limits); err != nil {
			return fmt.Errorf("reading %s: %w", source, err)
		}
	}
	return nil
}

// one reads one source.
func (r *reading) one(source, prefix string, limits *archive.Limits) error {
	return archive.Walk(r.ctx, source, prefix, r.opts.Stdin, limits, archive.Sink{
		File: r.file, Link: r.link, Problem: r.problem,
	})
}

// prefixes tell the files of each source from those of the others: its base name, or its path where two share that; nothing
// for a single source and for standard input.
func prefixes(sources []string) []string {
	out := make([]string, len(sources))
	if len(sources) == 1 {
		return out
	}
	times := map[string]int{}
	for _, s := range sources {
		times[filepath.Base(s)]++
	}
	for i, s := range sources {
		switch {
		case s == "-":
		case times[filepath.Base(s)] > 1:
			out[i] = filepath.ToSlash(filepath.Clean(s)) + "!"
		default:
			out[i] = filepath.Base(s) + "!"
		}
	}
	return out
}
