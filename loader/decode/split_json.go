package decode

import (
	"bytes"
	"fmt"
	"strings"
)

// Boundaries of a document that a cut-off one runs into.
var (
	nextObject = []byte("\n{")
	nextLog    = []byte("\n" + startMark)
)

// object reads the JSON object at the position: a list, whose items are handed out one by one, or one chunk.
func (s *splitter) object() error {
	l := &list{line: s.line}
	column := s.column()
	off := 1
	for {
		var c byte
		off, c = s.spaceAt(off)
		switch c {
		case ',':
			off++
			continue
		case '}':
			return s.document(l, column, off+1)
		case '"':
		default:
			return s.broken(off)
		}
		key, value, ok := s.member(off)
		if !ok {
			return s.broken(off)
		}
		if (key == "items" || key == "Items") && s.at(value) == '[' {
			s.pass(value + 1)
			return s.items(l, true)
		}
		end := s.valueEnd(value)
		if end < 0 {
			return s.broken(off)
		}
		if c := s.at(value); c == '"' {
			l.set(key, (&decoder{data: s.rest()}).word(value))
		}
		off = end
	}
}

// member returns the key at off and the offset of its value.
func (s *splitter) member(off int) (key string, value int, ok bool) {
	end := s.valueEnd(off)
	if end < 0 {
		return "", 0, false
	}
	key = (&decoder{data: s.rest()}).word(off)
	value, c := s.spaceAt(end)
	if c != ':' {
		return "", 0, false
	}
	value, c = s.spaceAt(value + 1)
	return key, value, c != 0
}

// valueEnd returns the offset after the value at off, -1 where the file or the limit ends first.
func (s *splitter) valueEnd(off int) int {
	switch s.at(off) {
	case '{', '[':
		return s.search(&nesting{}, off)
	case '"':
		return s.search(&nesting{depth: -1, inString: true}, off+1)
	case 0, '}', ']', ',', ':':
		return -1
	}
	for {
		if end := skipBare(s.rest(), off); end < len(s.rest()) || !s.more() {
			return end
		}
	}
}

// mostWasted is how many bytes of a file may be looked at in vain for the ends of broken documents, of which each may be looked
// for to the end of the file. Then a line that begins with a brace ends the search, and after four times as much nothing is looked for.
const mostWasted = 256 << 20

// search runs n from off on, reading as far as it takes. With a depth below zero it ends with the string it is in.
func (s *splitter) search(n *nesting, off int) int {
	for s.wasted < 4*mostWasted {
		text, bounded := s.bounded(off)
		end := -1
		if n.depth < 0 {
			end = n.leaveString(text, off)
		} else {
			end = n.end(text, off)
		}
		if end >= 0 {
			return end
		}
		off = len(text)
		if bounded || off > s.opts.ItemLimit || !s.more() {
			s.wasted += off
			break
		}
	}
	return -1
}

// bounded returns the text in which an end is looked for: all that was read, or once too much was looked at in vain, all
// before the next document.
func (s *splitter) bounded(off int) (text []byte, bounded bool) {
	text = s.rest()
	if s.wasted < mostWasted {
		return text, false
	}
	if i := bytes.Index(text[off:], nextObject); i >= 0 {
		return text[:off+i+1], true
	}
	s.wasted += len(text) - off
	return text, false
}

// document hands out the first n bytes as one chunk, unless they are a list without items.
func (s *splitter) document(l *list, column, n int) error {
	if cut := cutShort(s.rest()[:n]); cut >= 0 {
		return s.broken(cut)
	}
	c := Chunk{Line: l.line, Column: column}
	c.hold(s.rest()[:n])
	s.pass(n)
	switch {
	case isList(l.kind):
		return s.release(l)
	case !maybeObject(c.Data):
		return nil
	}
	return s.chunk(c)
}

