package loader

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// What is kept of one log.
const (
	headLines  = 8
	tailLines  = 40
	quietHead  = 2 // of a log in which no line looks like an error
	quietTail  = 12
	badShapes  = 24      // lines that look like errors, one of each shape
	lineText   = 1 << 10 // bytes kept of a line
	lineLimit  = 64 << 10
	shapeLimit = 4096 // shapes that are counted
)

// scanner reads a log once and keeps little of it. It takes the log in pieces, as a Writer.
type scanner struct {
	log     *Log
	line    int // number of the last line in the file
	partial []byte
	cut     bool // the line is longer than lineLimit
	*scratch
}

// scratch is the memory of a scanner, which the next one uses again.
type scratch struct {
	head   []rawLine
	tail   []rawLine // a ring
	next   int       // where the ring goes on
	bad    []rawLine
	shapes map[uint64]int // how often a shape of bad line occurred
	order  []*rawLine
}

// rawLine is a line that may be kept.
type rawLine struct {
	number int
	shape  uint64 // 0 if it does not look like an error
	text   []byte // in the piece that is being read, or in memory
	memory []byte // where the line outlives the piece
	loose  bool   // text is in the piece
}

// scratches are those that no scanner uses.
var scratches = sync.Pool{New: func() any { return &scratch{shapes: map[uint64]int{}} }}

// newScanner starts a log whose first line has that number in the file.
func newScanner(l *Log, first int) *scanner {
	l.First = first
	return &scanner{log: l, line: first - 1, scratch: scratches.Get().(*scratch)}
}

// Write takes a piece of the log. Large pieces are fast: only what is kept of a piece is copied.
func (s *scanner) Write(p []byte) (int, error) {
	n := len(p)
	s.log.Bytes += int64(n)
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			s.settle()
			s.keepPartial(p)
			return n, nil
		}
		if len(s.partial) > 0 || s.cut {
			s.keepPartial(p[:i])
			s.add(s.partial)
			s.settle()
			s.partial, s.cut = s.partial[:0], false
		} else {
			s.add(p[:i])
		}
		p = p[i+1:]
	}
}

// settle copies the lines that may be kept out of the piece.
func (s *scanner) settle() {
	for _, lines := range [][]rawLine{s.head, s.tail, s.bad} {
		for i := range lines {
			if l := &lines[i]; l.loose {
				l.memory = append(l.memory[:0], l.text...)
				l.text, l.loose = l.memory, false
			}
		}
	}
}

func (s *scanner) keepPartial(p []byte) {
	room := lineLimit - len(s.partial)
	if len(p) > room {
		p, s.cut = p[:room], true
	}
	s.partial = append(s.partial, p...)
}

// add counts a line and keeps it if it is among the first, the last or looks like an error.
func (s *scanner) add(line []byte) {
	s.line++
	s.log.Lines++
	line = bytes.TrimRight(line, "\r")
	if len(line) == 0 {
		return
	}
	line = line[:min(len(line), lineText)]
	var h uint64
	if looksBad(line) {
		h = shape(line)
		s.addBad(line, h)
	}
	switch {
	case len(s.head) < headLines:
		s.head = keep(s.head, s.line, h, line)
	case len(s.tail) < tailLines:
		s.tail = keep(s.tail, s.line, h, line)
	default:
		s.tail[s.next].set(s.line, h, line)
		s.next = (s.next + 1) % tailLines
	}
}

// keep appends the line, with memory that was used before, if there is any.
func keep(lines []rawLine, number int, shape uint64, text []byte) []rawLine {
	if len(lines) == cap(lines) {
		lines = append(lines, rawLine{})
	} else {
		lines = lines[:len(lines)+1]
	}
	lines[len(lines)-1].set(number, shape, text)
	return lines
}

func (l *rawLine) set(number int, shape uint64, text []byte) {
	l.number, l.shape, l.text, l.loose = number, shape, text, true
}

// addBad counts the line's shape and keeps the first line of it.
func (s *scanner) addBad(line []byte, h uint64) {
	if _, seen := s.shapes[h]; !seen && len(s.shapes) >= shapeLimit {
		return
	}
	s.shapes[h]++
	if s.shapes[h] == 1 && len(s.bad) < badShapes {
		s.bad = keep(s.bad, s.line, h, line)
	}
}

