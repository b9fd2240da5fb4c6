package decode

import "strings"

// unwrap finds objects inside an object that is none: exporters write an Event under a key of their own, or as text
// inside a line of a log. It reports whether it found any.
func (j *job) unwrap(at int, w wrapping) bool {
	if w.depth >= maxNesting {
		return false
	}
	w.depth++
	w.kind, w.apiVersion = "", ""
	found := false
	d := decoder{data: j.data, pos: at}
	d.entries(func(key []byte) bool {
		start := d.pos
		if !d.skip() {
			return false
		}
		if !strings.HasPrefix(string(key), "old") {
			found = j.unwrapped(start, d.pos, w) || found
		}
		return true
	})
	return found
}

// unwrapped decodes the value in data[start:end] if it is or holds an object.
func (j *job) unwrapped(start, end int, w wrapping) bool {
	n := len(j.objects)
	switch j.data[start] {
	case '{':
		h, ok := headOf(j.data, start, false)
		if ok && h.kind == "" {
			h = j.guess(start, h)
		}
		if ok && h.kind != "" && j.has(start, "metadata") {
			j.value(start, w)
			return len(j.objects) > n
		}
		return ok && j.unwrap(start, w)
	case '"':
		text, ok := (&decoder{data: j.data, pos: start}).text()
		if !ok || len(text) < 20 || text[0] != '{' || !maybeObject(text) {
			return false
		}
		inner := job{chunk: j.chunk, data: text, memory: j.memory}
		inner.chunk.Line, inner.chunk.Item = j.line(start), false
		inner.value(0, w)
		for i := range inner.objects {
			inner.objects[i].Line = j.line(start)
		}
		j.objects = append(j.objects, inner.objects...)
	}
	return len(j.objects) > n
}

// has reports whether the object at data[at] has the key.
func (j *job) has(at int, key string) bool {
	found := false
	d := decoder{data: j.data, pos: at}
	d.entries(func(k []byte) bool {
		found = found || string(k) == key
		return !found && d.skip()
	})
	return found
}
