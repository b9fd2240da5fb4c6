package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/redact"
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
func (o owners) at(file string, line int) loader.Ref {
	var found loader.Ref
	for _, w := range o[file] {
		if w.line > line {
			break
		}
		found = w.ref
	}
	return found
}

// longLine is how much of one line is shown.
const longLine = 2000

// writeExcerpt prints the lines of one reference, those that were asked for marked.
func (p *program) writeExcerpt(w io.Writer, r reference, lines []loader.Line, object loader.Ref) {
	head := fmt.Sprintf("%s:%d", r.File, r.From)
	if r.To > r.From {
		head += fmt.Sprintf("-%d", r.To)
	}
	if r.typed != head && !strings.HasPrefix(r.typed, r.File) {
		head = r.typed + "  " + head
	}
	if !object.IsZero() {
		head += "  " + object.String()
	}
	fmt.Fprintln(w, p.shown(head))
	if r.text != "" {
		fmt.Fprintln(w, p.shown("  "+r.text))
	}
	texts := p.redactLines(lines, object.Kind == "Secret" || object.Kind == "ConfigMap")
	wide := len(fmt.Sprint(lines[len(lines)-1].Number))
	for i, l := range lines {
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

var (
	// envLine is the value of an environment variable, which stands on a line of its own.
	envLine = regexp.MustCompile(`^(\s*(?:- )?"?value"?:\s*)\S.*?(,?)$`)
	// pair is any key with a value after it.
	pair = regexp.MustCompile(`^(\s*(?:- )?"?[^\s":]+"?:\s*)([^\s{\[].*?)(,?)$`)
)

// redactLines takes secrets out of lines that belong together: a key may stand above its value. Of objects that hold nothing
// but data, every value goes.
func (p *program) redactLines(lines []loader.Line, data bool) []string {
	out := make([]string, len(lines))
	inKey := false
	for i, l := range lines {
		out[i] = l.Text
		if p.redactor.Mode() == redact.Off {
			continue
		}
		if inKey {
			_, rest, ends := strings.Cut(l.Text, "-----END ")
			out[i], inKey = "[redacted:private-key]", !ends
			if _, rest, ends = strings.Cut(rest, "-----"); ends {
				out[i] += rest
			}
			continue
		}
		_, key, begins := strings.Cut(l.Text, "-----BEGIN ")
		inKey = begins && !strings.Contains(key, "-----END ")
		if data {
			out[i] = pair.ReplaceAllString(l.Text, "${1}[redacted:data]${3}")
		}
		out[i] = envLine.ReplaceAllString(out[i], "${1}[redacted:env]${2}")
	}
	together := strings.Split(p.redactor.Text(strings.Join(out, "\n")), "\n")
	for i := range out {
		if len(together) == len(out) {
			out[i] = together[i]
		}
		out[i] = escape.Line(p.redactor.Text(out[i]))
	}
	return out
}
