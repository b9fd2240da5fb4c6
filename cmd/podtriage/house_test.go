package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/podtriage/podtriage/"

// stair is the import order (docs/architecture.md): a package may import only packages of rows above its own, and of its own row's
// list those before it.
var stair = []string{
	"loader/archive", "loader/decode", "loader/layout", "loader",
	"analyzer/podstatus", "analyzer/message", "analyzer/columns", "analyzer/explain", "analyzer/change",
	"analyzer/timeline", "analyzer/scheduling", "analyzer/rules", "analyzer/precheck", "analyzer/incident", "analyzer", "analyzer/compare",
	"report", "cmd",
}

// step is a package's place on the stair: that of the longest entry that is the package or a folder above it.
func step(pkg string) int {
	best := -1
	for i, s := range stair {
		if (pkg == s || strings.HasPrefix(pkg, s+"/")) && (best < 0 || len(s) > len(stair[best])) {
			best = i
		}
	}
	return best
}

// onlyImporters says which files alone may import a library.
var onlyImporters = map[string]string{
	"github.com/fatih/color":       "report/palette.go",
	"github.com/mholt/archiver/v4": "loader/archive/",
	"github.com/urfave/cli/v2":     "cmd/podtriage/",
}

// imports calls visit for each import of each Go file that is not a test.
func imports(t *testing.T, visit func(file, pkg, imported string)) {
	t.Helper()
	root := "../.."
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		for _, i := range f.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			visit(rel, filepath.ToSlash(filepath.Dir(rel)), name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestImportOrder(t *testing.T) {
	imports(t, func(file, pkg, imported string) {
		to, ours := strings.CutPrefix(imported, module)
		if !ours || to == pkg || strings.HasPrefix(pkg, "cmd/") {
			return
		}
		from, down := step(pkg), step(to)
		if from < 0 || down < 0 {
			t.Errorf("%s: package %s or %s has no place on the stair", file, pkg, to)
		} else if down > from || down == from && !strings.HasPrefix(to, pkg+"/") && !strings.HasPrefix(pkg, to+"/") &&
			!strings.HasPrefix(to, "report/") {
			t.Errorf("%s: %s must not import %s, which stands above it on the stair", file, pkg, to)
		}
	})
}

func TestOnlyImporters(t *testing.T) {
	imports(t, func(file, _, imported string) {
		if only := onlyImporters[imported]; only != "" && !strings.HasPrefix(file, only) {
			t.Errorf("%s imports %s, which only %s may", file, imported, only)
		}
	})
}

// reaching are packages that can open a connection or start a program that can; "net/" stands for all below it but those of harmless.
var (
	reaching = regexp.MustCompile(`^(net|net/.*|crypto/tls|golang\.org/x/(net|sys)/.*|os/exec|plugin|unsafe|C)$`)
	harmless = []string{"net/netip", "net/url"} // they only read texts
)

// TestNoNetwork holds that no package of the program can open a connection of its own.
func TestNoNetwork(t *testing.T) {
	imports(t, func(file, pkg, imported string) {
		syscalls := imported == "syscall" && file != "cmd/podtriage/main.go" // which names SIGTERM
		ours := pkg == "cmd/podtriage" || step(pkg) >= 0 && !strings.HasPrefix(pkg, "cmd/")
		if ours && (syscalls || reaching.MatchString(imported) && !slices.Contains(harmless, imported)) {
			t.Errorf("%s imports %s: podtriage opens no connection and starts no program", file, imported)
		}
	})
}

// floors are versions below which a module of archiver's has a known vulnerability (docs/dependencies.md).
var floors = []string{"github.com/ulikunitz/xz v0.5.15", "github.com/nwaples/rardecode/v2 v2.2.0", "github.com/klauspost/compress v1.20.2",
	"github.com/andybalholm/brotli v1.2.7"}

func TestDependencyFloors(t *testing.T) {
	data, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, floor := range floors {
		name, min, _ := strings.Cut(floor, " ")
		m := regexp.MustCompile(regexp.QuoteMeta(name) + ` v(\d+)\.(\d+)\.(\d+)`).FindSubmatch(data)
		if m == nil {
			t.Errorf("go.mod does not require %s", name)
			continue
		}
		if slices.Compare(numbers(string(m[0])), numbers(name+" "+min)) < 0 {
			t.Errorf("go.mod requires %s; %s or later is needed", m[0], floor)
		}
	}
}

// numbers are the three parts of the version that ends the text.
func numbers(s string) []int {
	var out []int
	for _, p := range strings.Split(s[strings.LastIndex(s, "v")+1:], ".") {
		n, _ := strconv.Atoi(p)
		out = append(out, n)
	}
	return out
}
