package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what commands print into documents and golden files")

// pages are the documents whose examples are run: every "$ podtriage …" line of a console block, from the root of the
// repository.
func pages(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append(list, "README.md", "CONTRIBUTING.md")
}

// TestDocuments runs every command that a document shows and compares what it prints.
func TestDocuments(t *testing.T) {
	needsShell(t)
	t.Chdir("../..")
	for _, page := range pages(t) {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		got := rerun(t, string(data))
		if *update && got != string(data) {
			if err := os.WriteFile(page, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(string(data), got); diff != "" {
			t.Errorf("%s: what commands print differs (-page +program):\n%s", page, diff)
		}
	}
}

// needsShell skips a test where commands cannot be typed.
func needsShell(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh here to type the commands of the documents into")
	}
}

// shown is a command in a console block and what the page says that it prints.
var shown = regexp.MustCompile(`(?m)^\$ (podtriage .+)\n(?:[^$\n].*\n|\n)*`)

// rerun returns the page with the output of each command replaced by what it prints now: standard output, or the error where
// there is none. A command that needs a program which is not here keeps its output.
func rerun(t *testing.T, page string) string {
	t.Helper()
	return fenced.ReplaceAllStringFunc(page, func(block string) string {
		body, console := strings.CutPrefix(strings.TrimSuffix(block, "```"), "```console\n")
		if !console {
			return block
		}
		return "```console\n" + shown.ReplaceAllStringFunc(body, func(example string) string {
			command := shown.FindStringSubmatch(example)[1]
			if strings.Contains(command, "sed -n ") && !strings.Contains(command, "sed -n '/") {
				t.Errorf("%s: lines chosen by number become others in silence; choose them by a word", command)
			}
			if name := missingProgram(command); name != "" {
				t.Logf("%s: not run, there is no %s here", command, name)
				return example
			}
			text, complaint, _ := shell(t, ".", command)
			if text == "" {
				text = complaint
			}
			return "$ " + command + "\n" + text
		}) + "```"
	})
}
