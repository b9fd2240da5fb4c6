package rules_test

import (
	"bytes"
	"cmp"
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

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

var update = flag.Bool("update", false, "write the findings into the fixtures")

const (
	fixtures = "../../fixtures"
	want     = "# want: "
)

// files lists the fixtures that are one YAML file: fixtures/<category>/<cause>/<case>.yaml and fixtures/healthy/<case>.yaml.
func files(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(fixtures, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(p) == ".yaml" && !strings.Contains(filepath.ToSlash(p), "/dumps/") {
			out = append(out, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// findings runs all rules on a fixture.
func findings(t *testing.T, file string) []rules.Finding {
	t.Helper()
	s, err := loader.Load(context.Background(), []string{file}, loader.Options{})
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	changes := change.Of(s)
	c := rules.NewContext(s, timeline.Build(s, changes))
	c.Changes = changes
	list := rules.All()
	if strings.HasPrefix(file, filepath.Join(fixtures, "hygiene")) {
		list = rules.Hygiene() // asked on request only
	}
	found, problems := rules.Run(c, list)
	for _, p := range append(s.Problems, problems...) {
		t.Errorf("%s:%d: %s", file, p.Line, p.Message)
	}
	seenByThen(t, file, s.Capture.Time, found)
	return found
}

// lines are the findings as a fixture states them, one a line, sorted.
func lines(found []rules.Finding) []string {
	var out []string
	for _, f := range found {
		out = append(out, fmt.Sprintf("%s%s %s %s %s: %s. %s", want, f.Severity, f.Confidence, f.Rule, f.Subject, f.Title, f.Cause))
	}
	slices.Sort(out)
	return out
}

// TestFixtures runs every rule on every fixture and compares all findings with the "# want:" lines on top of the file.
func TestFixtures(t *testing.T) {
	for _, file := range files(t) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var stated []string
		var rest [][]byte
		for line := range bytes.Lines(data) {
			if bytes.HasPrefix(line, []byte(want)) {
				stated = append(stated, strings.TrimRight(string(line), "\n"))
				continue
			}
			rest = append(rest, line)
		}
		got := lines(findings(t, file))
		if *update && !slices.Equal(stated, got) {
			rewrite(t, file, rest, got)
			continue
		}
		if diff := gocmp.Diff(stated, got); diff != "" {
			t.Errorf("%s: findings differ (-want +got):\n%s", file, diff)
		}
	}
}

// rewrite puts the want lines after the comment that opens the fixture.
func rewrite(t *testing.T, file string, rest [][]byte, got []string) {
	t.Helper()
	at := 0
	for at < len(rest) && bytes.HasPrefix(rest[at], []byte("#")) {
		at++
	}
	var b bytes.Buffer
	b.Write(bytes.Join(rest[:at], nil))
	for _, l := range got {
		b.WriteString(l + "\n")
	}
	b.Write(bytes.Join(rest[at:], nil))
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestHealthy holds that fixtures/healthy yields nothing loud: each file is a false alarm that must not come back.
func TestHealthy(t *testing.T) {
	for _, file := range files(t) {
		if !strings.HasPrefix(file, filepath.Join(fixtures, "healthy")+string(filepath.Separator)) {
			continue
		}
		for _, f := range findings(t, file) {
			if f.Severity != rules.Info {
				t.Errorf("%s: %s %s on %s: a healthy dump must be silent", file, f.Severity, f.Rule, f.Subject)
			}
		}
	}
}

// categories are those of the report contract (docs/json.md), and hygiene, of which no incident is made.
var categories = strings.Fields(`unschedulable image-pull config-error create-error command-error app-crash oom evicted init-failure
	hook-failure readiness liveness startup-probe volume sandbox-network admission node-lost stuck-terminating job rollout autoscaling
	dependency other hygiene`)

// lookAlike is the name of an object that looks as if the rule of its fixture's folder were about it.
var lookAlike = regexp.MustCompile(`(?m)^  name: not-`)

// TestEveryRuleHasFixtures holds that each rule has words, fires in a fixture of its own folder, and has a look-alike there
// of which it is silent: a file (not-*.yaml), or an object (not-*) in the file in which it fires.
func TestEveryRuleHasFixtures(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rules.Known() {
		if r.Title == "" || r.Doc == "" || r.Detect == nil || !strings.Contains(r.ID, "/") || strings.Contains(r.Title+r.Doc, "TODO") {
			t.Errorf("rule %q lacks a title, a doc, a detection or a category, or something is still TODO", r.ID)
		}
		if !slices.Contains(categories, r.Category()) {
			t.Errorf("rule %q: %q is no category of the report contract: %v", r.ID, r.Category(), categories)
		}
		if seen[r.ID] {
			t.Errorf("rule %q is listed twice", r.ID)
		}
		seen[r.ID] = true
		dir := filepath.Join(fixtures, filepath.FromSlash(r.ID))
		own, _ := filepath.Glob(filepath.Join(dir, "*.yaml"))
		fires, silent := 0, 0
		for _, file := range own {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			look := strings.HasPrefix(filepath.Base(file), "not-")
			hits := of(r, findings(t, file))
			for _, f := range hits {
				if look || slices.ContainsFunc(append(f.Affected, f.Subject), func(o loader.Ref) bool { return strings.HasPrefix(o.Name, "not-") }) {
					t.Errorf("%s: rule %s fires in its look-alike: %s", file, r.ID, f.Subject)
				}
			}
			if look || lookAlike.Match(data) {
				silent++
			}
			if len(hits) > 0 {
				fires++
			} else if !look {
				t.Errorf("%s: rule %s does not fire in its own fixture; a look-alike is named not-*", file, r.ID)
			}
			if bytes.Contains(data, []byte("TODO")) {
				t.Errorf("%s: something is still TODO", file)
			}
		}
		if fires == 0 || silent == 0 {
			t.Errorf("rule %s: %d fixtures in which it fires and %d look-alikes in %s; each needs one", r.ID, fires, silent, dir)
		}
	}
}

// TestNothingIsLeftToDo holds that no rule still says TODO where its words do not show it, such as in a Culprit.
func TestNothingIsLeftToDo(t *testing.T) {
	files, _ := filepath.Glob("*.go")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") && bytes.Contains(data, []byte("TODO")) {
			t.Errorf("%s: something is still TODO", file)
		}
	}
}

// of are the Findings of the rule.
func of(r *rules.Rule, all []rules.Finding) []rules.Finding {
	return slices.DeleteFunc(all, func(f rules.Finding) bool { return f.Rule != r.ID })
}

// TestFindingsAreWhole holds what every Finding owes its reader.
func TestFindingsAreWhole(t *testing.T) {
	for _, file := range files(t) {
		for _, f := range findings(t, file) {
			missing := cmp.Or(
				lack(f.Subject.Name == "", "a subject"), lack(f.Culprit.Name == "", "a culprit"), lack(f.Title == "", "a title"),
				lack(f.Cause == "", "a cause"), lack(len(f.Evidence) == 0, "evidence"), lack(f.Severity == "", "a severity"),
				lack(f.Confidence == "", "a confidence"), lack(len(f.Next) == 0 && f.Severity != rules.Info, "a next step"))
			for _, e := range f.Evidence {
				missing = cmp.Or(missing, lack(e.File == "" || e.Text == "", "a place or text in its evidence"))
			}
			for _, s := range f.Next {
				missing = cmp.Or(missing, lack(s.Kind == rules.Fix && f.Confidence == rules.Possible, "the proof that a fix needs"))
			}
			if missing != "" {
				t.Errorf("%s: finding %s on %s lacks %s", file, f.Rule, f.Subject, missing)
			}
		}
	}
}

// TestNothingIsDenied holds that no Pod is said to have no record of why it does not start where another rule found one.
func TestNothingIsDenied(t *testing.T) {
	const denies = "other/stuck-creating"
	for _, file := range files(t) {
		found := findings(t, file)
		for _, f := range found {
			if f.Rule != denies {
				continue
			}
			if i := slices.IndexFunc(found, func(o rules.Finding) bool {
				return o.Subject == f.Subject && o.Rule != denies && o.Severity == rules.Error
			}); i >= 0 {
				t.Errorf("%s: %s finds why %s does not start, beside %s: let Context.says know of it", file, found[i].Rule, f.Subject, denies)
			}
		}
	}
}

func lack(is bool, what string) string {
	if is {
		return what
	}
	return ""
}
