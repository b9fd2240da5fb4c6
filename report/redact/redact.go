// Package redact takes secrets out of text. In goes any string of a dump or about it, out comes the same string with each
// secret replaced by [redacted:kind], and a count of what was replaced.
//
// A secret is known by its own shape (tokens, private keys, passwords in URLs) or by the key before it (password=, "token":,
// --api-key). Characters that a reader cannot see do not hide a key: they are looked through. Text that is redacted already
// stays as it is. No list of patterns is complete; the manual says so.
package redact

import (
	"maps"
	"slices"
	"strings"
)

// Mode says how much is taken out.
type Mode string

// The modes. Default takes out values and keeps names. Strict puts pseudonyms in the places of names too, the same one for
// a name wherever it stands. Off takes out nothing.
const (
	Default Mode = "default"
	Strict  Mode = "strict"
	Off     Mode = "off"
)

// Redactor takes secrets out of texts and counts them. It is for one goroutine.
type Redactor struct {
	mode  Mode
	found map[string]entry
	count map[string]int
	names *names // of Strict
}

// entry is a text that was redacted before: the result and what it costs each time it is used.
type entry struct {
	text  string
	kinds []string
}

// New returns a Redactor of the mode; "" is Default.
func New(mode Mode) *Redactor {
	if mode == "" {
		mode = Default
	}
	r := &Redactor{mode: mode, found: map[string]entry{}, count: map[string]int{}}
	if mode == Strict {
		r.names = newNames()
	}
	return r
}

// Mode returns the Redactor's mode.
func (r *Redactor) Mode() Mode { return r.mode }

// Counts says how many secrets of each kind were replaced since the last call of Reset.
func (r *Redactor) Counts() map[string]int { return maps.Clone(r.count) }

// Reset forgets the counts.
func (r *Redactor) Reset() { clear(r.count) }

// Text takes secrets out of prose, a log line, a command: anything that is not known to be a name.
func (r *Redactor) Text(s string) string {
	if r.mode == Off || s == "" {
		return s
	}
	s = r.secrets(s)
	if r.mode == Strict {
		s = r.names.replace(s)
	}
	return s
}

// Secrets takes secrets out of what is known to be no name: a kind, a state, a number.
func (r *Redactor) Secrets(s string) string {
	if r.mode == Off || s == "" {
		return s
	}
	return r.secrets(s)
}

func (r *Redactor) secrets(s string) string {
	if !suspicious(s) && !keyEnd(s) {
		return s
	}
	e, known := r.found[s]
	if !known {
		e = redactText(s)
		r.found[s] = e
	}
	for _, k := range e.kinds {
		r.count[k]++
	}
	return e.text
}

// mark begins what stands in a secret's place.
const mark = "[redacted:"

// redacted reports that the text is what stands in a secret's place, and nothing more. The closing bracket may be cut off.
func redacted(s string) bool {
	kind, found := strings.CutPrefix(s, mark)
	return found && strings.Trim(strings.TrimSuffix(kind, "]"), "abcdefghijklmnopqrstuvwxyz-") == ""
}

// span is a part of a text that is secret.
type span struct {
	from, to int
	kind     string
}

// finders look for secrets; of two that overlap the earlier start wins and takes in the other.
var finders = []func(string) []span{findBlocks, findShapes, findURLs, findKeys, findSchemes, findArguments}

func redactText(s string) entry {
	all := find(s, skeletonOf(s, hidden(s)))
	if sequences := sequences(s); len(sequences) > 0 {
		all = append(all, find(s, skeletonOf(s, sequences))...)
	}
	slices.SortStableFunc(all, func(a, b span) int { return a.from - b.from })
	var b strings.Builder
	var kinds []string
	done := 0
	for _, sp := range merge(all) {
		b.WriteString(s[done:sp.from])
		b.WriteString(mark + sp.kind + "]")
		kinds, done = append(kinds, sp.kind), sp.to
	}
	b.WriteString(s[done:])
	return entry{b.String(), kinds}
}

// find asks all finders about the skeleton; the spans are of the text itself.
func find(s string, k skeleton) []span {
	var out []span
	for _, find := range finders {
		for _, sp := range find(k.text) {
			if sp.from < sp.to && !redacted(k.text[sp.from:sp.to]) {
				out = append(out, span{k.at(sp.from), k.at(sp.to), sp.kind})
			}
		}
	}
	return out
}

func merge(list []span) []span {
	var out []span
	for _, sp := range list {
		if n := len(out); n > 0 && sp.from < out[n-1].to {
			out[n-1].to = max(out[n-1].to, sp.to)
			continue
		}
		out = append(out, sp)
	}
	return out
}
