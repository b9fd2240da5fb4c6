package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/redact"
)

// redactLines takes secrets out of lines that belong together: a key may stand above its value.
func (p *program) redactLines(file string, lines []loader.Line, of owners) []string {
	out := make([]string, len(lines))
	h := hider{column: none}
	if len(lines) > 0 {
		if first := of.at(file, lines[0].Number); first.line > 0 && first.line < lines[0].Number {
			h.column, h.what = indentOf(lines[0].Text)-1, "unknown" // its object begins too far above to tell
		}
	}
	for i, l := range lines {
		out[i] = l.Text
		if p.redactor.Mode() != redact.Off {
			out[i] = h.line(l.Text, of.at(file, l.Number))
		}
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

// none is the column of no key.
const none = -1

// hider hides, line by line, what stands in a file as the value of a key that may hold a secret, however many lines the value has: all lines
// below the key that stand further right.
type hider struct {
	column int    // of the key whose value is being hidden, or none
	what   string // the value is: data, env or annotation; unknown where it began was not read
	below  int    // column of the first line below the key, or none
	pem    bool   // within a private key
}

// keyed is a line with a key and what follows it, in YAML or in JSON.
var keyed = regexp.MustCompile(`^(\s*(?:- )*"?)([^\s":{]+)("?\s*:(?:\s+|$))(.*?)(,?)$`)

// line returns the line without what it must not show.
func (h *hider) line(text string, of owner) string {
	if h.pem || strings.Contains(text, "-----BEGIN ") {
		return h.privateKey(text)
	}
	if h.column != none && (strings.TrimSpace(text) == "" || indentOf(text) > h.column) {
		return h.hidden(text)
	}
	h.column = none
	m := keyed.FindStringSubmatch(text)
	if m == nil {
		return inFlow(text)
	}
	what := secretValue(m[2], of.ref.Kind)
	if what == "" {
		return inFlow(text)
	}
	h.column, h.what, h.below = strings.LastIndex(m[1], "- ")+2, what, none
	if !strings.Contains(m[1], "- ") {
		h.column = indentOf(text)
	}
	if m[4] == "" || m[4] == "{" || m[4] == "{}" || m[4] == `""` || blockScalar.MatchString(m[4]) {
		return text
	}
	return m[1] + m[2] + m[3] + "[redacted:" + what + "]" + m[5]
}

// blockScalar is how YAML begins a text of several lines.
var blockScalar = regexp.MustCompile(`^[|>][-+0-9]*$`)

// secretValue says what the value of the key is in an object of the kind, or "" if it may be shown.
func secretValue(key, kind string) string {
	switch {
	case key == "value":
		return "env"
	case strings.HasSuffix(key, "last-applied-configuration"):
		return "annotation"
	case !slices.Contains([]string{"data", "stringData", "binaryData"}, key):
	case kind == "" || kind == "ConfigMap" || strings.Contains(kind, "Secret"):
		return "data"
	}
	return ""
}

// hidden is a line of a value; of data its keys are shown.
func (h *hider) hidden(text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	indent := indentOf(text)
	if h.below == none {
		h.below = indent
	}
	if m := keyed.FindStringSubmatch(text); m != nil && h.what == "data" && indent == h.below {
		return m[1] + m[2] + m[3] + "[redacted:data]" + m[5]
	}
	return text[:indent] + "[redacted:" + h.what + "]"
}

// privateKey hides the lines of a key in PEM.
func (h *hider) privateKey(text string) string {
	before, key, begins := strings.Cut(text, "-----BEGIN ")
	if h.pem {
		before, key = "", text
	}
	_, rest, ends := strings.Cut(key, "-----END ")
	h.pem = !ends
	_, after, _ := strings.Cut(rest, "-----")
	if begins && !h.pem {
		return text // on one line: the redactor knows it
	}
	return before + "[redacted:private-key]" + after
}

func indentOf(text string) int { return len(text) - len(strings.TrimLeft(text, " \t")) }

// flow finds values that may hold secrets where an object, or a part of one, stands on one line.
var flow = []struct {
	re   *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`("?\b(?:data|stringData|binaryData)"?\s*:\s*)\{[^{}]*(?:\}|$)`), `${1}"[redacted:data]"`},
	{regexp.MustCompile(`(last-applied-configuration"?\s*:\s*)"(?:[^"\\]|\\.)*(?:"|$)`), `${1}"[redacted:annotation]"`},
	{regexp.MustCompile(`("?\bvalue"?\s*:\s*)(?:"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)|[^"'{\[\s][^,}]*)`), `${1}"[redacted:env]"`},
}

func inFlow(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	for _, f := range flow {
		text = f.re.ReplaceAllString(text, f.with)
	}
	return text
}
