// Command measure prints the shape of the code, package by package: how long files and functions are, how deep they nest, how
// much is exported and documented. It reads the source below the working directory and nothing else.
//
//	go run ./cmd/measure            the table of docs/architecture.md
//	go run ./cmd/measure -long      functions over 80 lines and files over 500
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const module = "github.com/podtriage/podtriage/"

// A function or file longer than this needs a reason.
const (
	longFunction = 80
	longFile     = 500
)

// shape is what is measured of one package.
type shape struct {
	name       string
	code, test int   // lines
	files      []int // lines of each
	functions  []int // lines of each
	nesting    []int // control statements within each other, of each function
	exported   int   // names
	documented int   // exported names with a comment
	comment    bool  // the package has one
	imports    map[string]bool
	long       []string
}

func main() {
	long := flag.Bool("long", false, "list long functions and files")
	flag.Parse()
	shapes, err := measure(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
	if *long {
		for _, s := range shapes {
			for _, l := range s.long {
				fmt.Println(l)
			}
		}
		return
	}
	table(shapes)
}

// measure reads every Go file below root.
func measure(root string) ([]*shape, error) {
	byName := map[string]*shape{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			if d != nil && d.IsDir() && err == nil {
				return filepath.SkipDir
			}
			return err
		}
		if filepath.Ext(p) != ".go" {
			return nil
		}
		name := filepath.ToSlash(filepath.Dir(p))
		if byName[name] == nil {
			byName[name] = &shape{name: name, imports: map[string]bool{}}
		}
		return byName[name].file(p)
	})
	var out []*shape
	for _, s := range byName {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b *shape) int { return strings.Compare(a.name, b.name) })
	return out, err
}

func (s *shape) file(path string) error {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	if err != nil {
		return err
	}
	lines := fset.File(f.Pos()).LineCount()
	if strings.HasSuffix(path, "_test.go") {
		s.test += lines
		return nil
	}
	s.code += lines
	s.files = append(s.files, lines)
	s.comment = s.comment || f.Doc != nil
	if lines > longFile {
		s.long = append(s.long, fmt.Sprintf("%s: %d lines", path, lines))
	}
	for _, i := range f.Imports {
		if name, err := strconv.Unquote(i.Path.Value); err == nil && strings.HasPrefix(name, module) {
			s.imports[strings.TrimPrefix(name, module)] = true
		}
	}
	for _, d := range f.Decls {
		s.declaration(fset, path, d)
	}
	return nil
}

func (s *shape) declaration(fset *token.FileSet, path string, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		n := fset.Position(d.End()).Line - fset.Position(d.Pos()).Line + 1
		s.functions = append(s.functions, n)
		s.nesting = append(s.nesting, depth(d.Body))
		if n > longFunction {
			s.long = append(s.long, fmt.Sprintf("%s:%d: %s has %d lines", path, fset.Position(d.Pos()).Line, d.Name.Name, n))
		}
		if d.Name.IsExported() && (d.Recv == nil || ownerExported(d.Recv)) {
			s.export(d.Doc != nil)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			s.spec(spec, d.Doc != nil)
		}
	}
}

// spec counts the exported types, constants and variables of one line of a declaration, which may have a comment as a whole.
func (s *shape) spec(spec ast.Spec, documented bool) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if spec.Name.IsExported() {
			s.export(documented || spec.Doc != nil)
		}
	case *ast.ValueSpec:
		for _, n := range spec.Names {
			if n.IsExported() {
				s.export(documented || spec.Doc != nil || spec.Comment != nil)
			}
		}
	}
}

func (s *shape) export(documented bool) {
	s.exported++
	if documented {
		s.documented++
	}
}

// ownerExported reports whether a method belongs to an exported type.
func ownerExported(recv *ast.FieldList) bool {
	t := recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	if g, ok := t.(*ast.IndexExpr); ok {
		t = g.X
	}
	id, ok := t.(*ast.Ident)
	return ok && id.IsExported()
}

// depth is how many control statements stand within each other at most.
func depth(n ast.Node) int {
	deepest := 0
	var walk func(ast.Node, int)
	walk = func(n ast.Node, d int) {
		deepest = max(deepest, d)
		ast.Inspect(n, func(c ast.Node) bool {
			if c == n {
				return true
			}
			switch c := c.(type) {
			case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				walk(c, d+1)
				return false
			}
			return true
		})
	}
	if b, ok := n.(*ast.BlockStmt); ok && b == nil {
		return 0
	}
	walk(n, 0)
	return deepest
}

// floors is the length of the longest import chain below each package.
func floors(shapes []*shape) map[string]int {
	by := map[string]*shape{}
	for _, s := range shapes {
		by[s.name] = s
	}
	out := map[string]int{}
	var floor func(string) int
	floor = func(name string) int {
		if f, ok := out[name]; ok {
			return f
		}
		f := 1
		if s := by[name]; s != nil {
			for i := range s.imports {
				f = max(f, floor(i)+1)
			}
		}
		out[name] = f
		return f
	}
	for _, s := range shapes {
		floor(s.name)
	}
	return out
}

func table(shapes []*shape) {
	fmt.Println("| package | code | t/c | file | func | >40 lines | nest | depth | exported | doc | pkgdoc |")
	fmt.Println("|---|--:|--:|---|---|--:|--:|--:|--:|--:|---|")
	depths := floors(shapes)
	all := &shape{name: "all", comment: true}
	for _, s := range shapes {
		row(s, depths[s.name])
		all.code, all.test = all.code+s.code, all.test+s.test
		all.files, all.functions, all.nesting = append(all.files, s.files...), append(all.functions, s.functions...),
			append(all.nesting, s.nesting...)
		all.exported, all.documented, all.comment = all.exported+s.exported, all.documented+s.documented,
			all.comment && (s.comment || s.code == 0)
		depths["all"] = max(depths["all"], depths[s.name])
	}
	row(all, depths["all"])
}

func row(s *shape, depth int) {
	over := 0
	for _, n := range s.functions {
		if n > 40 {
			over++
		}
	}
	fmt.Printf("| %s | %d | %s | %s | %s | %s | %d | %d | %d | %s | %v |\n",
		s.name, s.code, ratio(s.test, s.code), spread(s.files), spread(s.functions),
		percent(over, len(s.functions)), at(s.nesting, 95), depth, s.exported, percent(s.documented, s.exported), s.comment)
}

// spread is median/95th percentile/maximum.
func spread(list []int) string {
	return fmt.Sprintf("%d/%d/%d", at(list, 50), at(list, 95), at(list, 100))
}

func at(list []int, percent int) int {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	return sorted[(len(sorted)-1)*percent/100]
}

func ratio(a, b int) string {
	if b == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(a)/float64(b))
}

func percent(a, b int) string {
	if b == 0 {
		return "-"
	}
	return fmt.Sprintf("%d%%", 100*a/b)
}
