package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// placed runs a command of another program, or looks up what it names.
func placed(t *testing.T, repo, command string) {
	t.Helper()
	words := strings.Fields(command)
	switch program := words[0]; {
	case slices.Contains(foreign, program):
	case program == "make": // its targets are the tests, builds and measurements themselves: their recipes are read, not run
		recipe := works(t, repo, "make -s -n "+words[1])
		for _, script := range regexp.MustCompile(`(?m)^bash (\S+)$`).FindAllStringSubmatch(recipe, -1) {
			works(t, repo, "bash -n "+script[1])
		}
	case program == "grep":
		works(t, repo, given.Replace(command)) // which fails where it finds nothing
	case program == "strace":
		callsNothing(t, command)
	case strings.HasPrefix(command, "go tool "): // of a build that takes half a minute: its flags are looked up
		_, usage, _ := shell(t, ".", "go tool "+words[2]+" -h")
		for _, flag := range words[3:] {
			if !strings.Contains(usage, flag) {
				t.Errorf("%s: %s has no flag %s", command, words[2], flag)
			}
		}
	case command == "go run ./cmd/measure": // lines change with every commit, the packages of the table seldom
		samePackages(t, works(t, repo, command), string(read(t, filepath.Join(repo, "docs/architecture.md"))))
	case program == "go":
		namesWhatExists(t, repo, command)
	default:
		t.Errorf("%q is run by no test: give it a place in this file", command)
	}
}

// works runs a line that must end well, if its program is here.
func works(t *testing.T, dir, line string) string {
	t.Helper()
	if name := missingProgram(line); name != "" {
		t.Logf("%s: not run, there is no %s here", line, name)
		return ""
	}
	text, complaint, status := shell(t, dir, line)
	if status != 0 {
		t.Errorf("%s: exit status %d: %s", line, status, complaint)
	}
	return text
}

// begun begins a rule as docs/adding-a-rule.md says, in a copy of what that changes, and returns what is printed.
func begun(t *testing.T, repo, command string) string {
	t.Helper()
	dir := t.TempDir()
	for _, err := range []error{
		os.CopyFS(filepath.Join(dir, "analyzer/rules"), os.DirFS(filepath.Join(repo, "analyzer/rules"))),
		os.WriteFile(filepath.Join(dir, "CHANGELOG.md"), read(t, filepath.Join(repo, "CHANGELOG.md")), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	works(t, repo, "go build -o "+filepath.Join(dir, "newrule")+" ./cmd/newrule")
	text, complaint, status := shell(t, dir, strings.Replace(command, "go run ./cmd/newrule", "./newrule", 1))
	if status != 0 {
		t.Errorf("%s: exit status %d: %s", command, status, complaint)
	}
	return text
}

// samePackages holds that a table of measures has the columns and packages of the one that is printed now.
func samePackages(t *testing.T, now, page string) {
	t.Helper()
	_, page, _ = strings.Cut(page, "\n## Measures\n")
	head, _, _ := strings.Cut(now, "\n")
	_, table, _ := strings.Cut(page, head)
	table, _, _ = strings.Cut(head+table, "\n\n")
	first := regexp.MustCompile(`(?m)^\| (\S+) \|`)
	if d := cmp.Diff(first.FindAllString(table, -1), first.FindAllString(now, -1)); d != "" {
		t.Errorf("docs/architecture.md: the packages of the measures are others now; run go run ./cmd/measure (-page +now):\n%s", d)
	}
}

// callsNothing runs the proof of docs/security.md: strace shows no call of the network.
func callsNothing(t *testing.T, command string) {
	t.Helper()
	if _, complaint, status := shell(t, ".", "strace -o /dev/null true"); status != 0 {
		t.Logf("%s: not run, strace does not work here: %s", command, complaint)
		return
	}
	if _, calls, status := shell(t, ".", command); status != 0 || calls != "" {
		t.Errorf("%s: exit status %d, calls %s", command, status, calls)
	}
}

// namesWhatExists looks for the folders and benchmarks that a command of Go or grep names.
func namesWhatExists(t *testing.T, repo, command string) {
	words := strings.Fields(command)
	folder := ""
	for i, w := range words {
		local := strings.HasPrefix(w, "./") && w != "./..." || words[0] == "grep" && i == len(words)-1
		if info, err := os.Stat(filepath.Join(repo, w)); local && (err != nil || !info.IsDir()) {
			t.Errorf("%s: no folder %s", command, w)
		} else if local {
			folder = w
		}
	}
	at := slices.Index(words, "-bench")
	if at < 0 {
		return
	}
	files, err := filepath.Glob(filepath.Join(repo, folder, "*_test.go"))
	if err != nil || !slices.ContainsFunc(files, func(f string) bool {
		return bytes.Contains(read(t, f), []byte("func Benchmark"+strings.TrimPrefix(words[at+1], ".")))
	}) {
		t.Errorf("%s: no such benchmark in %q (%v)", command, folder, err)
	}
}
