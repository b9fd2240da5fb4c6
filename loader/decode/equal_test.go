package decode

import (
	"bytes"
	"compress/gzip"
	stdjson "encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"
)

// upstream decodes an item the way Kubernetes does.
func upstream(t *testing.T, c Chunk, kind string) []byte {
	t.Helper()
	data := c.Data
	if c.YAML {
		j, err := yaml.YAMLToJSON(data)
		if err != nil {
			t.Fatal(err)
		}
		var items []stdjson.RawMessage
		if data = j; stdjson.Unmarshal(j, &items) == nil {
			data = items[0]
		}
	}
	o := newObject(kind)
	if err := json.Unmarshal(data, o); err != nil {
		t.Fatalf("line %d: %v", c.Line, err)
	}
	out, err := stdjson.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// withoutSecrets drops from JSON what decode drops on purpose.
func withoutSecrets(t *testing.T, kind string, data []byte) any {
	t.Helper()
	var v map[string]any
	if err := stdjson.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	meta, _ := v["metadata"].(map[string]any)
	delete(meta, "managedFields")
	if a, ok := meta["annotations"].(map[string]any); ok {
		if delete(a, lastApplied); len(a) == 0 {
			delete(meta, "annotations")
		}
	}
	if kind == "ConfigMap" || kind == "Secret" {
		for _, field := range []string{"data", "stringData", "binaryData"} {
			values, _ := v[field].(map[string]any)
			for k := range values {
				values[k] = ""
			}
		}
	}
	if status, ok := v["status"].(map[string]any); ok && kind == "Node" {
		delete(status, "images")
	}
	if kind != "Event" { // Unknown keeps its kind
		delete(v, "kind")
		delete(v, "apiVersion")
	}
	return v
}

func openText(t testing.TB, path string) io.Reader {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(path, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return z
	}
	return bytes.NewReader(data)
}

// TestEqualsUpstream holds our decoder to the results of sigs.k8s.io/json and sigs.k8s.io/yaml on whole files:
// PODTRIAGE_CORPUS may name more of them.
func TestEqualsUpstream(t *testing.T) {
	files, err := filepath.Glob("testdata/equal/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no files in testdata/equal", err)
	}
	more, _ := filepath.Glob(os.Getenv("PODTRIAGE_CORPUS"))
	for _, path := range append(files, more...) {
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			n := 0
			sink := Sink{Chunk: func(c Chunk) error {
				n += compareChunk(t, c)
				return nil
			}}
			if _, err := Split(openText(t, path), Options{}, sink); err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				t.Error("nothing was compared")
			}
		})
	}
}

// compareChunk compares the object of the chunk with upstream's and returns how many it compared.
func compareChunk(t *testing.T, c Chunk) (n int) {
	t.Helper()
	objects, problems := c.Decode()
	for _, p := range problems {
		t.Errorf("line %d: %s", p.Line, p.Message)
	}
	for _, o := range objects {
		if len(objects) > 1 || o.Watch != "" {
			continue
		}
		n++
		got, err := stdjson.Marshal(o.Value)
		if err != nil {
			t.Fatal(err)
		}
		want := upstream(t, c, o.Kind)
		if diff := cmp.Diff(withoutSecrets(t, o.Kind, want), withoutSecrets(t, o.Kind, got)); diff != "" {
			t.Errorf("line %d: %s %s (-want +got):\n%s", o.Line, o.Kind, o.Value.GetName(), diff)
		}
	}
	return n
}
