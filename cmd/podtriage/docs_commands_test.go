package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mholt/archiver/v4"
	"github.com/rogpeppe/go-internal/txtar"
)

// Documents name commands in three more forms than those that docs_test.go runs: "$ go …" in a console block, indented lines,
// and spans of code of several words. What podtriage prints for each is held by testdata/documents.golden; what the others
// name is looked up where running it would be the tests themselves, a measurement of minutes, or the network. A command that
// has no place here fails.

var (
	fenced   = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")
	prompt   = regexp.MustCompile(`(?m)^\$ (.+)$`)
	indented = regexp.MustCompile(`(?m)^ {4,}(\S.*)$`)
	span     = regexp.MustCompile("`([a-z][a-z-]* [^`\n]*)`")
)

// foreign are programs that podtriage does not bring: documents name them as what made a dump, or as a measure.
var foreign = []string{"kubectl", "oc", "kind", "gzip"}

// given is what stands in the place of each word that a synopsis leaves open.
var given = strings.NewReplacer("OLD NEW", "fixtures/composite/noise.txt dump.tar.gz", "SOURCE...", "dump.tar.gz", "SOURCE", "dump.tar.gz",
	"COMMAND [FLAGS]", "analyze -q", "COMMAND", "analyze", "[OBJECT]", "shop/web", "[WORKLOAD...]", "shop/web", "[WORKLOAD]", "shop/web",
	"TYPE[,TYPE] [NAME...]", "pods", "REF...", "E1", "WORD", "OOMKilled", "bash|zsh|fish|powershell", "bash",
	"go run ./cmd/podtriage", "podtriage", "YOUR TEXT", "no space left on device",
	"schema report", "schema report | head -8") // report's tests hold the rest

// commandsOf lists the commands of a page that stand outside the examples of docs_test.go.
func commandsOf(page string) (out []string) {
	for _, m := range fenced.FindAllStringSubmatch(page, -1) {
		for _, p := range prompt.FindAllStringSubmatch(m[2], -1) {
			if !strings.HasPrefix(p[1], "podtriage ") {
				out = append(out, p[1])
			}
		}
	}
	page = fenced.ReplaceAllString(page, "")
	for _, form := range []*regexp.Regexp{indented, span} {
		for _, m := range form.FindAllStringSubmatch(page, -1) {
			out = append(out, m[1])
		}
	}
	return out
}

// desk is a directory with the files that documents speak of.
func desk(t *testing.T, repo string) string {
	t.Helper()
	dir := t.TempDir()
	dump := filepath.Join(repo, "fixtures/composite/registry-down")
	packed := compressedBy(t, tarOf(t, filesOf(t, dump)), archiver.Gz{})
	for _, err := range []error{
		os.WriteFile(filepath.Join(dir, "dump.tar.gz"), packed, 0o600),
		os.Symlink(filepath.Join(repo, "fixtures"), filepath.Join(dir, "fixtures")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	typed(t, "podtriage analyze dump.tar.gz -q --write saved.json")
	return dir
}

// TestDocumentCommands holds that every command named in a document works, and what podtriage prints for it.
func TestDocumentCommands(t *testing.T) {
	needsShell(t)
	repo, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(repo)
	var all []string
	for _, page := range pages(t) {
		if page != "docs/background.md" { // its spans are words to look up, which TestBackground does
			all = append(all, commandsOf(string(read(t, page)))...)
		}
	}
	if len(all) < 50 {
		t.Errorf("only %d commands were found in the documents", len(all))
	}
	slices.Sort(all)
	desk(t, repo)
	var got txtar.Archive
	for _, command := range slices.Compact(all) {
		if line := ours(command); line != "" {
			got.Files = append(got.Files, txtar.File{Name: line, Data: []byte(typed(t, line))})
		} else if strings.HasPrefix(command, "go run ./cmd/newrule ") {
			got.Files = append(got.Files, txtar.File{Name: command, Data: []byte(begun(t, repo, command))})
		} else {
			placed(t, repo, command)
		}
	}
	slices.SortFunc(got.Files, func(a, b txtar.File) int { return strings.Compare(a.Name, b.Name) })
	got.Files = slices.CompactFunc(got.Files, func(a, b txtar.File) bool { return a.Name == b.Name })
	golden := filepath.Join(repo, "cmd/podtriage/testdata/documents.golden")
	if *update {
		if err := os.WriteFile(golden, txtar.Format(&got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(read(t, golden)), string(txtar.Format(&got))); diff != "" {
		t.Errorf("what commands of the documents print differs (-golden +program):\n%s", diff)
	}
}

// ours is the command line that a mention of podtriage stands for, or "" for other programs. A command that is only mentioned
// is asked for its help.
func ours(command string) string {
	line := given.Replace(command)
	if name, _, _ := strings.Cut(line, " "); isCommand(name) {
		line = "podtriage " + line
	}
	words := strings.Fields(line)
	if words[0] != "podtriage" {
		return ""
	}
	if len(words) == 2 && words[1] != "version" {
		line += " --help"
	}
	return line
}

func isCommand(name string) bool {
	for _, c := range (&program{}).commands() {
		if c.Name == name {
			return true
		}
	}
	return false
}

// brief keeps the head of a long output and a sum of the rest: how much a page or a schema may say is held by tests of its
// own, here a change of it need only be seen.
func brief(text string) string {
	const most, head = 90, 24
	built := strings.NewReplacer(runtime.GOOS+"/"+runtime.GOARCH, "OS/ARCH", runtime.Version(), "GO")
	lines := strings.SplitAfter(built.Replace(text), "\n")
	if len(lines) <= most {
		return strings.Join(lines, "")
	}
	rest := strings.Join(lines[head:], "")
	return fmt.Sprintf("%s... and %d lines more, sum %.6x\n", strings.Join(lines[:head], ""), len(lines)-1-head, sha256.Sum256([]byte(rest)))
}

// typed runs podtriage as a document says and returns what it prints and then the files that it writes.
func typed(t *testing.T, command string) string {
	t.Helper()
	if name := missingProgram(command); name != "" {
		t.Fatalf("%s: there is no %s here; an example that needs it belongs in a console block", command, name)
	}
	text, complaint, status := shell(t, ".", command)
	if status != exitOK {
		t.Errorf("%s: exit status %d: %s", command, status, complaint)
	}
	text = brief(text)
	for _, m := range regexp.MustCompile(`(?:--write|>) (\S+)`).FindAllStringSubmatch(command, -1) {
		text += "== " + m[1] + "\n" + brief(string(read(t, m[1])))
	}
	if text == "" {
		t.Errorf("%s: prints nothing", command)
	}
	return text
}

// TestDocumentConfiguration holds that the configuration that the manual shows is read, and what it does.
func TestDocumentConfiguration(t *testing.T) {
	var yaml string
	for _, m := range fenced.FindAllStringSubmatch(readPage(t, "docs/usage.md"), -1) {
		if m[1] == "yaml" {
			yaml = m[2]
		}
	}
	repo, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(desk(t, repo), "config.yaml")
	if err := os.WriteFile(config, []byte(yaml), 0o600); err != nil {
		t.Fatal(err)
	}
	got, complaint, status := shell(t, ".", "podtriage analyze dump.tar.gz --config "+config)
	if status != exitFindings {
		t.Errorf("exit status %d, want %d as its failOn says: %s", status, exitFindings, complaint)
	}
	if link := "<https://runbooks.example/k8s/image-pull/connection-refused>"; !strings.Contains(got, link) {
		t.Errorf("the Markdown does not name %s:\n%s", link, got)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
