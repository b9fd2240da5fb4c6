package loader

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/podtriage/podtriage/loader/archive"
)

// Range is a run of lines of one file, both ends included.
type Range struct {
	File     string // as Load names it
	From, To int
}

// Line is one line of a file.
type Line struct {
	Number int
	Text   string // without its end, at most maxLine bytes of it
	Bytes  int    // of the whole line
}

const (
	maxLine  = 16 << 10 // of a Line's Text
	maxRange = 4000     // lines of a Range
)

// Lines reads ranges of lines out of the sources, each in the order asked. A file that is not there has no lines.
func Lines(ctx context.Context, sources []string, opts Options, ranges []Range) ([][]Line, error) {
	out := make([][]Line, len(ranges))
	open := len(ranges)
	limits := &archive.Limits{Bytes: opts.MaxBytes}
	sink := archive.Sink{File: func(f archive.File, r io.Reader) error {
		var here []int
		for i, want := range ranges {
			if want.File == f.Name && out[i] == nil {
				here = append(here, i)
			}
		}
		if len(here) == 0 {
			return nil
		}
		readRanges(r, ranges, here, out)
		if open -= len(here); open == 0 {
			return errEnough
		}
		return nil
	}, Link: func(string, string) {}, Problem: func(archive.Problem) {}}
	prefix := prefixes(sources)
	for i, source := range sources {
		err := archive.Walk(ctx, source, prefix[i], opts.Stdin, limits, sink)
		switch {
		case errors.Is(err, errEnough):
			return out, nil
		case err != nil:
			return nil, fmt.Errorf("reading %s: %w", source, err)
		}
	}
	return out, nil
}

// errEnough ends the walk when all lines have been found.
var errEnough = errors.New("all lines were found")

// readRanges fills the ranges of one file.
func readRanges(r io.Reader, ranges []Range, here []int, out [][]Line) {
	last := 0
	for _, i := range here {
		out[i] = []Line{}
		last = max(last, min(ranges[i].To, ranges[i].From+maxRange))
	}
	b := bufio.NewReaderSize(r, 64<<10)
	for n := 1; n <= last; n++ {
		wanted := slices.ContainsFunc(here, func(i int) bool { return n >= ranges[i].From && n <= ranges[i].To })
		line, err := nextLine(b, wanted)
		if err != nil && line.Bytes == 0 {
			return
		}
		line.Number = n
		for _, i := range here {
			if n >= ranges[i].From && n <= ranges[i].To && len(out[i]) < maxRange {
				out[i] = append(out[i], line)
			}
		}
	}
}

// nextLine reads one line of any length and keeps its beginning.
func nextLine(b *bufio.Reader, keep bool) (l Line, err error) {
	var text []byte
	for {
		part, err := b.ReadSlice('\n')
		l.Bytes += len(part)
		if room := maxLine - len(text); keep && room > 0 {
			text = append(text, part[:min(room, len(part))]...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			for len(text) > 0 && (text[len(text)-1] == '\n' || text[len(text)-1] == '\r') {
				text = text[:len(text)-1]
			}
			l.Text = string(text)
			return l, err
		}
	}
}
