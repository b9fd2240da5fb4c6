package decode

import (
	"bytes"
	"fmt"
)

// item hands out the item at the position; gone says that the list ended with it.
func (s *splitter) item(l *list) (gone bool, err error) {
	c := Chunk{Line: s.line, Column: s.column()}
	end, cut := s.itemEnd()
	if end < 0 && cut < 0 {
		return s.brokenItem(l)
	}
	if cut >= 0 {
		s.cutOff(l, s.line)
		s.pass(cut + 1)
		return true, nil
	}
	if end == len("{}") {
		l.empty++
		s.pass(end)
		return false, nil
	}
	c.hold(s.rest()[:end])
	s.pass(end)
	return false, s.add(l, c)
}

// itemEnd returns where the item ends, or where another document cuts it off; the other is -1. In text with indentation
// an item ends with the brace under its first one, which is found without a look at what is between; a broken item costs
// only itself that way.
func (s *splitter) itemEnd() (end, cut int) {
	if !s.shared && s.bol > 0 {
		inner, _ := s.spaceAt(1)
		if inner >= s.bol+3 && s.at(1) == '\n' && s.plainIndent(inner) {
			return s.closingLine(append(bytes.Repeat([]byte{' '}, s.bol), '}'))
		}
	}
	if end = s.search(&nesting{}, 0); end < 0 || s.bol == 0 {
		return end, -1
	}
	return end, cutShort(s.rest()[:end])
}

// plainIndent reports whether only spaces, and more than before the brace, stand before the first key.
func (s *splitter) plainIndent(inner int) bool {
	return len(bytes.Trim(s.rest()[2:inner], " ")) == 0
}

// closingLine returns the offset behind the closing text of the first line that begins with it, or of the first line
// that begins another document.
func (s *splitter) closingLine(closing []byte) (end, cut int) {
	for from := 1; ; {
		if from = s.nextLine(from); from < 0 {
			return -1, -1
		}
		switch line := s.rest()[from:]; {
		case line[0] == '{', line[0] == '=' && bytes.HasPrefix(line, []byte(startMark)):
			return -1, from - 1
		case bytes.HasPrefix(line, closing):
			return from + len(closing), -1
		}
	}
}

// nextLine returns where the line after the one at from begins, with enough of it in sight to know it, or -1 where the
// file or the limit ends first.
func (s *splitter) nextLine(from int) int {
	for {
		i := bytes.IndexByte(s.rest()[min(from, len(s.rest())):], '\n')
		if i >= 0 {
			from += i + 1
			break
		}
		from = len(s.rest())
		if from > s.opts.ItemLimit || !s.more() {
			return -1
		}
	}
	if s.need(from + len(startMark)); from >= len(s.rest()) {
		return -1
	}
	return from
}

// objectStarts are how an item of a list begins in one-line JSON.
var objectStarts = [][]byte{[]byte(`{"apiVersion":"`), []byte(`{"kind":"`), []byte(`{"metadata":{`)}

// nextStart returns where, behind the first byte, the next item of a list begins, -1 if none does.
func nextStart(text []byte) int {
	for at := 1; at < len(text); at++ {
		i := bytes.IndexByte(text[at:], '{')
		if i < 0 {
			break
		}
		at += i
		for _, start := range objectStarts {
			if bytes.HasPrefix(text[at:], start) {
				return at
			}
		}
	}
	return -1
}

// brokenItem passes an item whose end cannot be found.
func (s *splitter) brokenItem(l *list) (gone bool, err error) {
	if len(s.rest()) > s.opts.ItemLimit {
		s.problem(s.line, true, fmt.Sprintf("an item larger than %d MiB was left out", s.opts.ItemLimit>>20))
		s.skipLarge()
		return false, nil
	}
	next := nextStart(s.rest())
	before := s.rest()
	if next > 0 {
		before = before[:next]
	}
	cut := bytes.Index(before, nextObject)
	switch {
	case cut >= 0 && s.bol > 0:
		s.cutOff(l, s.line)
		s.pass(cut + 1)
		return true, nil
	case next > 0:
		s.problem(s.line, true, "an item of the list is broken and was left out: it is not valid JSON")
		s.pass(next)
		return false, nil
	}
	s.cutOff(l, s.line)
	s.pass(len(s.rest()))
	return true, nil
}

// skipLarge passes the item at the position without holding it.
func (s *splitter) skipLarge() {
	n := nesting{}
	for {
		if end := n.end(s.rest(), 0); end >= 0 {
			s.pass(end)
			return
		}
		s.pass(len(s.rest()))
		if !s.more() {
			return
		}
	}
}
