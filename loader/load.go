// Package loader reads saved cluster dumps and makes one read-only [Snapshot] of them.
//
// In go the names of files, directories and archives, or "-" for standard input. Files flow from loader/archive to
// loader/decode one by one; what they hold is merged, sorted and indexed. Nothing is written, nothing is fetched, and no
// file outside the named sources is opened.
package loader

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/podtriage/podtriage/loader/archive"
)

// Options change how sources are read.
type Options struct {
	Now   time.Time // overrides the inferred capture time
	Stdin io.Reader // what "-" reads

	Progress func(Progress) // if set, is called often while sources are read, by one goroutine at a time

	MaxBytes      int64         // what all sources may hold when unpacked; 0 is 4 GiB
	MaxTime       time.Duration // what reading may take; 0 is no limit
	ManagedFields bool          // keep the managedFields of all kinds, not only of those that people change
}

// Load reads the sources as one dump. The error says that there is nothing to analyze; damage that leaves something
// is in the Snapshot's Problems, and so is what Options.MaxTime left unread.
func Load(ctx context.Context, sources []string, opts Options) (*Snapshot, error) {
	for _, source := range sources {
		if err := CheckSource(source); err != nil {
			return nil, err
		}
	}
	timed := ctx
	if opts.MaxTime > 0 {
		var cancel context.CancelFunc
		timed, cancel = context.WithTimeoutCause(ctx, opts.MaxTime, errTime)
		defer cancel()
	}
	r := newReading(ctx, timed, opts)
	if err := r.all(sources); err != nil {
		return nil, err
	}
	s := r.snapshot(sources)
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
	r.meter = newMeter(sources, r.opts.Progress)
	prefix := prefixes(sources)
	for i, source := range sources {
		if err := r.one(source, prefix[i], limits); err != nil {
			return fmt.Errorf("reading %s: %w", source, err)
		}
		r.meter.next()
	}
	return nil
}

// one reads one source.
func (r *reading) one(source, prefix string, limits *archive.Limits) error {
	err := archive.Walk(r.ctx, source, prefix, r.opts.Stdin, limits, archive.Sink{
		File: r.file, Link: r.link, Problem: r.problem, Read: r.meter.read,
	})
	if err != nil && errors.Is(context.Cause(r.ctx), errTime) {
		name := cmp.Or(strings.TrimSuffix(prefix, "!"), filepath.Base(source))
		if source == "-" {
			name = "standard input"
		}
		r.problem(archive.Problem{Name: name, Message: fmt.Sprintf("could not be read in %s, the limit; the rest was not read", r.opts.MaxTime),
			Loses: true, Cut: true, Limit: true})
		return nil
	}
	return err
}

// errTime is why a context ends that Options.MaxTime bounds.
var errTime = errors.New("reading takes too long")

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
