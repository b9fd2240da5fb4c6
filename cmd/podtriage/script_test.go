package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/podtriage/podtriage/fixtures"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"podtriage": main, "kubectl-podtriage": main})
}

// TestScripts runs the program as a user does; one behavior a script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                "testdata",
		RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("TZ", "America/New_York") // no output may depend on it
			e.Setenv("COLUMNS", "80")
			repo, err := filepath.Abs("../..")
			e.Setenv("REPO", repo)
			e.Setenv("HOSTILE", "red\x1b[31m.tar")
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "fixture": fixture},
	})
}

// exits runs a command and compares its exit status: exits 3 podtriage analyze missing.tar.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if e, ok := err.(interface{ ExitCode() int }); ok {
		got = strconv.Itoa(e.ExitCode())
	}
	if got != args[0] {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
}

// fixture writes a case of a fixture to a file of its name: fixture app-crash/exit rolled-back writes rolled-back.yaml.
func fixture(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: fixture CATEGORY/CAUSE NAME")
	}
	cases, err := fixtures.Read("../../fixtures")
	ts.Check(err)
	i := slices.IndexFunc(cases, func(c fixtures.Case) bool { return c.About == args[0] && c.Name == args[1] })
	if i < 0 {
		ts.Fatalf("fixtures/%s.yaml has no case %s", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]+".yaml"), cases[i].Text, 0o644))
}
