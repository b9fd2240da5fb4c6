package redact

import "strings"

// put adds a name in lower case.
func (w *branch) put(name string) {
	norm := strings.ReplaceAll(name, "_", "-")
	for i := 0; i < len(norm); {
		end := wordEnd(norm, i)
		if w.next == nil {
			w.next = map[string]*branch{}
		}
		step := w.next[norm[i:end]]
		if step == nil {
			step = &branch{}
			w.next[norm[i:end]] = step
		}
		w, i = step, end
	}
	w.name = name
}

// longest returns the longest name that stands at s[from:], which begins a word. The text is in lower case, with - for _.
func (w *branch) longest(s string, from int) (name string, end int) {
	for i := from; i < len(s); {
		next := wordEnd(s, i)
		w = w.next[s[i:next]]
		if w == nil {
			break
		}
		if i = next; w.name != "" && (!strings.Contains(w.name, "/") || i == len(s) || strings.IndexByte("-.", s[i]) < 0 ||
			i+1 == len(s) || !isWord(s[i+1])) {
			name, end = w.name, i
		}
	}
	return name, end
}

// wordEnd returns where the word ends that stands at s[i:], with the sign before it.
func wordEnd(s string, i int) int {
	if !isWord(s[i]) {
		i++
	}
	for i < len(s) && isWord(s[i]) {
		i++
	}
	return i
}

// isWord reports letters and digits; every byte of other scripts counts as one.
func isWord(c byte) bool { return isAlnum(c) || c >= 0x80 }

func isWordRune(r rune) bool { return r >= 0x80 || isAlnum(byte(r)) }

// replace puts pseudonyms in the places of names.
func (n *names) replace(s string) string {
	n.settle()
	if out, known := n.done[s]; known {
		return out
	}
	if !n.seen[s] {
		n.learnShapes(s)
		n.settle()
	}
	out := n.replaced(s)
	n.done[s] = out
	return out
}

func (n *names) replaced(s string) string {
	norm := normal(s)
	keep := kept(norm)
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); {
		if !isWord(s[i]) {
			i++
			continue
		}
		for len(keep) > 0 && keep[0][1] <= i {
			keep = keep[1:]
		}
		name, end := n.words.longest(norm, i)
		if len(keep) > 0 && keep[0][0] <= i && end <= keep[0][1] {
			i = keep[0][1]
			continue
		}
		if name == "" || len(name) < 5 && s[i:end] != norm[i:end] && strings.ToUpper(s[i:end]) == s[i:end] {
			i = wordEnd(s, i) // API is not the Deployment api
			continue
		}
		b.WriteString(s[done:i])
		b.WriteString(n.given[name])
		done, i = end, end
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// normal is the text in lower case, with - for _; offsets stay as they are.
func normal(s string) string {
	b := []byte(s)
	for i, c := range b {
		switch {
		case class(c) == 1:
			b[i] = c + 'a' - 'A'
		case c == '_':
			b[i] = '-'
		}
	}
	return string(b)
}
