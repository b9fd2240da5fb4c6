package rules_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/fixtures"
)

const pages = "../../docs/rules"

// TestDocs holds that docs/rules says what the rules say: a page for each rule, with its basic or shortest case as example, and an
// index. -update writes them.
func TestDocs(t *testing.T) {
	if *update {
		TestFixtures(t) // pages quote the findings that fixtures state
	}
	want := map[string]string{"README.md": index()}
	examples := shortestCases(t)
	for _, r := range rules.Known() {
		want[r.ID+".md"] = page(r, examples[r.ID])
	}
	got := map[string]string{}
	err := filepath.WalkDir(pages, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		data, err := os.ReadFile(p)
		rel, _ := filepath.Rel(pages, p)
		got[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		writePages(t, want, got)
		return
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("docs/rules/%s is stale, run make update (-want +got):\n%s", name, gocmp.Diff(want[name], got[name]))
		}
	}
	for name := range got {
		if want[name] == "" {
			t.Errorf("docs/rules/%s is of no rule, run make update", name)
		}
	}
}

func writePages(t *testing.T, want, got map[string]string) {
	t.Helper()
	for name := range got {
		if want[name] == "" {
			os.Remove(filepath.Join(pages, name))
		}
	}
	for name, text := range want {
		file := filepath.Join(pages, name)
		if got[name] == text {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// index lists all rules by category, both in the order of precedence.
func index() string {
	var b strings.Builder
	b.WriteString("# Rules\n\nWhat podtriage recognizes. Within the whole list the earlier rule names the cause of a container, later ones become notes.\nGenerated from the rules; `podtriage explain RULE` prints the same text.\n")
	var order []string
	byCategory := map[string][]*rules.Rule{}
	for _, r := range rules.Known() {
		if byCategory[r.Category()] == nil {
			order = append(order, r.Category())
		}
		byCategory[r.Category()] = append(byCategory[r.Category()], r)
	}
	for _, category := range order {
		fmt.Fprintf(&b, "\n## %s\n\n", category)
		if category == "hygiene" {
			b.WriteString("Asked only by `podtriage analyze --hygiene`, and listed apart: no incident is made of them.\n\n")
		}
		for _, r := range byCategory[category] {
			fmt.Fprintf(&b, "- [%s](%s.md): %s\n", r.ID, r.ID, r.Title)
		}
	}
	return b.String()
}

// page is the page of one rule.
func page(r *rules.Rule, example fixtures.Case) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n**%s**\n\n%s\n", r.ID, r.Title, markdown(r.Doc))
	if example.Name != "" {
		var found, dump [][]byte
		for line := range bytes.Lines(example.Text) {
			if text, ok := bytes.CutPrefix(line, []byte(want)); ok {
				found = append(found, text)
			} else {
				dump = append(dump, line)
			}
		}
		fmt.Fprintf(&b, "\n## Example\n\n[fixtures/%s.yaml](../../../fixtures/%s.yaml) at `# case: %s`:\n\n```yaml\n%s```\n\nFound in it:\n\n",
			example.About, example.About, example.Name, bytes.Join(dump, nil))
		for _, f := range found {
			fmt.Fprintf(&b, "    %s", f)
		}
	}
	b.WriteString("\n[All rules](../README.md)\n")
	return b.String()
}

// markdown keeps paragraphs and makes code of indented blocks.
func markdown(doc string) string {
	var out []string
	for line := range strings.Lines(strings.Trim(doc, "\n")) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "  ") {
			line = "    " + strings.TrimLeft(line, "\t ")
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// shortestCases finds for each rule the case of its own fixture that is named basic, else the shortest that it fires in, else one of its
// category.
func shortestCases(t *testing.T) map[string]fixtures.Case {
	t.Helper()
	out, size := map[string]fixtures.Case{}, map[string]int{}
	for _, c := range cases(t) {
		for _, r := range rules.Known() {
			n := len(c.Text)
			switch {
			case c.About != r.ID:
				n += 1 << 20
			case c.Name == "basic":
				n = 1
			}
			fires := bytes.Contains(c.Text, []byte(" "+r.ID+" ")) && bytes.Contains(c.Text, []byte(want))
			if fires && strings.HasPrefix(c.About, r.Category()+"/") && (size[r.ID] == 0 || n < size[r.ID]) {
				out[r.ID], size[r.ID] = c, n
			}
		}
	}
	return out
}
