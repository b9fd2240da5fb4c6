package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/podtriage/podtriage/analyzer"
)

var update = flag.Bool("update", false, "write the golden files")

func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("%s (-want +got; -update writes it):\n%s", path, diff)
	}
}

// saved lists the saved Diagnoses.
func saved(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob("testdata/*.json")
	if err != nil || len(list) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	return list
}

func load(t *testing.T, path string) *analyzer.Diagnosis {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var d analyzer.Diagnosis
	if err := json.Unmarshal(raw, &d); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return &d
}

func render(t *testing.T, d *analyzer.Diagnosis, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, format, d, Options{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestGolden draws every fixture in every format.
func TestGolden(t *testing.T) {
	for _, name := range saved(t) {
		d := load(t, name)
		for _, f := range Formats() {
			golden(t, strings.TrimSuffix(name, ".json")+".golden/"+f.Name, render(t, d, f.Name))
		}
	}
}

// TestRenderedAgain holds that a saved report gives the same report again in every format.
func TestRenderedAgain(t *testing.T) {
	for _, name := range saved(t) {
		d := load(t, name)
		var again analyzer.Diagnosis
		if err := json.Unmarshal(render(t, d, "json"), &again); err != nil {
			t.Fatal(err)
		}
		for _, f := range Formats() {
			if diff := cmp.Diff(string(render(t, d, f.Name)), string(render(t, &again, f.Name))); diff != "" {
				t.Errorf("%s as %s changes when it is rendered again:\n%s", name, f.Name, diff)
			}
		}
	}
}

// TestWidths holds that no line of text is wider than asked, except for a command or a name that cannot be broken.
func TestWidths(t *testing.T) {
	for _, name := range saved(t) {
		for _, width := range []int{60, 80, 120, 160} {
			var b bytes.Buffer
			if err := Write(&b, "text", load(t, name), Options{Width: width}); err != nil {
				t.Fatal(err)
			}
			for l := range strings.Lines(b.String()) {
				if l = strings.TrimSuffix(l, "\n"); len(l) >= width && strings.Contains(strings.TrimSpace(l), " ") && !strings.Contains(l, "http") {
					t.Errorf("%s at %d columns: %d columns: %s", name, width, len(l), l)
				}
			}
		}
	}
}

// TestColor holds that colors come only when asked for and change no letter.
func TestColor(t *testing.T) {
	d := load(t, "testdata/acme.json")
	var plain, colored bytes.Buffer
	for b, on := range map[*bytes.Buffer]bool{&plain: false, &colored: true} {
		if err := Write(b, "text", d, Options{Color: on}); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Contains(plain.String(), "\x1b") || !strings.Contains(colored.String(), "\x1b[") {
		t.Error("color does not follow the option")
	}
	var b strings.Builder
	for i, part := range strings.Split(colored.String(), "\x1b[") {
		if _, rest, found := strings.Cut(part, "m"); found && i > 0 {
			part = rest
		}
		b.WriteString(part)
	}
	if diff := cmp.Diff(plain.String(), b.String()); diff != "" {
		t.Errorf("colors change the text:\n%s", diff)
	}
}
