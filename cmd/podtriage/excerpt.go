package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// owner is an object and where it begins.
type owner struct {
	line int
	ref  loader.Ref
}

// owners are the objects of each file, by line.
type owners map[string][]owner

func ownersOf(s *loader.Snapshot) owners {
	out := owners{}
	for r := range s.Objects() {
		if o := s.Find(r); o != nil {
			pos := s.Pos(o)
			out[pos.File] = append(out[pos.File], owner{pos.Line, r})
		}
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b owner) int { return a.line - b.line })
	}
	return out
}

// at returns the object that the line belongs to: the last one that begins at or before it.
func (o owners) at(file string, line int) owner {
	var found owner
	for _, w := range o[file] {
		if w.line > line {
			break
		}
		found = w
	}
	return found
}

// longLine is how much of one line is shown.
const longLine = 2000

// writeExcerpt prints the lines of one reference and as many around them, those that were asked for marked. The lines before these are
// read only to know what they belong to.
func (p *program) writeExcerpt(w io.Writer, r reference, around int, lines []loader.Line, of owners) {
	head := fmt.Sprintf("%s:%d", r.File, r.From)
	if r.To > r.From {
		head += fmt.Sprintf("-%d", r.To)
	}
	if r.typed != head && !strings.HasPrefix(r.typed, r.File) {
		head = r.typed + "  " + head
	}
	if object := of.at(r.File, r.From).ref; !object.IsZero() {
		head += "  " + object.String()
	}
	fmt.Fprintln(w, p.shown(head))
	if r.text != "" {
		fmt.Fprintln(w, p.shown("  "+r.text))
	}
	texts := p.redactLines(r.File, lines, of)
	wide := len(fmt.Sprint(min(lines[len(lines)-1].Number, r.To+around)))
	for i, l := range lines {
		if l.Number < r.From-around || l.Number > r.To+around {
			continue
		}
		mark := " "
		if l.Number >= r.From && l.Number <= r.To {
			mark = ">"
		}
		fmt.Fprintf(w, "%s %*d  %s\n", mark, wide, l.Number, short(texts[i], l.Bytes))
	}
}

func short(text string, size int) string {
	shown := escape.Short(text, longLine)
	if shown != text || size > len(text)+2 && size > longLine {
		shown += fmt.Sprintf(" (%s)", view.Count(size, "byte"))
	}
	return shown
}
