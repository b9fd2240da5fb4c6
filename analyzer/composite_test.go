package analyzer

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

var update = flag.Bool("update", false, "write the expected answers")

const composites = "../fixtures/composite"

// diagnose analyzes a dump; nil where nothing in it can be analyzed.
func diagnose(t *testing.T, dir string) *Diagnosis {
	t.Helper()
	s, err := loader.Load(context.Background(), []string{dir}, loader.Options{})
	if err != nil {
		return nil
	}
	d, err := Analyze(context.Background(), s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// dumps lists the composite fixtures: whole dumps with several failing things and one right answer each.
func dumps(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(composites)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() {
			out = append(out, filepath.Join(composites, e.Name()))
		}
	}
	return out
}

// answer is what the first screen of a report says, without times and evidence.
func answer(d *Diagnosis) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d Pods, %d unhealthy, %d unexplained\n", d.Summary.Pods, d.Summary.Unhealthy, d.Summary.Unexplained)
	for _, in := range d.Incidents {
		fmt.Fprintf(&b, "\n%s %s %s: %s\n", in.Severity, in.Confidence, in.Rule, in.Title)
		fmt.Fprintf(&b, "  culprit %s %s\n  affected %d\n  impact %s\n  cause %s\n",
			in.Culprit.Ref, in.Culprit.Field, len(in.Affected), in.Impact, in.Cause)
		for _, text := range []string{in.Trigger} {
			if text != "" {
				fmt.Fprintf(&b, "  trigger %s\n", text)
			}
		}
		for _, e := range in.Effects {
			fmt.Fprintf(&b, "  effect %s %s [%s]\n", e.Object, e.Text, e.Confidence)
		}
	}
	return b.String()
}

// TestComposite compares the answer to each composite dump with the file beside it.
func TestComposite(t *testing.T) {
	for _, dir := range dumps(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			got := answer(diagnose(t, dir))
			if *update {
				if err := os.WriteFile(dir+".want", []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(dir + ".want")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("answer differs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestLessIsNeverSurer drops each file of each composite dump in turn. What is left may say less; it may not name a cause that the
// whole dump does not know of, and may not be surer of one.
func TestLessIsNeverSurer(t *testing.T) {
	for _, dir := range dumps(t) {
		whole := diagnose(t, dir)
		for _, file := range regular(t, dir) {
			part := diagnose(t, without(t, dir, file))
			if part == nil {
				continue // a dump of nothing is refused, not judged
			}
			for _, in := range part.Incidents {
				if in.Severity != rules.Info && !known(whole, in) {
					t.Errorf("%s without %s: says %s %s %s, which the whole dump does not", filepath.Base(dir), file, in.Confidence, in.Rule, in.Title)
				}
			}
		}
	}
}

// known reports whether the whole dump's diagnosis holds the same rule on the same Pods at least as surely, as an incident of
// its own or as what a note or effect of another says.
func known(whole *Diagnosis, in incident.Incident) bool {
	sure := map[rules.Confidence]int{rules.Confirmed: 2, rules.Likely: 1, rules.Possible: 0}
	for _, w := range whole.Incidents {
		if w.Rule == in.Rule && sure[w.Confidence] >= sure[in.Confidence] {
			return true
		}
		if slices.ContainsFunc(w.Notes, func(n string) bool { return strings.Contains(n, in.Rule) }) {
			return true
		}
		if slices.ContainsFunc(w.Effects, func(e incident.Effect) bool {
			return e.Object.Key() == in.Culprit.Key() || strings.HasPrefix(e.Alone, in.Rule+":")
		}) {
			return true
		}
		// Another sub-cause of the same stage on the same objects, or a weaker reading: that is what saying less looks like.
		overlaps := slices.ContainsFunc(in.Affected, func(r loader.Ref) bool { return slices.Contains(w.Affected, r) })
		if overlaps && (w.Category == in.Category || sure[in.Confidence] < sure[rules.Confirmed]) {
			return true
		}
		// That replicas are missing is a state, which the whole dump tells as impact.
		if in.Rule == "rollout/unavailable" && strings.Contains(w.Impact, in.Culprit.Path()) {
			return true
		}
	}
	return false
}

func regular(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out = append(out, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// without copies the dump but for one file.
func without(t *testing.T, dir, left string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(to, left)); err != nil {
		t.Fatal(err)
	}
	return to
}

// TestOneIncidentAContainer holds that no container is blamed twice: a Pod stands in several incidents only where each blames
// another container of it. Evidence ids are unique.
func TestOneIncidentAContainer(t *testing.T) {
	for _, dir := range dumps(t) {
		blamed, ids := map[loader.Ref][]string{}, map[string]int{}
		for _, in := range diagnose(t, dir).Incidents {
			for _, r := range in.Affected {
				if r.Kind == "Pod" {
					blamed[r] = append(blamed[r], in.Culprit.Field)
				}
			}
			for _, e := range in.Evidence {
				ids[e.ID]++
			}
		}
		for r, fields := range blamed {
			if len(fields) > 1 && !eachOfAContainer(fields) {
				t.Errorf("%s: %s stands in %d incidents, which blame %q", dir, r, len(fields), fields)
			}
		}
		for id, n := range ids {
			if n > 1 {
				t.Errorf("%s: the evidence id %s is used %d times", dir, id, n)
			}
		}
	}
}

// eachOfAContainer reports whether every field is one of a container of its own.
func eachOfAContainer(fields []string) bool {
	seen := map[string]bool{}
	for _, f := range fields {
		_, name, ok := strings.Cut(f, "ontainers[")
		name, _, _ = strings.Cut(name, "]")
		if !ok || seen[name] {
			return false
		}
		seen[name] = true
	}
	return true
}
