package rules_test

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
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
	"github.com/podtriage/podtriage/fixtures"
	"github.com/podtriage/podtriage/loader"
)

var update = flag.Bool("update", false, "write the findings into the fixtures")

const (
	root = "../../fixtures"
	want = "# want: "
)

// cases are those of all fixtures that are YAML.
func cases(t *testing.T) []fixtures.Case {
	t.Helper()
	out, err := fixtures.Read(root)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// named is one of them, by file and name: volume/full/basic.
func named(t *testing.T, name string) fixtures.Case {
	t.Helper()
	all := cases(t)
	i := slices.IndexFunc(all, func(c fixtures.Case) bool { return c.About+"/"+c.Name == name })
	if i < 0 {
		t.Fatalf("fixtures have no case %s", name)
	}
	return all[i]
}

// load reads a case as a dump.
func load(t *testing.T, fixture fixtures.Case) *loader.Snapshot {
	t.Helper()
	s, err := loader.Load(context.Background(), []string{"-"}, loader.Options{Stdin: fixture.Dump()})
	if err != nil {
		t.Fatalf("%s: %v", fixture, err)
	}
	return s
}

// findings runs all rules on a fixture.
func findings(t *testing.T, fixture fixtures.Case) []rules.Finding {
	t.Helper()
	s := load(t, fixture)
	changes := change.Of(s)
	c := rules.NewContext(s, timeline.Build(s, changes))
	c.Changes = changes
	list := rules.All()
	if strings.HasPrefix(fixture.About, "hygiene/") {
		list = rules.Hygiene() // asked on request only
	}
	found, problems := rules.Run(c, list)
	for _, p := range append(s.Problems, problems...) {
		t.Errorf("%s: line %d: %s", fixture, p.Line, p.Message)
	}
	seenByThen(t, fixture.String(), s.Capture.Time, found)
	namesNamespaces(t, fixture.String(), found)
	return found
}

// namesNamespaces holds that no command has a namespace of no name.
func namesNamespaces(t *testing.T, name string, found []rules.Finding) {
	t.Helper()
	for _, f := range found {
		for _, step := range f.Next {
			if c := step.Command + " "; strings.Contains(c, "-n  ") || strings.Contains(c, "-n \n") {
				t.Errorf("%s: %s: command without a namespace's name: %q", name, f.Rule, step.Command)
			}
		}
	}
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

// TestFixtures runs every rule on every case and compares all findings with the "# want:" lines on top of it.
func TestFixtures(t *testing.T) {
	all := cases(t)
	stale := map[string]bool{}
	for i, c := range all {
		var stated []string
		var rest [][]byte
		for line := range bytes.Lines(c.Text) {
			if bytes.HasPrefix(line, []byte(want)) {
				stated = append(stated, strings.TrimRight(string(line), "\n"))
				continue
			}
			rest = append(rest, line)
		}
		got := lines(findings(t, c))
		if *update && !slices.Equal(stated, got) {
			all[i].Text, stale[c.About] = stating(rest, got), true
			continue
		}
		if diff := gocmp.Diff(stated, got); diff != "" {
			t.Errorf("%s: findings differ (-want +got):\n%s", c, diff)
		}
	}
	for about := range stale {
		own := slices.DeleteFunc(slices.Clone(all), func(c fixtures.Case) bool { return c.About != about })
		if err := fixtures.Write(root, own); err != nil {
			t.Fatal(err)
		}
	}
}

// stating is a case with the want lines after the comment that opens it.
func stating(rest [][]byte, got []string) []byte {
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
	return b.Bytes()
}

// TestHealthy holds that fixtures/healthy.yaml yields nothing loud: each case is a false alarm that must not come back.
func TestHealthy(t *testing.T) {
	seen := 0
	for _, c := range cases(t) {
		if c.About != "healthy" {
			continue
		}
		seen++
		for _, f := range findings(t, c) {
			if f.Severity != rules.Info {
				t.Errorf("%s: %s %s on %s: a healthy dump must be silent", c, f.Severity, f.Rule, f.Subject)
			}
		}
	}
	if seen == 0 {
		t.Error("no case is of a healthy dump")
	}
}

// categories are those of the report contract (docs/json.md), and hygiene, of which no incident is made.
var categories = strings.Fields(`unschedulable image-pull config-error create-error command-error app-crash oom evicted init-failure
	hook-failure readiness liveness startup-probe volume sandbox-network admission node-lost stuck-terminating job rollout autoscaling
	dependency other hygiene`)

// lookAlike is the name of an object that looks as X about it.
var lookAlike = regexp.MustCompile(`(?m)^  name: not-`)

// TestEveryRuleHasFixtures holds that each rule has words, fires in a case of its own fixture, and has a look-alike there
// of which it is silent: a case (not-*), or an object (not-*) in the case in which it fires.
func TestEveryRuleHasFixtures(t *testing.T) {
	all := cases(t)
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
		fires, silent := 0, 0
		for _, c := range all {
			if c.About != r.ID {
				continue
			}
			look := strings.HasPrefix(c.Name, "not-")
			hits := of(r, findings(t, c))
			for _, f := range hits {
				if look || slices.ContainsFunc(append(f.Affected, f.Subject), func(o loader.Ref) bool { return strings.HasPrefix(o.Name, "not-") }) {
					t.Errorf("%s: rule %s fires in its look-alike: %s", c, r.ID, f.Subject)
				}
			}
			if look || lookAlike.Match(c.Text) {
				silent++
			}
			if len(hits) > 0 {
				fires++
			} else if !look {
				t.Errorf("%s: rule %s does not fire in its own fixture; a look-alike is named not-*", c, r.ID)
			}
			if bytes.Contains(c.Text, []byte("TODO")) {
				t.Errorf("%s: something is still TODO", c)
			}
		}
		if fires == 0 || silent == 0 {
			t.Errorf("rule %s: %d fixtures in which it fires and %d look-alikes in fixtures/%s.yaml; each needs one", r.ID, fires, silent, r.ID)
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

// quotesLog reports whether the Finding quotes a log: where that is the whole of it, there may be nothing more to look up.
func quotesLog(f rules.Finding) bool {
	return slices.ContainsFunc(f.Evidence, func(e rules.Evidence) bool { return strings.HasPrefix(e.Field, "log of ") })
}

// TestFindingsAreWhole holds what every Finding owes its reader.
func TestFindingsAreWhole(t *testing.T) {
	for _, c := range cases(t) {
		for _, f := range findings(t, c) {
			missing := cmp.Or(
				lack(f.Subject.Name == "", "a subject"), lack(f.Culprit.Name == "", "a culprit"), lack(f.Title == "", "a title"),
				lack(f.Cause == "", "a cause"), lack(len(f.Evidence) == 0, "evidence"), lack(f.Severity == "", "a severity"),
				lack(f.Confidence == "", "a confidence"), lack(len(f.Next) == 0 && f.Severity != rules.Info && !quotesLog(f), "a next step"))
			for _, e := range f.Evidence {
				missing = cmp.Or(missing, lack(e.File == "" || e.Text == "", "a place or text in its evidence"))
			}
			for _, s := range f.Next {
				missing = cmp.Or(missing, lack(s.Kind == rules.Fix && f.Confidence == rules.Possible, "the proof that a fix needs"))
			}
			if missing != "" {
				t.Errorf("%s: finding %s on %s lacks %s", c, f.Rule, f.Subject, missing)
			}
		}
	}
}

// TestNothingIsDenied holds that no Pod is said to have no record of why it does not start where another rule found one.
func TestNothingIsDenied(t *testing.T) {
	const denies = "other/stuck-creating"
	for _, c := range cases(t) {
		found := findings(t, c)
		for _, f := range found {
			if f.Rule != denies {
				continue
			}
			if i := slices.IndexFunc(found, func(o rules.Finding) bool {
				return o.Subject == f.Subject && o.Rule != denies && o.Severity == rules.Error
			}); i >= 0 {
				t.Errorf("%s: %s finds why %s does not start, beside %s: let Context.says know of it", c, found[i].Rule, f.Subject, denies)
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
