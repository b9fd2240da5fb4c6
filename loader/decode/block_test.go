package decode

import (
	stdjson "encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"
)

// blocks are documents in the style that blockJSON must know without the library.
var blocks = []string{
	"a: b", "a:\n  b: c\n", "a:\n- b\n- c: d\n  e: f\n", "a:\n  - b\n  -   c: d\n      e: f\n", "- - a\n  - b\n- c\n",
	"a:\nb:\n", "a: # c\n  b: 1\n", "a: \"x\\ny\\\"z\\\\\\t\\u00e9\\x41\"\n", "a: 'it''s'\n", "a: \"one\n  two\n\n  three\"\n",
	"a: 'one\n  two\n\n  three'\n", "a: \"one\\\n  two\"\n", "a: one\n  two\n\n  three\nb: c\n", "a:\n  one\n  two\n",
	"a: |\n  x\n   y\n\n  z\nb: c\n", "a: |-\n  x\n\n\nb: c\n", "a: |+\n  x\n\n\nb: c\n", "a: |2\n    x\n  y\n",
	"a: >\n  x\n  y\n\n  z\n    w\n  v\nb: c\n", "a: >-\n\n  x\n  y\n", "a:\n- |\n  x\n- y\n", "a: |\n", "a: |\nb: c\n", "a: |\n  x",
	"a: y\nb: no\nc: ~\nd: null\ne: On\nf: nope\n", "a: 1\nb: -1\nc: 0777\nd: 0x1F\ne: 1e3\nf: 1.10\ng: 1_000\nh: +5\ni: 0b11\n",
	"a: 10.0.0.1\nb: 100m\nc: 2026-03-01\nd: 12:30\ne: 1e\nf: 0x\ng: 3.\nh: -\n",
	"a: 2026-03-01T09:00:00Z\nb: 18446744073709551615\nc: 184467440737095516150\n",
	"\"a b\": c\n'd': e\nf g: h\n", "a: {}\nb: []\n", "# c\n\na: b # d\n# e\nc: d#e\n", "a: --flag=x\nb: :80\nc: ?x\nd: http://x/y\n",
	"a: x'y\"z\nb: x, y\nc: \"tab\there\"\n", "a.b/c: d\nf:app:\n  k:x: y\n", "a: é ü\n", "  a: b\n  c: d\n",
}

func TestBlockJSON(t *testing.T) {
	for _, in := range blocks {
		got, ok := blockJSON([]byte(in))
		if !ok {
			if in != "a: 2026-03-01T09:00:00Z\nb: 18446744073709551615\nc: 184467440737095516150\n" && !strings.Contains(in, "h: -\n") {
				t.Errorf("%q is not read", in)
			}
			continue
		}
		sameAsLibrary(t, []byte(in), got)
		if feeds, want := strings.Count(string(got), "\n"), strings.Count(strings.TrimRight(in, "\n"), "\n"); feeds < want {
			t.Errorf("%q: %d line feeds in the JSON, want %d: %s", in, feeds, want, got)
		}
	}
}

// foreign are documents that are the library's.
var foreign = []string{"a: &x b\nc: *x\n", "a: !!str 1\n", "a: {b: c}\n", "a: [b]\n", "? a\n: b\n", "a:\tb\n",
	"a: b: c\n", "1: a\n", "y: a\n", "a: .inf\n", "<<: a\n", "a: 'b\n", "a: b\n c: d\n", "- a\nb: c\n", "a: @b\n", "a: \"\\q\"\n",
	"a: \x01\n", "--- a\n", "a:\n- b\n c\n: d"}

func TestBlockJSONRefuses(t *testing.T) {
	for _, in := range foreign {
		if got, ok := blockJSON([]byte(in)); ok {
			t.Errorf("%q is read as %s", in, got)
		}
	}
}

func sameAsLibrary(t *testing.T, in, got []byte) {
	t.Helper()
	var mine, theirs any
	if err := stdjson.Unmarshal(got, &mine); err != nil {
		t.Fatalf("%q: not JSON: %v: %s", in, err, got)
	}
	j, err := yaml.YAMLToJSON(in)
	if err != nil {
		t.Fatalf("%q: the library refuses it (%v), we read %s", in, err, got)
	}
	if err := stdjson.Unmarshal(j, &theirs); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(theirs, mine); diff != "" {
		t.Fatalf("%q (-library +ours):\n%s", in, diff)
	}
}

// FuzzYAML holds our reader to the library wherever it does not give up.
func FuzzYAML(f *testing.F) {
	for _, in := range append(append([]string{}, blocks...), foreign...) {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 4096 {
			return
		}
		if got, ok := blockJSON(valid(in)); ok {
			sameAsLibrary(t, valid(in), got)
		}
	})
}

// words of which random documents are made: what YAML 1.1 or a block scalar may trip over.
var pieces = []string{"a", "key", " ", "  ", "\n", "\n\n", ":", ": ", "#", " #", "-", "- ", "'", "\"", "\\", "\t", "y", "no", "~",
	"null", "1", "0", ".5", "1e3", "0x1f", "1_0", "10.0.0.1", "é", "\U0001f600", "{", "}", "[", "]", ",", "&", "*", "!", "|", ">", "%", "@",
	"`", "?", "=", "<<", "2026-03-01", "\u0085", "\u2028", "\u00a0", "\x1b",
	"a long text that an emitter may fold because it has more than eighty characters in all of its words"}

func randomText(r *rand.Rand) string {
	var s strings.Builder
	for range r.IntN(5) {
		s.WriteString(pieces[r.IntN(len(pieces))])
	}
	return s.String()
}

func randomValue(r *rand.Rand, depth int) any {
	switch n := r.IntN(8); {
	case depth > 0 && n < 2:
		m := map[string]any{}
		for range r.IntN(4) {
			m[randomText(r)] = randomValue(r, depth-1)
		}
		return m
	case depth > 0 && n < 4:
		l := []any{}
		for range r.IntN(4) {
			l = append(l, randomValue(r, depth-1))
		}
		return l
	case n == 4:
		return r.IntN(2) == 0
	case n == 5:
		return r.Int64()>>r.IntN(64) - 1000
	case n == 6 && r.IntN(2) == 0:
		return nil
	}
	return randomText(r)
}

// TestBlockJSONRandom reads what the library writes, which is what kubectl writes.
func TestBlockJSONRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	read, all := 0, 3000
	for range 3000 {
		in, err := yaml.Marshal(map[string]any{"a": randomValue(r, 4), "b": randomValue(r, 3)})
		if err != nil {
			all-- // the library cannot write some of what it can read
			continue
		}
		if got, ok := blockJSON(in); ok {
			read++
			sameAsLibrary(t, in, got)
		}
	}
	if read < all*2/3 {
		t.Errorf("only %d of %d documents are read without the library", read, all)
	}
}
