package decode

import (
	"bytes"
	"io"
	"sync"
)

// source is a window over the text of a file that grows as far as somebody looks ahead.
type source struct {
	r    io.Reader
	buf  []byte // read and not yet passed, from pos on
	pos  int
	line int // of buf[pos], from 1
	bol  int // how many bytes before buf[pos] its line began
	err  error

	shared bool // something other than white space stands before buf[pos] on its line
}

const windowSize = 256 << 10

// windows are the buffers of files that were read; dumps of many small files would else be all garbage.
var windows = sync.Pool{New: func() any { return new([windowSize]byte) }}

func newSource(r io.Reader) *source {
	return &source{r: r, buf: windows.Get().(*[windowSize]byte)[:0], line: 1}
}

// giveBack gives the window back; nothing that was handed out may point into it.
func (s *source) giveBack() {
	if cap(s.buf) == windowSize {
		windows.Put((*[windowSize]byte)(s.buf[:windowSize]))
	}
	s.buf, s.pos = nil, 0
}

// rest is what has been read and not passed. It is valid until the next call of more.
func (s *source) rest() []byte { return s.buf[s.pos:] }

// more reads on and reports whether there was anything.
func (s *source) more() bool {
	if s.err != nil {
		return false
	}
	if s.pos > 0 {
		s.buf = s.buf[:copy(s.buf, s.buf[s.pos:])]
		s.pos = 0
	}
	if cap(s.buf)-len(s.buf) < windowSize/4 {
		grown := make([]byte, len(s.buf), 2*cap(s.buf))
		copy(grown, s.buf)
		s.buf = grown
	}
	before := len(s.buf)
	for empty := 0; len(s.buf) == before && s.err == nil; empty++ {
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if s.err = err; n == 0 && empty > 100 {
			s.err = io.ErrNoProgress
		}
	}
	if s.err != nil {
		s.buf = bytes.TrimRight(s.buf, "\x00") // a crash leaves NULs at the end of a file
		return len(s.buf) > before
	}
	return true
}

// need reads until n bytes stand in rest, or the file ends.
func (s *source) need(n int) bool {
	for len(s.rest()) < n {
		if !s.more() {
			return false
		}
	}
	return true
}

// pass moves over n bytes.
func (s *source) pass(n int) {
	passed := s.buf[s.pos : s.pos+n]
	if lines := bytes.Count(passed, []byte{'\n'}); lines > 0 {
		s.line += lines
		passed = passed[bytes.LastIndexByte(passed, '\n')+1:]
		s.bol, s.shared = 0, false
	}
	s.bol += len(passed)
	s.shared = s.shared || len(bytes.TrimSpace(passed)) > 0
	s.pos += n
}

// peek returns the byte at the position, 0 at the end.
func (s *source) peek() byte {
	if !s.need(1) {
		return 0
	}
	return s.buf[s.pos]
}

// space passes white space and comments in JSON, and returns the byte after them.
func (s *source) space() byte {
	for {
		i := skipSpace(s.rest(), 0)
		if i+1 < len(s.rest()) || !s.more() {
			s.pass(i)
			return s.peek()
		}
	}
}

// peekLine returns the line at the position without its line feed, cut at most bytes, and its full length with the feed,
// or -1 where it is longer than that.
func (s *source) peekLine(most int) ([]byte, int) {
	for from := 0; ; {
		rest := s.rest()
		if n := bytes.IndexByte(rest[from:], '\n'); n >= 0 && from+n <= most {
			return rest[:from+n], from + n + 1
		}
		if len(rest) > most {
			return rest[:most], -1
		}
		from = len(rest)
		if !s.more() {
			return s.rest(), len(s.rest())
		}
	}
}

// passLine moves to the next line, however long this one is.
func (s *source) passLine() {
	for {
		if n := bytes.IndexByte(s.rest(), '\n'); n >= 0 {
			s.pass(n + 1)
			return
		}
		s.pass(len(s.rest()))
		if !s.more() {
			return
		}
	}
}

// at returns the byte off bytes after the position, 0 at the end.
func (s *source) at(off int) byte {
	if !s.need(off + 1) {
		return 0
	}
	return s.rest()[off]
}

// spaceAt returns the offset of the first byte at or after off that is no white space, and the byte.
func (s *source) spaceAt(off int) (int, byte) {
	for {
		off = skipSpace(s.rest(), min(off, len(s.rest())))
		if off+1 < len(s.rest()) || !s.more() {
			return off, s.at(off)
		}
	}
}

// column is the column of the position where something else stands before it on its line, else 0.
func (s *source) column() int {
	if !s.shared {
		return 0
	}
	return s.bol + 1
}
