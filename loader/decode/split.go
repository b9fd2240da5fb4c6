package decode

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

const itemLimit = 64 << 20

// Split reads one file as a stream, finds its encoding and shape by content and hands out chunks. It never holds more
// than one object. The error is that of the reader or of the Sink; what is wrong with the text is a Problem.
func Split(r io.Reader, opts Options, sink Sink) (Shape, error) {
	if opts.ItemLimit <= 0 {
		opts.ItemLimit = itemLimit
	}
	text := textOf(r)
	first, _ := text.Peek(sniffed)
	s := &splitter{source: newSource(text), opts: opts, sink: sink}
	defer s.giveBack()
	if form, reason := unreadable(first); form != "" {
		return Shape{Form: form, Reason: reason}, s.readError(text)
	}
	if err := s.run(); err != nil {
		return s.shape, err
	}
	if s.shape.Chunks > 0 {
		for _, p := range s.fragments {
			s.problem(p.Line, p.Loses, p.Message)
		}
	}
	s.classify()
	if err := s.source.err; err != nil && !errors.Is(err, io.EOF) {
		return s.shape, err
	}
	return s.shape, nil
}

// readError is the error of a file whose first bytes are all that matters.
func (s *splitter) readError(r io.Reader) error {
	_, err := r.Read(make([]byte, 1))
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// splitter finds the chunks of one file.
type splitter struct {
	*source
	opts  Options
	sink  Sink
	shape Shape
	prose prose // lines that are neither

	wasted    int       // see mostWasted
	fragments []Problem // broken YAML that is a loss if the file holds objects
}

// run goes from document to document.
func (s *splitter) run() error {
	for {
		if s.opts.Stop != nil {
			if err := s.opts.Stop(); err != nil {
				return err
			}
		}
		switch c := s.blank(); {
		case c == 0:
			return nil
		case c == '{' && s.quotedKey():
			s.shape.Form = JSON
			if err := s.object(); err != nil {
				return err
			}
		case c == '[' && s.valueArray():
			s.shape.Form = JSON
			if err := s.array(); err != nil {
				return err
			}
		default:
			if err := s.lines(); err != nil {
				return err
			}
		}
	}
}

// quotedKey reports whether the brace at the position begins a JSON object.
func (s *splitter) quotedKey() bool {
	_, c := s.spaceAt(1)
	return c == '"' || c == '}'
}

// valueArray reports whether the bracket at the position begins a JSON array of objects or strings.
func (s *splitter) valueArray() bool {
	_, c := s.spaceAt(1)
	return c == '{' || c == ']' || c == '"'
}

// chunk hands out a piece of text.
func (s *splitter) chunk(c Chunk) error {
	c.opts = s.opts
	s.shape.Chunks++
	if s.sink.Chunk == nil {
		return nil
	}
	return s.sink.Chunk(c)
}

func (s *splitter) problem(line int, loses bool, message string) {
	if s.sink.Problem != nil {
		s.sink.Problem(Problem{Line: line, Message: message, Loses: loses})
	}
}

// telling are the words without which a document is no Kubernetes object: lines of JSON in a log are passed over cheaply.
var telling = [][]byte{[]byte("metadata"), []byte("involvedObject"), []byte("ResourceVersion"), []byte(`"Status"`), []byte("apiVersion")}

func maybeObject(data []byte) bool {
	for _, word := range telling {
		if bytes.Contains(data, word) {
			return true
		}
	}
	return false
}

// list is a list whose items are being handed out.
type list struct {
	kind, apiVersion string // of the list itself
	line             int
	items            int
	held             []Chunk // items without a kind, while the list's own kind has not been read
	heldBytes        int
	ready            bool // kinds of items are settled: the list's is known or they have their own
	announced        bool
	empty            int  // items that are {}
	flow             bool // YAML: its items are in flow style, not one by one on lines
}

const mostHeld = 32 << 20

// add hands out an item, or holds it until the kind of the list is known.
func (s *splitter) add(l *list, c Chunk) error {
	c.Item = true
	l.items++
	if !l.ready && l.kind == "" && l.items == 1 {
		l.ready = hasKind(c)
	}
	if l.ready || l.kind != "" {
		l.ready = true
		s.announce(l)
		c.Kind, c.APIVersion = l.itemKind()
		return s.chunk(c)
	}
	l.held = append(l.held, c)
	if l.heldBytes += len(c.Data); l.heldBytes > mostHeld {
		return s.release(l)
	}
	return nil
}

// itemKind is the kind of items that name none.
func (l *list) itemKind() (kind, apiVersion string) {
	kind, ok := listKind(l.kind)
	if !ok || kind == "" {
		return "", ""
	}
	return kind, l.apiVersion
}

// release hands out the held items.
func (s *splitter) release(l *list) error {
	l.ready = true
	if l.empty > 0 {
		s.problem(l.line, false, fmt.Sprintf("%d items of the list are empty and were left out", l.empty))
		l.empty = 0
	}
	if l.kind != "" || l.items > 0 {
		s.announce(l)
	}
	for _, c := range l.held {
		c.Kind, c.APIVersion = l.itemKind()
		if err := s.chunk(c); err != nil {
			return err
		}
	}
	l.held = nil
	return nil
}

// announce says, once and before its first item is handed out, that there is a list.
func (s *splitter) announce(l *list) {
	if l.announced || s.sink.List == nil {
		return
	}
	l.announced = true
	kind, _ := l.itemKind()
	items := -1
	if len(l.held) == l.items {
		items = l.items
	}
	s.sink.List(kindName(kind, l.apiVersion), l.apiVersion, items)
}

// hasKind reports whether the item names its kind.
func hasKind(c Chunk) bool {
	if c.YAML {
		return bytes.Contains(c.Data, []byte("\n  kind: ")) || bytes.Contains(c.Data, []byte("- kind: "))
	}
	h, _ := headOf(c.Data, 0, false)
	return h.kind != ""
}

// set notes a member of the list besides items.
func (l *list) set(key, value string) {
	switch strings.ToLower(key) {
	case "kind":
		l.kind = value
	case "apiversion":
		l.apiVersion = value
	}
}
