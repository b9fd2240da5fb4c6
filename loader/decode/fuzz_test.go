package decode

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func addSeeds(f *testing.F) {
	for _, c := range shapes {
		f.Add([]byte(c.in))
	}
	for _, c := range salvage {
		f.Add([]byte(c.in))
	}
	f.Add([]byte("==== START logs for container c of pod n/p ====\nx\n==== END logs for container c of pod n/p ====\n"))
	f.Add([]byte("\xff\xfe{\x00}\x00"))
}

// FuzzSplit holds Split to the same result however the bytes arrive, and to text that stays inside the file.
func FuzzSplit(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 8<<10 {
			return
		}
		lines := 2 + bytes.Count(in, []byte{'\n'})
		_, err := Split(bytes.NewReader(in), Options{}, Sink{
			Chunk: func(c Chunk) error {
				if c.Line < 0 || c.Line > lines || len(c.Data) > 2*len(in)+8 {
					t.Errorf("chunk at line %d of %d, %d bytes of %d", c.Line, lines, len(c.Data), len(in))
				}
				return nil
			},
			Problem: func(p Problem) {
				if p.Line < 1 || p.Line > lines {
					t.Errorf("problem at line %d of %d", p.Line, lines)
				}
			},
			Log: func(b LogBlock) {
				if n, err := io.Copy(io.Discard, b.Text); err != nil || n > int64(2*len(in)+8) {
					t.Errorf("log of %d bytes: %v", n, err)
				}
			},
		})
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(read(t, bytes.NewReader(in)), read(t, iotest.OneByteReader(bytes.NewReader(in)))); diff != "" {
			t.Errorf("at once and byte by byte differ:\n%s", diff)
		}
	})
}

// FuzzDecode holds Decode to objects with names, lines inside the file, and no value in a Problem.
func FuzzDecode(f *testing.F) {
	addSeeds(f)
	f.Add([]byte(`{"kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[{"resources":{"limits":{"cpu":"1e999","memory":"1Ki"}},"ports":[{"containerPort":"x"}]}]}}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 8<<10 {
			return
		}
		for _, c := range []Chunk{{Line: 1, Data: in}, {Line: 1, Data: in, Kind: "Pod", Item: true}, {Line: 1, Data: in, YAML: true},
			{Line: 1, Data: in, YAML: true, Item: true}} {
			objects, problems := c.Decode()
			for _, o := range objects {
				if o.Value.GetName() == "" || o.Line < 1 || o.Line > 2+bytes.Count(in, []byte{'\n'}) {
					t.Errorf("%s %q at line %d", o.Kind, o.Value.GetName(), o.Line)
				}
			}
			for _, p := range problems {
				if strings.Contains(p.Message, "Go ") || strings.Contains(p.Message, "v1.") && !bytes.Contains(in, []byte("v1.")) {
					t.Errorf("a Go type in %q", p.Message)
				}
			}
		}
	})
}