// shape hashes the line without what changes from one line to the next: words that hold a digit.
func shape(line []byte) uint64 {
	const prime = 1099511628211 // FNV-1a
	sum, word, digit := uint64(14695981039346656037), uint64(0), false
	for _, c := range line {
		switch {
		case isLetter(c):
			word = (word ^ uint64(c)) * prime
			continue
		case isDigit(c):
			digit = true
			continue
		}
		if digit {
			word = '#'
		}
		sum = ((sum^word)*prime ^ uint64(c)) * prime
		word, digit = 0, false
	}
	if digit {
		word = '#'
	}
	return (sum^word)*prime | 1
}

// finish makes the Log of what was kept. The scanner is of no use after it.
func (s *scanner) finish() *Log {
	if len(s.partial) > 0 {
		s.add(s.partial)
	}
	s.order = s.order[:0]
	for _, lines := range [][]rawLine{s.head, s.tail[s.next:], s.tail[:s.next], s.bad} {
		for i := range lines {
			s.order = append(s.order, &lines[i])
		}
	}
	if n := len(s.order); len(s.bad) == 0 && n > quietHead+quietTail {
		s.order = slices.Delete(s.order, quietHead, n-quietTail)
	}
	slices.SortStableFunc(s.order, func(x, y *rawLine) int { return cmp.Compare(x.number, y.number) })
	s.order = slices.CompactFunc(s.order, func(x, y *rawLine) bool { return x.number == y.number })
	s.log.Bad = len(s.bad) > 0
	s.log.Kept = s.lines()
	s.takeError()
	s.reset()
	return s.log
}

// lines makes the kept lines; their texts share one piece of memory.
func (s *scanner) lines() []LogLine {
	var all strings.Builder
	n := 0
	for _, l := range s.order {
		n += len(l.text)
	}
	all.Grow(n)
	for _, l := range s.order {
		all.Write(l.text)
	}
	text, kept := all.String(), make([]LogLine, len(s.order))
	for i, l := range s.order {
		k := LogLine{Line: l.number, Many: 1}
		if l.shape != 0 {
			k.Many = max(1, s.shapes[l.shape])
		}
		k.At, k.Text = readLine(text[:len(l.text)])
		text = text[len(l.text):]
		k.Text = strings.ToValidUTF8(k.Text, "\uFFFD")
		kept[i] = k
	}
	return kept
}

// reset gives the memory back.
func (s *scanner) reset() {
	r := s.scratch
	r.head, r.tail, r.bad, r.next = r.head[:0], r.tail[:0], r.bad[:0], 0
	clear(r.shapes)
	scratches.Put(r)
	s.scratch = nil
}

// failures begin the one line that a collector writes in place of a log that it could not get.
var failures = []string{
	"Request log error: ", "Create log request error: ", "unable to retrieve container logs for ", "Error from server",
	"failed to try resolving symlinks in path ", "failed to open log file ",
}

// takeError moves the collector's own failure out of the log.
func (s *scanner) takeError() {
	l := s.log
	if len(l.Kept) != 1 {
		return
	}
	for _, f := range failures {
		if strings.HasPrefix(l.Kept[0].Text, f) {
			l.Error = strings.TrimPrefix(strings.TrimPrefix(l.Kept[0].Text, failures[0]), failures[1])
			l.Kept, l.Lines = nil, 0
			return
		}
	}
}

// scanLog reads one log to its end.
func scanLog(r io.Reader, l *Log, first int) *Log {
	s := newScanner(l, first)
	io.Copy(s, r) // a read that fails is the container's Problem
	return s.finish()
}

// readLine takes the wrapping of container runtimes off a line and reads its time stamp.
func readLine(text string) (time.Time, string) {
	if strings.HasPrefix(text, `{"log":"`) {
		return dockerLine(text)
	}
	at, rest := leadingTime(text)
	if at.IsZero() {
		return timeWithin(text), text
	}
	for _, stream := range []string{"stdout ", "stderr "} { // CRI: <time> stdout F <text>
		if line, ok := strings.CutPrefix(rest, stream); ok && len(line) >= 2 && line[1] == ' ' && (line[0] == 'F' || line[0] == 'P') {
			return at, line[2:]
		}
	}
	return at, text
}
