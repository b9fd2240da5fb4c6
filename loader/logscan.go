package loader

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"io"
	"slices"
	"strings"
	"time"
)

// What is kept of one log.
const (
	headLines  = 12
	tailLines  = 60
	badShapes  = 40      // lines that look like errors, one of each shape
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
	head    []LogLine
	tail    []LogLine // a ring
	next    int       // where the ring goes on
	bad     []LogLine
	shapes  map[uint64]int // how often a shape of bad line occurred
	seed    maphash.Seed
}

// newScanner starts a log whose first line has that number in the file.
func newScanner(l *Log, first int) *scanner {
	l.First = first
	return &scanner{log: l, line: first - 1, seed: maphash.MakeSeed(), shapes: map[uint64]int{}}
}

// Write takes a piece of the log.
func (s *scanner) Write(p []byte) (int, error) {
	n := len(p)
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			s.keepPartial(p)
			return n, nil
		}
		line := p[:i]
		if len(s.partial) > 0 || s.cut {
			s.keepPartial(line)
			line = s.partial
		}
		s.add(line)
		s.partial, s.cut = s.partial[:0], false
		p = p[i+1:]
	}
}

func (s *scanner) keepPartial(p []byte) {
	s.log.Bytes += int64(len(p))
	room := lineLimit - len(s.partial)
	if len(p) > room {
		p, s.cut = p[:room], true
	}
	s.partial = append(s.partial, p...)
}

// add counts a line and keeps it if it is among the first, the last or looks like an error.
func (s *scanner) add(line []byte) {
	if len(s.partial) == 0 && !s.cut {
		s.log.Bytes += int64(len(line))
	}
	s.log.Bytes++
	s.line++
	line = bytes.TrimRight(line, "\r")
	s.log.Lines++
	if len(line) == 0 {
		return
	}
	if looksBad(line) {
		s.addBad(line)
	}
	if len(s.head) < headLines {
		s.head = append(s.head, s.kept(line))
		return
	}
	if len(s.tail) < tailLines {
		s.tail = append(s.tail, s.kept(line))
		return
	}
	s.tail[s.next] = s.kept(line)
	s.next = (s.next + 1) % tailLines
}

// addBad counts the line's shape and keeps the first line of it.
func (s *scanner) addBad(line []byte) {
	h := s.shape(line)
	if _, seen := s.shapes[h]; !seen && len(s.shapes) >= shapeLimit {
		return
	}
	s.shapes[h]++
	if s.shapes[h] == 1 && len(s.bad) < badShapes {
		s.bad = append(s.bad, s.kept(line))
	}
}

func (s *scanner) kept(line []byte) LogLine {
	return LogLine{Line: s.line, Text: string(line[:min(len(line), lineText)])}
}

// shape hashes the line without what changes from one line to the next: numbers and everything that holds a digit.
func (s *scanner) shape(line []byte) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	line = line[:min(len(line), lineText)]
	for len(line) > 0 {
		n := 1
		for n < len(line) && isWord(line[n]) == isWord(line[0]) {
			n++
		}
		if word := line[:n]; bytes.ContainsAny(word, "0123456789") {
			h.WriteByte('#')
		} else {
			h.Write(word)
		}
		line = line[n:]
	}
	return h.Sum64()
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// finish makes the Log of what was kept.
func (s *scanner) finish() *Log {
	if len(s.partial) > 0 {
		s.add(s.partial)
		s.log.Bytes--
		s.partial = nil
	}
	kept := slices.Concat(s.head, s.bad, s.tail)
	slices.SortStableFunc(kept, func(x, y LogLine) int { return cmp.Compare(x.Line, y.Line) })
	kept = slices.CompactFunc(kept, func(x, y LogLine) bool { return x.Line == y.Line })
	for i := range kept {
		l := &kept[i]
		l.Many = max(1, s.shapes[s.shape([]byte(l.Text))])
		l.At, l.Text = readLine(l.Text)
		l.Text = strings.ToValidUTF8(l.Text, "\uFFFD")
	}
	s.log.Kept = kept
	s.takeError()
	return s.log
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
	io.CopyBuffer(s, struct{ io.Reader }{r}, make([]byte, 64<<10)) //nolint // a read error is the container's Problem
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
