package main

import (
	"bytes"
	"context"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/podtriage/podtriage/loader"
)

// begun are rules as the command begins them: one of each sign, in lists of all shapes.
var begun = []struct{ list, id, sign, listed string }{
	{"", "volume/too-slow", "event=VolumeSlow", `volumeTooSlow,\s+volumeUnclassified`},
	{"", "admission/too-late", "waiting=AdmissionLate", `admissionTooLate,\n}`},
	{"clusterRules", "other/too-large", "condition=PodResizePending/Infeasible", `, otherTooLarge}`},
	{"", "node-lost/too-far", "condition=Ready/False/TooFar", `nodeLostTooFar,\n}`},
}

// TestBegin begins a rule of each sign beside the rules there are: all compile, stand in the right place of their list, have a fixture
// that can be read and shows the sign, and say what is left to do.
func TestBegin(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	written := map[string][]byte{}
	for _, b := range begun {
		files, err := begin(root, b.list, b.id, "the title", b.sign)
		if err != nil {
			t.Fatal(err)
		}
		if len(files) != 4 {
			t.Fatalf("%s: %d files, not rule, list, fixture and CHANGELOG", b.id, len(files))
		}
		code, list, fixture, told := files[0], files[1], files[2], files[3]
		if !regexp.MustCompile(b.listed).Match(list.data) {
			t.Errorf("%s: %s does not list it as %q", b.id, list.path, b.listed)
		}
		if !bytes.Contains(told.data, []byte("### Added\n\n- Added rule ["+b.id+"](docs/rules/"+b.id+".md): the title.\n")) {
			t.Errorf("%s: CHANGELOG.md does not tell of it", b.id)
		}
		if !bytes.Contains(code.data, []byte("TODO")) || !bytes.Contains(fixture.data, []byte("TODO")) {
			t.Errorf("%s: nothing is marked TODO", b.id)
		}
		readable(t, fixture, b.sign)
		for _, f := range []file{code, list} {
			written[f.path] = f.data
		}
	}
	check(t, root, written)
}

// readable loads the fixture.
func readable(t *testing.T, f file, sign string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "case.yaml")
	if err := os.WriteFile(path, f.data, 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := loader.Load(context.Background(), []string{path}, loader.Options{})
	if err != nil || len(s.Problems) > 0 || len(s.Pods) != 2 || len(s.Nodes) != 1 {
		t.Fatalf("%s: %v, problems %v\n%s", f.path, err, s.Problems, f.data)
	}
	reason := sign[strings.LastIndexAny(sign, "=/")+1:]
	if n := bytes.Count(f.data, []byte("reason: "+reason+"\n")); n == 0 {
		t.Errorf("%s does not show %s:\n%s", f.path, reason, f.data)
	}
}

// check checks the types of the rules as if the files stood where they are to be written, in a tenth of the time of compiling them.
func check(t *testing.T, root string, written map[string][]byte) {
	t.Helper()
	imported := strings.Fields(list(t, root, "-f", `{{join .Imports " "}}`, "./"+rulesDir))
	compiled := map[string]string{}
	for line := range strings.Lines(list(t, root, append([]string{"-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}, imported...)...)) {
		path, export, _ := strings.Cut(strings.TrimSpace(line), " ")
		compiled[path] = export
	}
	fset := token.NewFileSet()
	var parsed []*ast.File
	paths, _ := filepath.Glob(filepath.Join(root, rulesDir, "*.go"))
	paths = slices.Compact(slices.Sorted(slices.Values(append(paths, slices.Collect(maps.Keys(written))...))))
	for _, p := range paths {
		var source any
		if data := written[p]; data != nil {
			source = data
		}
		if strings.HasSuffix(p, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, p, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(compiled[path]) })
	if _, err := (&types.Config{Importer: imports}).Check(rulesDir, fset, parsed, nil); err != nil {
		t.Error(err)
	}
}

// list is what go list prints.
func list(t *testing.T, dir string, args ...string) string {
	t.Helper()
	c := exec.Command("go", append([]string{"list"}, args...)...)
	c.Dir = dir
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestRefuses holds what is said of arguments from which no rule can be begun.
func TestRefuses(t *testing.T) {
	for _, c := range [][]string{
		{"", "Volume", "event=A", `"Volume" is no CATEGORY/CAUSE such as volume/too-slow`},
		{"", "../etc/passwd", "event=A", `"../etc/passwd" is no CATEGORY/CAUSE such as volume/too-slow`},
		{"", "volume/x", "log=A", `"log=A" is no sign; signs are condition=TYPE/REASON, event=REASON, waiting=REASON`},
		{"", "volume/x", "condition=A", `"condition=A" is no sign; signs are condition=TYPE/REASON, event=REASON, waiting=REASON`},
		{"", "volume/x", `event=A" + "`, `"event=A\" + \"" is no sign; signs are condition=TYPE/REASON, event=REASON, waiting=REASON`},
		{"", "volume/full", "event=A", filepath.Join("../..", "analyzer/rules/volume_full.go") + " is there already"},
		{"", "weather/rain", "event=A", `no list "" with rules of category "weather"; -list names one of addonRules, admissionRules, `},
		{"wrongRules", "volume/x", "event=A", `no list "wrongRules" with rules of category "volume"; -list names one of `},
	} {
		_, err := begin("../..", c[0], c[1], "title", c[2])
		if err == nil || !strings.HasPrefix(err.Error(), c[3]) {
			t.Errorf("%v: %v", c[:3], err)
		}
	}
}

// TestAllOrNothing holds that nothing is written when a file cannot be read.
func TestAllOrNothing(t *testing.T) {
	root := t.TempDir() // no CHANGELOG.md
	analyzer, err := filepath.Abs("../../analyzer")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(analyzer, filepath.Join(root, "analyzer")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if files, err := begin(root, "", "volume/too-slow", "title", "event=A"); len(files) > 0 || !os.IsNotExist(err) {
		t.Errorf("%d files to write, error %v", len(files), err)
	}
}
