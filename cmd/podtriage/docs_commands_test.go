package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mholt/archiver/v4"
)

// Documents name commands in three more forms than those that docs_test.go runs: "$ go …" in a console block, indented lines,
// and spans of code of several words. Each is run, or what it names is looked up; one that has no place here fails.

var (
	fenced   = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")
	prompt   = regexp.MustCompile(`(?m)^\$ (.+)$`)
	indented = regexp.MustCompile(`(?m)^ {4,}(\S.*)$`)
	span     = regexp.MustCompile("`([a-z][a-z-]* [^`\n]*)`")
)

// foreign are programs that podtriage does not bring.
var foreign = []string{"kubectl", "oc", "kind", "gzip", "strace"}

// given is what stands in the place of each word that a synopsis leaves open.
var given = strings.NewReplacer("OLD NEW", "dump.tar.gz dump.tar.gz", "SOURCE...", "dump.tar.gz", "SOURCE", "dump.tar.gz",
	"COMMAND [FLAGS]", "analyze -q", "COMMAND", "analyze", "[OBJECT]", "shop/web", "[WORKLOAD...]", "shop/web", "[WORKLOAD]", "shop/web",
	"TYPE[,TYPE] [NAME...]", "pods", "REF...", "E1", "WORD", "OOMKilled", "bash|zsh|fish|powershell", "bash")

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
		os.CopyFS(filepath.Join(dir, "cases/one"), os.DirFS(dump)),
		os.Symlink(filepath.Join(repo, "fixtures"), filepath.Join(dir, "fixtures")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	typed(t, "podtriage analyze dump.tar.gz -q --write saved.json", exitOK)
	return dir
}

// TestDocumentCommands holds that every command named in a document works.
func TestDocumentCommands(t *testing.T) {
	repo, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("PODTRIAGE_CONFIG", "")
	t.Chdir(repo)
	list := pages(t)
	texts := make([]string, len(list))
	for i, page := range list {
		texts[i] = string(read(t, page))
	}
	desk(t, repo)
	seen := 0
	for i, page := range list {
		if page == "docs/background.md" { // its spans are words to look up, which TestBackground does
			continue
		}
		for _, command := range commandsOf(texts[i]) {
			seen++
			t.Run(page, func(t *testing.T) { placed(t, repo, command) })
		}
	}
	if seen < 50 {
		t.Errorf("only %d commands were found in the documents", seen)
	}
}

// placed runs a command, or looks up what it names.
func placed(t *testing.T, repo, command string) {
	words := strings.Fields(command)
	switch program := words[0]; {
	case slices.Contains(foreign, program):
	case strings.HasPrefix(command, "go run ./cmd/podtriage "):
		typed(t, strings.Replace(command, "go run ./cmd/podtriage", "podtriage", 1), exitOK)
	case program == "podtriage":
		typed(t, command, exitOK)
	case isCommand(program):
		typed(t, "podtriage "+command, exitOK)
	case program == "make":
		if !regexp.MustCompile(`(?m)^` + words[1] + `:`).Match(read(t, filepath.Join(repo, "Makefile"))) {
			t.Errorf("%s: the Makefile has no such target", command)
		}
	case program == "go" || program == "grep":
		namesWhatExists(t, repo, command)
	default:
		t.Errorf("%q is run by no test: give it a place in this file", command)
	}
}

func isCommand(name string) bool {
	for _, c := range (&program{}).commands() {
		if c.Name == name {
			return true
		}
	}
	return false
}

// typed runs podtriage as a document says: up to a pipe, with standard output to nowhere.
func typed(t *testing.T, command string, want int) string {
	t.Helper()
	line, _, _ := strings.Cut(given.Replace(command), " | ")
	line, _, _ = strings.Cut(line, " > ")
	args := strings.Fields(line)
	if len(args) == 2 { // a command that is only mentioned
		args = append(args, "--help")
	}
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code != want {
		t.Errorf("%s: exit status %d, want %d: %s", command, code, want, &stderr)
	}
	for i, a := range args[1:] {
		if a != "--write" {
			continue
		}
		if info, err := os.Stat(args[i+2]); err != nil || info.Size() == 0 {
			t.Errorf("%s: %s was not written (%v)", command, args[i+2], err)
		}
	}
	if stdout.Len() == 0 && !strings.Contains(line, "--write") {
		t.Errorf("%s: prints nothing", command)
	}
	return stdout.String()
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
	got := typed(t, "podtriage analyze dump.tar.gz --config "+config, exitFindings)
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
