// Command podtriage reads a saved Kubernetes cluster dump and says what went wrong.
//
// The report goes to standard output, everything else to standard error. One file holds one command; program.go lists them.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/podtriage/podtriage/report/redact"
)

// The exit statuses (docs/usage.md). Above 1 none of them ever means "something was found".
const (
	exitOK          = 0
	exitFindings    = 1   // incidents at or above --fail-on
	exitUsage       = 2   // wrong command line
	exitNothing     = 3   // nothing usable in the source
	exitDamaged     = 4   // analyzed, but the source was damaged
	exitBug         = 5   // a bug in podtriage
	exitInterrupted = 130 // Ctrl-C
)

func main() {
	paceGarbage()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the whole program; args begins with the program's own name.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := &program{name: programName(args), stdin: stdin, stdout: stdout, stderr: stderr, env: os.Getenv, redactor: redact.New(redact.Default)}
	done := make(chan error, 1)
	go func() { done <- p.execute(ctx, args[min(1, len(args)):]) }()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		select { // a command that notices ends by itself; one that is deep in its work is not waited for
		case err = <-done:
		case <-time.After(100 * time.Millisecond):
			err = ctx.Err()
		}
	}
	if errors.Is(err, context.Canceled) {
		p.progress.stop(p)
		p.abandonFiles()
		return exitInterrupted
	}
	return p.conclude(err)
}

// execute runs the command and turns a panic into an error.
func (p *program) execute(ctx context.Context, args []string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = bug(r, debug.Stack())
		}
		p.progress.stop(p)
	}()
	return p.command(ctx, args)
}

// programName is how the user calls the program: as a kubectl plugin it is a kubectl command.
func programName(args []string) string {
	if len(args) > 0 {
		base := strings.TrimSuffix(filepath.Base(args[0]), ".exe")
		if base == "kubectl-podtriage" {
			return "kubectl podtriage"
		}
	}
	return "podtriage"
}
