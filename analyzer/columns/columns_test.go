package columns

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/podtriage/podtriage/loader"
)

// printed is what a printer of Kubernetes v1.37.2 returned for an object of the printers' own table tests. Objects
// without a name were given one, because no dump holds such.
type printed struct {
	ID, Kind string
	Wide     bool
	Now      time.Time
	Expected [][]any
	Object   json.RawMessage
}

func TestRows(t *testing.T) {
	data, err := os.ReadFile("testdata/print_other.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []printed }
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		columns, got := rowOf(t, c)
		want := texts(c.Expected[0])
		// A PersistentVolume's and a claim's printers return the wide cells in any case.
		if !c.Wide && len(want) < len(got) {
			got = narrow(columns, got)
		}
		// With a flag that kubectl never sets, a Service's printer cuts the addresses of load balancers.
		if cut, ok := strings.CutSuffix(want[min(3, len(want)-1)], "..."); ok && c.Kind == "Service" && strings.HasPrefix(got[3], cut) {
			want[3] = got[3]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.ID, diff)
		}
	}
}

func texts(cells []any) (out []string) {
	for _, c := range cells {
		out = append(out, fmt.Sprint(c))
	}
	return out
}

func narrow(columns []Column, cells []string) (out []string) {
	for i, c := range columns {
		if !c.Wide {
			out = append(out, cells[i])
		}
	}
	return out
}

// rowOf loads the object as a dump and returns its row.
func rowOf(t *testing.T, c printed) ([]Column, []string) {
	t.Helper()
	file := t.TempDir() + "/object.json"
	if err := os.WriteFile(file, c.Object, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := loader.Load(context.Background(), []string{file}, loader.Options{Now: c.Now})
	if err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
	s.Capture.Time = c.Now
	if c.Kind == "Event" {
		return EventColumns(), Event(s.Events[0], c.Now)
	}
	k, ok := Find(c.Kind)
	if !ok {
		t.Fatalf("%s: no table for %s", c.ID, c.Kind)
	}
	rows := k.Rows(s, Query{})
	if len(rows) != 1 {
		t.Fatalf("%s: %d rows", c.ID, len(rows))
	}
	return k.Columns, rows[0].Cells
}

func TestFind(t *testing.T) {
	for name, want := range map[string]string{
		"pods": "Pod", "po": "Pod", "Pod": "Pod", "deploy": "Deployment", "deployments.apps": "Deployment", "deployment.v1.apps": "Deployment",
		"ingresses": "Ingress", "pvc": "PersistentVolumeClaim", "deployments.extensions": "", "cheese": "",
	} {
		if got, _ := Find(name); got.Kind != want {
			t.Errorf("%s: want %q, got %q", name, want, got.Kind)
		}
	}
}

// TestKinds holds that names are unique and that each column has a cell.
func TestKinds(t *testing.T) {
	seen := map[string]string{}
	for _, k := range Kinds() {
		for _, n := range append([]string{strings.ToLower(k.Kind), k.Plural}, k.Short...) {
			if other := seen[n]; other != "" && other != k.Kind {
				t.Errorf("%s names both %s and %s", n, other, k.Kind)
			}
			seen[n] = k.Kind
		}
	}
}
