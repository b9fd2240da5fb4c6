package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// failure is an error with its exit status. Without err it is a status alone: there is nothing more to say.
type failure struct {
	code  int
	err   error
	hints []string // what would be right, a line each
	trace []byte   // shown with --verbose
}

func (f *failure) Error() string {
	if f.err == nil {
		return fmt.Sprintf("exit status %d", f.code)
	}
	return f.err.Error()
}

func (f *failure) Unwrap() error { return f.err }

// usage says that the command line is wrong.
func usage(format string, args ...any) *failure {
	return &failure{code: exitUsage, err: fmt.Errorf(format, args...)}
}

// hint adds a line of advice.
func (f *failure) hint(format string, args ...any) *failure {
	f.hints = append(f.hints, fmt.Sprintf(format, args...))
	return f
}

// bug is what a recovered panic becomes.
func bug(reason any, trace []byte) *failure {
	f := &failure{code: exitBug, err: fmt.Errorf("internal error: %v", reason), trace: trace}
	return f.hint("this is a bug in podtriage; please report it with the output of the same command and --verbose")
}

// unreadable is what an error of loader.Load becomes.
func unreadable(err error) error {
	f := &failure{code: exitNothing, err: err}
	if e := (&fs.PathError{}); errors.As(err, &e) {
		f.err = fmt.Errorf("reading %s: %w", e.Path, e.Err)
	}
	if nothing := (*loader.NothingError)(nil); errors.As(err, &nothing) && slices.ContainsFunc(nothing.Files, printed) {
		f.err = fmt.Errorf("%w; kubectl get pods,events,nodes -A -o json > dump.json writes what can be analyzed", f.err)
	}
	if errors.Is(err, fs.ErrNotExist) {
		f.hint("give a directory, an archive (tar, gz, bz2, xz, zst, zip), a JSON or YAML file, or - for standard input")
	}
	return f
}

// printed reports whether the file is what kubectl prints for people.
func printed(f loader.Read) bool { return f.Form == "table" || f.Form == "describe" }

// conclude prints the error and returns the exit status.
func (p *program) conclude(err error) int {
	if err == nil {
		return exitOK
	}
	var f *failure
	if !errors.As(err, &f) {
		f = &failure{code: exitNothing, err: err}
		if errors.Is(err, os.ErrClosed) || brokenPipe(err) {
			return exitOK // the reader of the report has seen enough
		}
	}
	if f.err != nil {
		p.say("%v", err)
	}
	for _, h := range f.hints {
		p.say("hint: %s", p.called(h))
	}
	if p.verbose {
		p.stderr.Write(f.trace)
	}
	return f.code
}

// brokenPipe reports whether the reader of our output went away, as head does.
func brokenPipe(err error) bool { return strings.Contains(err.Error(), "broken pipe") }

// nearest returns the name that the typed one was probably meant to be, or "".
func nearest(typed string, names []string) string {
	best, name := min(3, 1+len(typed)/3), "" // of a short word one letter, of others two
	for _, n := range slices.Sorted(slices.Values(names)) {
		if d := rules.Distance(typed, n); d < best && d < len(n) {
			best, name = d, n
		}
		if len(typed) >= 3 && strings.HasPrefix(n, typed) {
			return n
		}
	}
	return name
}
