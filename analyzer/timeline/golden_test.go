package timeline_test

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
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

var update = flag.Bool("update", false, "rewrite the expected files")

// TestBuild compares the timelines of each small dump with the file beside it.
func TestBuild(t *testing.T) {
	dumps, _ := filepath.Glob("testdata/*.yaml")
	if len(dumps) == 0 {
		t.Fatal("no dumps in testdata")
	}
	for _, path := range dumps {
		t.Run(filepath.Base(path), func(t *testing.T) {
			s, err := loader.Load(context.Background(), []string{path}, loader.Options{Now: noon.Add(time.Hour / 2)})
			if err != nil {
				t.Fatal(err)
			}
			got := draw(timeline.Build(s, change.Of(s)))
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

func draw(list []timeline.Timeline) string {
	var b strings.Builder
	for _, l := range list {
		fmt.Fprintf(&b, "%s uid %q\n", l.Object, l.Object.UID)
		for _, e := range l.Entries {
			at := e.At.Format(time.TimeOnly)
			if !e.Until.IsZero() {
				at += ".." + e.Until.Format(time.TimeOnly)
			}
			fmt.Fprintf(&b, "  %-18s %-8s %-9s %s", at, e.Precision, e.Kind, e.Text)
			if e.Count > 1 {
				fmt.Fprintf(&b, " (x%d)", e.Count)
			}
			fmt.Fprintln(&b)
		}
	}
	return b.String()
}
