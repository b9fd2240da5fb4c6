package change_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/loader"
)

var update = flag.Bool("update", false, "rewrite the expected files")

// TestOf compares the Changes of each small dump with the file beside it.
func TestOf(t *testing.T) {
	dumps, _ := filepath.Glob("testdata/*.yaml")
	if len(dumps) == 0 {
		t.Fatal("no dumps in testdata")
	}
	for _, path := range dumps {
		t.Run(filepath.Base(path), func(t *testing.T) {
			got := draw(change.Of(load(t, path)))
			golden := strings.TrimSuffix(path, ".yaml") + ".txt"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s: (-want +got)\n%s", path, diff)
			}
		})
	}
}

// TestBefore looks for what changed shortly before a moment.
func TestBefore(t *testing.T) {
	list := change.Of(load(t, "testdata/rollback.yaml"))
	api := loader.Ref{Kind: "Deployment", Namespace: "shop", Name: "api"}
	at := time.Date(2026, 11, 18, 9, 15, 0, 0, time.UTC)
	for _, c := range []struct {
		name   string
		about  []loader.Ref
		window time.Duration
		want   []int64
	}{
		{"the revision just before", []loader.Ref{api}, 5 * time.Minute, []int64{2}},
		{"nearest first, with the creation", []loader.Ref{api}, time.Hour, []int64{2, 0}},
		{"of other objects nothing", []loader.Ref{{Kind: "Deployment", Namespace: "shop", Name: "web"}}, time.Hour, nil},
	} {
		var got []int64
		for _, x := range change.Before(list, c.about, at, c.window) {
			got = append(got, x.Revision)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", c.name, diff)
		}
	}
}

// TestNoValueLeaks holds that a value of an environment variable reaches neither the sentence nor the fields.
func TestNoValueLeaks(t *testing.T) {
	for _, c := range change.Of(load(t, "testdata/rollback.yaml")) {
		if s := fmt.Sprint(c); strings.Contains(s, "hunter") {
			t.Errorf("a value is shown: %s", s)
		}
	}
}

func load(t *testing.T, path string) *loader.Snapshot {
	t.Helper()
	now := time.Date(2026, 11, 18, 10, 0, 0, 0, time.UTC)
	s, err := loader.Load(context.Background(), []string{path}, loader.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func draw(list []change.Change) string {
	var b strings.Builder
	for _, c := range list {
		at := c.At.Format("15:04:05")
		if !c.Until.IsZero() {
			at += " to " + c.Until.Format("15:04:05")
		}
		fmt.Fprintf(&b, "%s %s %s: %s\n", at, c.Kind, c.Object, c.Text)
		if c.By != "" {
			fmt.Fprintf(&b, "  by %s\n", c.By)
		}
		for _, f := range c.Fields {
			fmt.Fprintf(&b, "  %s: %s -> %s\n", f.Path, f.Old, f.New)
		}
		for _, r := range c.Affects {
			fmt.Fprintf(&b, "  affects %s\n", r)
		}
		for _, p := range c.Positions {
			fmt.Fprintf(&b, "  %s:%d\n", filepath.Base(p.File), p.Line)
		}
	}
	return b.String()
}
