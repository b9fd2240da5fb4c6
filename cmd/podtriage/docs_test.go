package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what commands print into documents and golden files")

// pages are the documents whose examples are run: every "$ podtriage …" line of a console block, from the root of the
// repository. "| head -N" and "| sed -n A,Bp" choose lines as the shell would.
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
	t.Chdir("../..")
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("PODTRIAGE_CONFIG", "")
	t.Setenv("COLUMNS", "80")
	for _, page := range pages(t) {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		got := rerun(string(data))
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

// rerun returns the page with the output of each command replaced by what it prints now.
func rerun(page string) string {
	var out strings.Builder
	console, skip := false, false
	for line := range strings.Lines(page) {
		switch {
		case !console && strings.HasPrefix(line, "```console"):
			console = true
		case console && strings.HasPrefix(line, "```"):
			console, skip = false, false
		case console && strings.HasPrefix(line, "$ podtriage "):
			skip = true
			out.WriteString(line)
			out.WriteString(printed(strings.TrimSpace(strings.TrimPrefix(line, "$ podtriage "))))
			continue
		case console && strings.HasPrefix(line, "$ "):
			skip = false
		}
		if !skip {
			out.WriteString(line)
		}
	}
	return out.String()
}

// printed is what a command prints: standard output, or the error where there is none.
func printed(command string) string {
	command, filter, _ := strings.Cut(command, " | ")
	var stdout, stderr bytes.Buffer
	run(context.Background(), append([]string{"podtriage"}, strings.Fields(command)...), strings.NewReader(""), &stdout, &stderr)
	text := stdout.String()
	if text == "" {
		text = stderr.String()
	}
	return choose(text, filter)
}

// choose keeps the lines that "head -N" or "sed -n A,Bp" keep.
func choose(text, filter string) string {
	first, last := 1, len(text)
	if n, ok := strings.CutPrefix(filter, "head -"); ok {
		last, _ = strconv.Atoi(n)
	}
	if r, ok := strings.CutPrefix(filter, "sed -n "); ok {
		a, b, _ := strings.Cut(strings.TrimSuffix(r, "p"), ",")
		first, _ = strconv.Atoi(a)
		last, _ = strconv.Atoi(b)
	}
	var out strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		if n++; n >= first && n <= last {
			out.WriteString(line)
		}
	}
	return out.String()
}
