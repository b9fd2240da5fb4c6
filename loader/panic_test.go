package loader

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/podtriage/podtriage/loader/decode"
)

// TestWorkerPanics holds that a panic in a worker is told with its place and costs what was being read: the worker goes on.
// No content is known that makes a decoder panic, so the panic is the test's own.
func TestWorkerPanics(t *testing.T) {
	f := &file{}
	f.Read.Name = "shop/pods.json"
	w := &worker{problems: complaints{}}
	func() {
		defer w.survive(f, 12, "object")
		panic("index out of range")
	}()
	w.decode(job{file: f, chunk: decode.Chunk{Line: 1,
		Data: []byte(`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-0","namespace":"shop"}}`)}})
	want := []Problem{{File: "shop/pods.json", Line: 12, Message: "internal error reading the object; it was skipped", Loses: true}}
	if d := cmp.Diff(want, w.problems["shop/pods.json"].kept); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if len(w.objects) != 1 || w.objects[0][0].obj.GetName() != "web-0" {
		t.Errorf("the object after the panic is lost: %v", w.objects)
	}
}
