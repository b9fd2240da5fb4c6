package decode

import (
	"bytes"
	"regexp"
)

// yaml reads the YAML document at the position: a list in block style, whose items are handed out one by one, or one
// chunk. Both end where the next document, a log block, JSON or prose begins.
func (s *splitter) yaml() error {
	if s.shape.Form == "" {
		s.shape.Form = YAML
	}
	l := &list{line: s.line}
	expected, streamed := s.isItem(0, 0), false
	bare := expected
	off := 0
	for {
		indent := s.indentAt(off)
		if expected && indent >= 0 && s.isItem(off, indent) {
			s.pass(off)
			if err := s.yamlItems(l, indent); err != nil {
				return err
			}
			off, expected, streamed = 0, false, true
			continue
		}
		n := s.lineAt(off)
		if n == 0 || !s.within(off, n, l, &expected) {
			break
		}
		if off += n; off > s.opts.ItemLimit {
			return s.tooLarge(off)
		}
	}
	if !streamed {
		return s.yamlDocument(l, off)
	}
	s.pass(off)
	if l.kind == "" && !bare && s.peek() == 0 {
		s.cutOff(l, l.line)
	}
	return s.release(l)
}

// within reports whether the line of n bytes at off is part of the document, and notes what it says about a list.
func (s *splitter) within(off, n int, l *list, expected *bool) bool {
	line := bytes.TrimRight(s.rest()[off:off+n], "\r\n")
	if len(line) == 0 {
		return true
	}
	switch c := line[0]; {
	case c == ' ', c == '\t', c == '#', c == '}', c == ']', c == '?':
		return true
	case c == '{':
		return off == 0
	case c == '-':
		return !isMarker(line)
	}
	key, value, ok := topKey(line)
	if !ok {
		return false
	}
	l.set(key, value)
	*expected = key == "items" && value == ""
	l.flow = l.flow || key == "items" && value != "" && value != "[]" && value != "null"
	return true
}

// lineAt returns the length of the line at off with its line feed, 0 at the end of the file.
func (s *splitter) lineAt(off int) int {
	for from := off; ; {
		if i := bytes.IndexByte(s.rest()[min(from, len(s.rest())):], '\n'); i >= 0 {
			return from + i + 1 - off
		}
		from = len(s.rest())
		if from-off > s.opts.ItemLimit || !s.more() {
			return len(s.rest()) - off
		}
	}
}

// indentAt returns the spaces at off, -1 where more of them than any list has or an empty line.
func (s *splitter) indentAt(off int) int {
	const most = 16
	for i := range most {
		switch s.at(off + i) {
		case ' ':
		case '\n', '\r', 0, '#':
			return -1
		default:
			return i
		}
	}
	return -1
}

// isItem reports whether an item with the indentation begins at off.
func (s *splitter) isItem(off, indent int) bool {
	if s.at(off+indent) != '-' {
		return false
	}
	c := s.at(off + indent + 1)
	return (c == ' ' || c == '\n') && len(bytes.Trim(s.rest()[off:off+indent], " ")) == 0
}

// yamlDocument hands out the first n bytes as one chunk.
func (s *splitter) yamlDocument(l *list, n int) error {
	c := Chunk{YAML: true, Line: l.line}
	c.hold(s.rest()[:n])
	s.pass(n)
	if isList(l.kind) {
		if err := s.release(l); err != nil {
			return err
		}
	}
	switch {
	case isList(l.kind) && !l.flow:
		return nil
	case !maybeObject(c.Data):
		s.fragment(c)
		return nil
	}
	return s.chunk(c)
}

// ofObject are the fields by which a document is told that was an object before its head was lost.
var ofObject = regexp.MustCompile(`(?m)^ *(kind|spec|status|namespace|containers|conditions|involvedObject):`)

const mostFragments = 20

// fragment notes a document that lacks all by which an object is known, yet was one: damage tore it. In a file without
// objects it may be anything.
func (s *splitter) fragment(c Chunk) {
	if len(s.fragments) == mostFragments || len(c.Data) > libraryLimit || !ofObject.Match(c.Data) {
		return
	}
	if _, p := yamlToJSON(c.Data); p != nil {
		p.Line = c.Line
		s.fragments = append(s.fragments, *p)
	}
}

func (s *splitter) tooLarge(off int) error {
	s.problem(s.line, true, "a document larger than the limit was left out")
	s.pass(off)
	s.resume(0, []byte("\n---"), nextLog)
	return nil
}

// yamlItems hands out the items that begin at the position and have the indentation.
func (s *splitter) yamlItems(l *list, indent int) error {
	var anchors shared
	for s.isItem(0, indent) {
		c := Chunk{YAML: true, Line: s.line}
		end := s.yamlItemEnd(indent)
		if end > s.opts.ItemLimit {
			s.problem(s.line, true, "an item larger than the limit was left out")
			s.pass(end)
			continue
		}
		c.hold(s.rest()[:end])
		s.pass(end)
		if err := s.add(l, anchors.apply(c)); err != nil {
			return err
		}
	}
	return nil
}

// yamlItemEnd returns where the next line begins that is indented no deeper than the item.
func (s *splitter) yamlItemEnd(indent int) int {
	for from := 0; ; {
		next := s.nextLine(from)
		if next < 0 {
			return len(s.rest())
		}
		if from = next; ends(s.rest()[from:], indent) {
			return from
		}
	}
}

// ends reports whether the line ends an item of the indentation.
func ends(line []byte, indent int) bool {
	for i := 0; i <= indent && i < len(line); i++ {
		switch line[i] {
		case ' ':
		case '\n', '\r', '#', '}', ']', '\t':
			return false
		default:
			return true
		}
	}
	return false
}

// shared holds the items of a list that define YAML anchors, for the items that refer to them.
type shared struct {
	items []byte
	count int
}

const mostShared = 1 << 20

// apply puts the items with anchors in front of an item that refers to some.
func (a *shared) apply(c Chunk) Chunk {
	item := c.Data
	if a.count > 0 && mayRefer(item) {
		c.priorLines = bytes.Count(a.items, []byte{'\n'})
		c.Line -= c.priorLines
		c.prior, c.Data = a.count, append(bytes.Clone(a.items), item...)
	}
	if mayDefine(item) && len(a.items)+len(item) <= mostShared {
		a.items = append(a.items, item...)
		a.count++
	}
	return c
}

func mayRefer(item []byte) bool {
	return bytes.Contains(item, []byte(": *")) || bytes.Contains(item, []byte("- *")) || bytes.Contains(item, []byte("[*"))
}

func mayDefine(item []byte) bool {
	return bytes.Contains(item, []byte(": &")) || bytes.Contains(item, []byte("- &"))
}
