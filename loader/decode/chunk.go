package decode

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// maxNesting is how many wrappings and lists in lists are followed.
const maxNesting = 8

var memories = sync.Pool{New: func() any { return new(memory) }}

// texts are the memory of chunks that were decoded; all text of a dump would else be garbage.
var texts = sync.Pool{New: func() any { return new([]byte) }}

// mostReused is the size above which memory is not used again, so that one large object does not hold it for good.
const mostReused = 256 << 10

// hold makes the text the chunk's own.
func (c *Chunk) hold(text []byte) {
	c.memory = texts.Get().(*[]byte)
	*c.memory = append((*c.memory)[:0], text...)
	c.Data = *c.memory
}

// end gives the memory back. Objects hold copies of what they need.
func (c Chunk) end() {
	if c.memory != nil && cap(*c.memory) <= mostReused {
		texts.Put(c.memory)
	}
}

// Decode makes the objects of the chunk: one, none, or several where it wraps a list. It is called once, from any goroutine.
func (c Chunk) Decode() ([]Object, []Problem) {
	defer c.end()
	j := job{chunk: c, data: valid(c.Data), memory: memories.Get().(*memory)}
	defer memories.Put(j.memory)
	at := 0
	if c.YAML {
		data, p := yamlToJSON(j.data)
		if p != nil {
			p.Line += c.Line + c.priorLines
			return nil, []Problem{*p}
		}
		j.data, at = data, c.itemAt(data)
		if bytes.IndexByte(data[:at], '\n') < 0 {
			j.chunk.Line += c.priorLines
		}
	}
	j.value(skipSpace(j.data, at), wrapping{kind: c.Kind, apiVersion: c.APIVersion})
	return j.objects, j.problems
}

// itemAt returns where in the JSON of the chunk its object begins: an item of a YAML list is a list of one, after those
// that only hold anchors.
func (c Chunk) itemAt(data []byte) int {
	at := skipSpace(data, 0)
	if !c.Item || at >= len(data) || data[at] != '[' {
		return at
	}
	at = skipSpace(data, at+1)
	for range c.prior {
		end := skipValue(data, at)
		if end < 0 {
			return at
		}
		if at = skipSpace(data, end); at < len(data) && data[at] == ',' {
			at = skipSpace(data, at+1)
		}
	}
	return at
}

// job is the decoding of one chunk.
type job struct {
	chunk    Chunk
	data     []byte
	memory   *memory
	objects  []Object
	problems []Problem
}

// wrapping is what surrounds a value: the list or watch event it came in.
type wrapping struct {
	kind, apiVersion string
	watch            string
	depth            int
}

// line returns the line on which the byte at i stands.
func (j *job) line(i int) int {
	return j.chunk.Line + bytes.Count(j.data[:min(i, len(j.data))], []byte{'\n'})
}

func (j *job) problem(at int, loses bool, format string, args ...any) {
	j.problems = append(j.problems, Problem{Line: j.line(at), Message: fmt.Sprintf(format, args...), Loses: loses})
}

// value decodes the value at data[at]: an object, or what wraps some.
func (j *job) value(at int, w wrapping) {
	if at >= len(j.data) || w.depth > maxNesting {
		return
	}
	switch j.data[at] {
	case '{':
	case '[':
		j.elements(at, w)
		return
	default:
		j.problem(at, w.depth == 0, "expected an object and found something else")
		return
	}
	h, ok := headOf(j.data, at, w.kind != "")
	if !ok {
		j.problem(at, true, "the object is broken and was left out: it is not valid %s", j.language())
		return
	}
	switch {
	case h.object >= 0 && h.kind == "" && h.metadata < 0:
		j.watchEvent(at, h, w)
	case h.items >= 0 && (h.kind == "" || isList(h.kind)):
		kind, _ := listKind(h.kind)
		j.elements(h.items, wrapping{kind, h.apiVersion, w.watch, w.depth + 1})
	case isList(h.kind) && h.spec < 0:
	case h.kind == "Status" && h.metadata < 0 || h.kind == "Status" && h.apiVersion == "v1":
		j.problem(at, w.watch == "", "the API server answered with an error instead of objects%s", statusText(j.data, at))
	default:
		j.object(at, h, w)
	}
}

func (j *job) language() string {
	if j.chunk.YAML {
		return "YAML"
	}
	return "JSON"
}

