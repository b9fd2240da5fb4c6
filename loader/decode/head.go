package decode

import (
	"strings"
)

// head is what tells the sort of an object: its first words.
type head struct {
	kind, apiVersion string
	watch            string // type of a watch event
	internal         bool   // Go-internal JSON: capitalised keys, metadata inlined

	// Where the values of these keys begin, -1 without one.
	object, items, metadata, spec, status int
	keys                                  []string // of the top level, as far as was read
}

// headOf walks the top level of the object at data[at]. Where the kind is known from the list it ends at metadata:
// kind and apiVersion come before it in everything that Kubernetes tools write.
func headOf(data []byte, at int, known bool) (h head, ok bool) {
	h = head{object: -1, items: -1, metadata: -1, spec: -1, status: -1}
	d := decoder{data: data, pos: at}
	done := false
	ok = d.entries(func(key []byte) bool {
		done = h.entry(&d, string(key)) || known && h.metadata >= 0
		return !done && d.skip()
	})
	return h, ok || done
}

// entry notes the member at d.pos, and reports that the rest of the object needs no look.
func (h *head) entry(d *decoder, key string) (done bool) {
	at := d.pos
	switch key {
	case "kind":
		h.kind = d.word(at)
	case "apiVersion":
		h.apiVersion = d.word(at)
	case "type":
		h.watch = d.word(at)
	case "object":
		if d.data[at] == '{' {
			h.object = at
		}
	case "items", "Items":
		if d.data[at] == '[' {
			h.items = at
		}
	case "metadata":
		h.metadata = at
	case "spec", "Spec":
		h.spec = at
	case "status", "Status":
		h.status = at
	}
	if len(h.keys) < 64 {
		h.keys = append(h.keys, key)
	}
	if isList(h.kind) {
		return h.items >= 0 && h.apiVersion != ""
	}
	return h.kind != "" && h.apiVersion != "" && h.kind != "Status"
}

// word returns the string at data[at], "" if it is something else; it does not move.
func (d *decoder) word(at int) string {
	if d.data[at] != '"' {
		return ""
	}
	s, ok := (&decoder{data: d.data, pos: at}).text()
	if !ok || len(s) > 256 {
		return ""
	}
	return string(s)
}

// kindName brings a kind into its proper spelling. A kind of a foreign API group that has the name of one of
// Kubernetes' own, such as Node of longhorn.io, gets its group as suffix.
func kindName(kind, apiVersion string) string {
	own := kinds[kind] != nil
	if !own {
		for k := range kinds {
			if strings.EqualFold(k, kind) {
				kind, own = k, true
				break
			}
		}
	}
	group, _, grouped := strings.Cut(apiVersion, "/")
	if own && grouped && strings.Contains(group, ".") && !strings.HasSuffix(group, ".k8s.io") {
		return kind + "." + group
	}
	return kind
}

// statusText tells the code of a Status object, whose message may quote anything.
func statusText(data []byte, at int) string {
	var s struct {
		Reason string `json:"reason"`
		Code   int32  `json:"code"`
	}
	d := &decoder{data: data, pos: at, memory: new(memory)}
	if !d.into(&s) || len(s.Reason) > 40 || strings.ContainsFunc(s.Reason, notLetter) || s.Reason == "" {
		return ""
	}
	return ": " + s.Reason
}

func notLetter(r rune) bool { return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') }
