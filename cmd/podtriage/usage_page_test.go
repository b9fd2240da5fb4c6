package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/report"
)

// section is what the page says below a heading, up to the next of its rank.
func section(t *testing.T, page, heading string) string {
	t.Helper()
	_, text, ok := strings.Cut(page, "\n"+heading+"\n")
	if !ok {
		t.Fatalf("there is no %q", heading)
	}
	text, _, _ = strings.Cut(text, "\n### ")
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

// TestUsageSections holds that the section of a command names no flag which the command does not have, and all its formats.
func TestUsageSections(t *testing.T) {
	page := readPage(t, "docs/usage.md")
	for _, c := range (&program{}).commands() {
		text := section(t, page, "### "+c.Name)
		var has, formats []string
		for _, f := range c.Flags {
			for _, n := range f.Names() {
				has = append(has, dashed(n))
			}
			if f.Names()[0] == "output" {
				_, list, _ := strings.Cut(f.(cli.DocGenerationFlag).GetUsage(), ": ")
				formats = strings.Split(list, ", ")
			}
		}
		for _, m := range regexp.MustCompile("`(--?[a-zA-Z][a-z-]*)[ `]").FindAllStringSubmatch(text, -1) {
			if !slices.Contains(append(has, "--version"), m[1]) {
				t.Errorf("docs/usage.md, %s: the command has no flag %s", c.Name, m[1])
			}
		}
		for _, f := range formats {
			if c.Name != "report" && !strings.Contains(text, "`"+f+"`") { // report has those of analyze
				t.Errorf("docs/usage.md, %s: does not name the format %s", c.Name, f)
			}
		}
	}
}

// TestUsageNumbers holds the tables of the manual to the program: exit statuses, sizes of tickets, limits of reading.
func TestUsageNumbers(t *testing.T) {
	page := readPage(t, "docs/usage.md")
	var want, got []string
	for _, s := range statuses {
		want = append(want, s[0])
	}
	for _, m := range regexp.MustCompile(`(?m)^\| (\d+) \|`).FindAllStringSubmatch(section(t, page, "## Exit status"), -1) {
		got = append(got, m[1])
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("docs/usage.md, exit statuses: -program +page:\n%s", d)
	}
	for _, f := range report.Formats() {
		if words := fmt.Sprintf("`%s` keeps to %d,%03d", f.Name, f.Budget/1000, f.Budget%1000); f.Budget > 0 &&
			!strings.Contains(page, words) && !strings.Contains(page, strings.Replace(words, "keeps ", "", 1)) {
			t.Errorf("docs/usage.md does not say that %s", words)
		}
	}
	for _, f := range limitFlags() {
		words := "4 GiB of what the sources hold"
		if d, ok := f.(*cli.DurationFlag); ok {
			words = fmt.Sprintf("%d minutes", d.Value/time.Minute)
		} else if s := f.(*cli.StringFlag); s.Value != "4GiB" {
			t.Errorf("docs/usage.md says %s, --%s is %s", words, s.Name, s.Value)
		}
		for _, p := range []string{page, readPage(t, "docs/formats.md")} {
			if !strings.Contains(p, strings.TrimSuffix(words, " of what the sources hold")) {
				t.Errorf("a page does not say that --%s is %s", f.Names()[0], words)
			}
		}
	}
}

// TestUsageEnvironment holds that the manual names the variables that are read, and no other. GOGC is Go's own.
func TestUsageEnvironment(t *testing.T) {
	reads := regexp.MustCompile(`(?:\.env|Getenv|LookupEnv)\("(\w+)"\)`)
	var want, got []string
	err := filepath.WalkDir("../..", func(p string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && d.Name() == "dist" { // which makes releases
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return err
		}
		data, err := os.ReadFile(p)
		for _, m := range reads.FindAllSubmatch(data, -1) {
			if string(m[1]) != "GOGC" {
				want = append(want, string(m[1]))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?) \\|").FindAllStringSubmatch(section(t, readPage(t, "docs/usage.md"), "## Environment"), -1) {
		for _, m := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(row[1], -1) {
			got = append(got, m[1])
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(slices.Compact(want), got); d != "" {
		t.Errorf("docs/usage.md, environment: -read +on the page:\n%s", d)
	}
}