// elements decodes the elements of the array at data[at].
func (j *job) elements(at int, w wrapping) {
	if j.data[at] != '[' {
		return
	}
	w.depth++
	for i := skipSpace(j.data, at+1); i < len(j.data) && j.data[i] != ']'; {
		end := skipValue(j.data, i)
		if end < 0 {
			return
		}
		j.value(i, w)
		if i = skipSpace(j.data, end); i < len(j.data) && j.data[i] == ',' {
			i = skipSpace(j.data, i+1)
		}
	}
}

// watchEvent decodes the object of {"type": "ADDED", "object": {…}}.
func (j *job) watchEvent(at int, h head, w wrapping) {
	if h.watch == "BOOKMARK" {
		return
	}
	w.watch = h.watch
	w.depth++
	w.kind, w.apiVersion = "", ""
	j.value(h.object, w)
}

// object decodes the object at data[at].
func (j *job) object(at int, h head, w wrapping) {
	if h.kind == "" {
		h.kind, h.apiVersion = w.kind, w.apiVersion
	}
	if h.kind == "" && h.metadata >= 0 {
		h.kind = j.chunk.opts.Kind
	}
	if h.kind == "" {
		h = j.guess(at, h)
	}
	if h.kind == "" {
		if looksLikeObject := h.metadata >= 0 || h.spec >= 0 || h.apiVersion != ""; !j.unwrap(at, w) && looksLikeObject &&
			j.chunk.Item && w.depth == 0 {
			j.problem(at, false, "an item of the list is of no recognisable kind and was left out")
		}
		return
	}
	kind := kindName(h.kind, h.apiVersion)
	v := newObject(kind)
	d := &decoder{data: j.data, pos: at, managed: j.chunk.opts.ManagedFields, memory: j.memory, fold: h.internal}
	if !d.into(v) {
		j.problem(d.pos, true, "the object is broken and was left out: it is not valid %s", j.language())
		return
	}
	if h.internal {
		readInternal(d, at, v)
	}
	modernize(d, at, v)
	compactEvent(d, at, j.line(at), v)
	j.found(at, Object{Kind: kind, Value: v, Watch: w.watch, Line: j.line(at)}, h.apiVersion, d.faults)
	if n := len(j.objects); n > 0 && w.depth == 0 {
		j.objects[n-1].Column = j.chunk.Column
	}
}

// found keeps the object, unless it has no name.
func (j *job) found(at int, o Object, apiVersion string, faults []fault) {
	u, other := o.Value.(*Unknown)
	switch {
	case o.Value.GetName() == "" && other:
		return // configuration that is written like an object
	case o.Value.GetName() == "":
		j.problem(at, o.Kind == "Pod" || o.Kind == "Event", "%s without a name was left out", o.Kind)
		return
	case other:
		u.TypeMeta = metav1.TypeMeta{Kind: o.Kind, APIVersion: apiVersion}
	default:
		j.faults(at, o.Kind, o.Value, faults)
	}
	j.objects = append(j.objects, o)
}

// into reads the object at d.pos into v.
func (d *decoder) into(v any) bool {
	e := reflect.ValueOf(v).Elem()
	return planOf(e.Type())(d, e)
}

// maxFaults is how many bad fields of one object are named.
const maxFaults = 5

// faults turns the bad fields of an object into Problems.
func (j *job) faults(at int, kind string, v metav1.Object, faults []fault) {
	name := kind + " " + v.GetName()
	if v.GetNamespace() != "" {
		name = kind + " " + v.GetNamespace() + "/" + v.GetName()
	}
	for i, f := range faults {
		if i == maxFaults {
			j.problem(f.at, false, "%s: %d more fields could not be read", name, len(faults)-i)
			return
		}
		j.problem(f.at, false, "%s: %s %s; the field was left out", name, pathAt(j.data, at, f.at), f.what)
	}
}

// valid replaces each byte that is not UTF-8 by U+FFFD.
func valid(data []byte) []byte {
	if utf8.Valid(data) {
		return data
	}
	out := make([]byte, 0, len(data)+len(data)/8)
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		out = utf8.AppendRune(out, r)
		data = data[n:]
	}
	return out
}

// isList reports whether the kind is that of a list, in any spelling.
func isList(kind string) bool {
	_, ok := listKind(kind)
	return ok
}

// listKind returns the kind of the items of a list, "" for a List of anything.
func listKind(kind string) (string, bool) {
	if len(kind) < 4 || !strings.EqualFold(kind[len(kind)-4:], "List") {
		return "", false
	}
	return kind[:len(kind)-4], true
}
