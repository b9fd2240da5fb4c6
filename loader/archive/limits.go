package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
)

// Limits bound what a source may cost; the zero value of a field is its default. One value is used for all sources of a run,
// and counts over all of them and all levels of nesting.
type Limits struct {
	Bytes   int64 // after decompression, of all levels together; default 4 GiB
	Entries int   // members of archives and all that stands in directories; default 200,000
	Depth   int   // archives inside archives; default 3
	Memory  int64 // bytes of a zip archive that is not a file of its own and so must be held; default 512 MiB

	bytes   int64 // atomic: inflating runs ahead in goroutines
	entries int
}

// limitError says which limit ended the reading.
type limitError struct{ what string }

func (e *limitError) Error() string { return e.what + "; the rest was not read" }

func (l *Limits) maxBytes() int64  { return defaulted(l.Bytes, 4<<30) }
func (l *Limits) maxEntries() int  { return defaulted(l.Entries, 200_000) }
func (l *Limits) maxMemory() int64 { return defaulted(l.Memory, 512<<20) }
func (l *Limits) maxDepth() int    { return defaulted(l.Depth, 3) }

func defaulted[T int | int64](v, def T) T {
	if v > 0 {
		return v
	}
	return def
}

// maxLayers bounds compressions inside compressions; nobody makes more than two on purpose.
const maxLayers = 6

// entry counts one member.
func (l *Limits) entry() error {
	l.entries++
	if limit := l.maxEntries(); l.entries > limit {
		return &limitError{fmt.Sprintf("holds more than %d files, the limit", limit)}
	}
	return nil
}

// count makes the bytes that are read from r count.
func (l *Limits) count(r io.Reader) io.Reader { return &counted{r, l} }

type counted struct {
	r io.Reader
	l *Limits
}

func (c *counted) Read(p []byte) (int, error) {
	if atomic.LoadInt64(&c.l.bytes) > c.l.maxBytes() {
		return 0, &limitError{"holds more than " + amount(c.l.maxBytes()) + " when unpacked, the limit"}
	}
	n, err := c.r.Read(p)
	atomic.AddInt64(&c.l.bytes, int64(n))
	return n, err
}

// source is the outermost reader: it obeys the context and counts.
type source struct {
	ctx  context.Context
	r    io.Reader
	size int64
	done atomic.Int64
	note func(done, size int64)
	err  error
}

func (s *source) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.r.Read(p)
	done := s.done.Add(int64(n))
	if s.note != nil {
		s.note(done, s.size)
	}
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// ReadAt reads for a zip archive, which jumps.
func (s *source) ReadAt(p []byte, off int64) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.r.(io.ReaderAt).ReadAt(p, off)
	if done := s.done.Add(int64(n)); s.note != nil {
		s.note(min(done, s.size), s.size)
	}
	return n, err
}

// direct returns the source as what zip needs, if it is a file.
func (s *source) direct() io.ReaderAt {
	if _, ok := s.r.(io.ReaderAt); !ok || s.size == 0 {
		return nil
	}
	return s
}

// errReported is what a reader returns after its damage was reported, so that nobody reports it again.
var errReported = errors.New("reported")

// amount is a number of bytes in words.
func amount(n int64) string {
	switch {
	case n >= 1<<30 && n%(1<<30) == 0:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}
