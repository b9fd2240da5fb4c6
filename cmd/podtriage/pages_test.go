package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

func readPage(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestUsagePage holds that the manual names every command, flag and exit status.
func TestUsagePage(t *testing.T) {
	page := readPage(t, "docs/usage.md")
	for _, c := range (&program{}).commands() {
		if !strings.Contains(page, "\n### "+c.Name+"\n") {
			t.Errorf("docs/usage.md has no section of %s", c.Name)
		}
		for _, f := range c.Flags {
			for _, n := range f.Names() {
				if !regexp.MustCompile("`" + dashed(n) + "[ `]").MatchString(page) {
					t.Errorf("docs/usage.md does not name %s of %s", dashed(n), c.Name)
				}
				if f.(cli.DocGenerationFlag).GetUsage() == "" {
					t.Errorf("flag %s of %s has no text", dashed(n), c.Name)
				}
			}
		}
	}
	for _, s := range statuses {
		if !strings.Contains(page, "\n| "+s[0]+" | ") {
			t.Errorf("docs/usage.md does not name exit status %s", s[0])
		}
	}
}

// TestSecurityPage holds that each test which a promise rests on exists.
func TestSecurityPage(t *testing.T) {
	tests := map[string]bool{}
	function := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	err := filepath.WalkDir("../..", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, "_test.go") {
			return err
		}
		data, err := os.ReadFile(p)
		for _, m := range function.FindAllSubmatch(data, -1) {
			tests[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	page := readPage(t, "docs/security.md")
	named := regexp.MustCompile("`((?:Test|Fuzz)\\w+|testdata/\\w+\\.txtar)`").FindAllStringSubmatch(page, -1)
	if len(named) < 20 {
		t.Errorf("docs/security.md names %d tests only", len(named))
	}
	for _, m := range named {
		if strings.HasPrefix(m[1], "testdata/") {
			_, err := os.Stat(m[1])
			tests[m[1]] = err == nil
		}
		if !tests[m[1]] {
			t.Errorf("docs/security.md names %s, which does not exist", m[1])
		}
	}
}

// TestDependenciesPage holds that each module that is required directly has a row with its reason.
func TestDependenciesPage(t *testing.T) {
	page := readPage(t, "docs/dependencies.md")
	require := regexp.MustCompile(`(?m)^(?:require |\t)(\S+\.\S+/\S+) v\S+( // indirect.*)?$`)
	direct := 0
	for _, m := range require.FindAllStringSubmatch(readPage(t, "go.mod"), -1) {
		if m[2] != "" {
			continue
		}
		direct++
		if !regexp.MustCompile(`(?m)^\| .*` + regexp.QuoteMeta(strings.TrimSuffix(m[1], "/v2")) + `[ ,/]`).MatchString(page) {
			t.Errorf("docs/dependencies.md has no row of %s", m[1])
		}
	}
	if direct < 10 {
		t.Errorf("go.mod seems to require %d modules only", direct)
	}
}

// TestWritesNothing runs every command that reads a dump and looks for files that it was not asked for.
func TestWritesNothing(t *testing.T) {
	dump, err := filepath.Abs("../../fixtures/composite/registry-down")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, variable := range []string{"TMPDIR", "TMP", "TEMP", "HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"} {
		t.Setenv(variable, dir)
	}
	t.Chdir(dir)
	for _, line := range []string{"analyze DUMP", "analyze DUMP -o html", "timeline DUMP", "postmortem DUMP", "diff DUMP DUMP",
		"precheck DUMP", "inspect DUMP --files", "get pods DUMP",
		"events DUMP", "cat DUMP E1"} {
		var stdout, stderr bytes.Buffer
		args := strings.Fields("podtriage " + strings.ReplaceAll(line, "DUMP", dump))
		if code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code != exitOK {
			t.Errorf("%s: exit status %d: %s", line, code, &stderr)
		}
		nothingIn(t, dir)
	}
}