// cutShort returns where inside the text another document begins, -1 if none does. A line that begins with a brace is one,
// unless the text is written without any indentation.
func cutShort(text []byte) int {
	if len(text) > 2 && text[1] == '\n' && text[2] != ' ' && text[2] != '\t' {
		return -1
	}
	at := bytes.Index(text, nextObject)
	if i := bytes.Index(text, nextLog); i >= 0 && (at < 0 || i < at) {
		at = i
	}
	return at
}

// broken gives up on the document at the position, of which off bytes were fit, and goes to the next.
func (s *splitter) broken(off int) error {
	s.prose.broken = true
	why := "the document is broken and was left out: it is not valid JSON"
	if s.source.err != nil && !bytes.Contains(s.rest(), nextObject) {
		why = "the document is cut off and was left out"
	}
	if len(s.rest()) > s.opts.ItemLimit {
		why = fmt.Sprintf("the document is larger than %d MiB and was left out", s.opts.ItemLimit>>20)
	}
	if maybeObject(s.rest()[:min(len(s.rest()), off+1)]) {
		s.problem(s.line, true, why)
	}
	s.resume(1, nextObject, nextLog)
	return nil
}

// resume passes to the line that the first of the marks begins, at least from bytes on, or to the end of the file.
func (s *splitter) resume(from int, marks ...[]byte) {
	for {
		at, text := -1, s.rest()[min(from, len(s.rest())):]
		for _, mark := range marks {
			if i := bytes.Index(text, mark); i >= 0 {
				at, text = i, text[:i]
			}
		}
		if at >= 0 {
			s.pass(from + at + 1)
			return
		}
		from = 0
		s.pass(max(0, len(s.rest())-len(startMark)-1))
		if !s.more() {
			s.pass(len(s.rest()))
			return
		}
	}
}

// array reads the JSON array at the position as a list without head.
func (s *splitter) array() error {
	l := &list{line: s.line}
	s.pass(1)
	return s.items(l, false)
}

// items reads the items of a list and, of an object, the members after them.
func (s *splitter) items(l *list, object bool) error {
	for {
		switch c := s.space(); c {
		case 0:
			s.cutOff(l, l.line)
			return s.release(l)
		case ',':
			s.pass(1)
		case ']':
			s.pass(1)
			if object {
				s.tail(l)
			}
			return s.release(l)
		case '{':
			gone, err := s.item(l)
			if err != nil {
				return err
			}
			if gone {
				return s.release(l)
			}
		default:
			s.oddItem(l, c)
		}
	}
}

// cutOff says that the file ends inside the list.
func (s *splitter) cutOff(l *list, line int) {
	what := "list"
	if l.kind != "" {
		what = l.kind
	}
	if s.sink.Problem != nil {
		s.sink.Problem(Problem{Line: line, Loses: true, Cut: true,
			Message: fmt.Sprintf("the file ends inside this %s; %d items before the cut were read", what, l.items)})
	}
}

// oddItem passes what stands in a list and is no object.
func (s *splitter) oddItem(l *list, c byte) {
	end := s.valueEnd(0)
	if c == '"' && end > 0 {
		s.prose.add(strings.Trim(string(s.rest()[:min(end, maxProse)]), `"`))
	} else {
		s.problem(s.line, true, "an item of the list is not an object and was left out")
	}
	if end <= 0 {
		end = 1
	}
	s.pass(min(end, len(s.rest())))
}

// tail reads the members of a list that stand behind its items.
func (s *splitter) tail(l *list) {
	for {
		switch c := s.space(); c {
		case ',':
			s.pass(1)
			continue
		case '}':
			s.pass(1)
			return
		case '"':
		default:
			return
		}
		key, value, ok := s.member(0)
		if !ok {
			return
		}
		end := s.valueEnd(value)
		if end < 0 {
			return
		}
		if s.at(value) == '"' {
			l.set(key, (&decoder{data: s.rest()}).word(value))
		}
		s.pass(end)
	}
}
