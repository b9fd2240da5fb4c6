package analyzer

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

var update = flag.Bool("update", false, "write the expected answers")

const (
	composites = "../fixtures/composite"
	answers    = composites + "/answers.txtar"
)

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

// dumps lists the composite fixtures: whole dumps with several failing things and one right answer each. Each is a folder or a file, as
// kubectl cluster-info dump writes either.
func dumps(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(composites)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if e.Name() != filepath.Base(answers) {
			out = append(out, filepath.Join(composites, e.Name()))
		}
	}
	return out
}

// nameOf is the dump's name among the answers.
func nameOf(dump string) string {
	return strings.TrimSuffix(filepath.Base(dump), filepath.Ext(dump))
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

// TestComposite compares the answer to each composite dump with that of the same name in the file of answers.
func TestComposite(t *testing.T) {
	var got txtar.Archive
	for _, dump := range dumps(t) {
		got.Files = append(got.Files, txtar.File{Name: nameOf(dump), Data: []byte(answer(diagnose(t, dump)))})
	}
	if *update {
		if err := os.WriteFile(answers, txtar.Format(&got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := txtar.ParseFile(answers)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(texts(want), texts(&got)); diff != "" {
		t.Errorf("answers differ (-want +got):\n%s", diff)
	}
}

// texts are the files of an archive by name.
func texts(a *txtar.Archive) map[string]string {
	out := map[string]string{}
	for _, f := range a.Files {
		out[f.Name] = string(f.Data)
	}
	return out
}

// TestLessIsNeverSurer drops each file of each composite dump in turn, each list and log of one that is a file. What is left may say less; it may not name a cause that the
// whole dump does not know of, and may not be surer of one.
func TestLessIsNeverSurer(t *testing.T) {
	for _, dump := range dumps(t) {
		whole := diagnose(t, dump)
		dir := folder(t, dump)
		for _, file := range regular(t, dir) {
			part := diagnose(t, without(t, dir, file))
			if part == nil {
				continue // a dump of nothing is refused, not judged
			}
			for _, in := range part.Incidents {
				if in.Severity != rules.Info && !known(whole, in) {
					t.Errorf("%s without %s: says %s %s %s, which the whole dump does not", nameOf(dump), file, in.Confidence, in.Rule, in.Title)
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

// start is where a list or a log of a dump that is one file begins.
var start = regexp.MustCompile(`(?m)^(?:\{$|==== START logs )`)

// folder is the dump as a folder: a file becomes one of its lists and logs, in their order.
func folder(t *testing.T, dump string) string {
	t.Helper()
	info, err := os.Stat(dump)
	if err != nil {
		t.Fatal(err)
	}
	if info.IsDir() {
		return dump
	}
	data, err := os.ReadFile(dump)
	if err != nil {
		t.Fatal(err)
	}
	to, end := t.TempDir(), len(data)
	for _, at := range slices.Backward(start.FindAllIndex(data, -1)) {
		name := fmt.Sprintf("%08d%s", at[0], filepath.Ext(dump))
		if err := os.WriteFile(filepath.Join(to, name), data[at[0]:end], 0o644); err != nil {
			t.Fatal(err)
		}
		end = at[0]
	}
	return to
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
