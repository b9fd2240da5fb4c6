package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestInterrupt sends Ctrl-C to the program while it reads.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process can be interrupted there by another")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	cmd := &exec.Cmd{Path: self, Args: []string{"podtriage", "analyze", "-", "-w", "report.html"}, Dir: dir, Stdout: &stdout, Stderr: &stderr}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, strings.Repeat("# more than a pipe holds: once it is written, the program reads\n", 1<<14)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != exitInterrupted {
		t.Errorf("exit status %d, want %d; standard error:\n%s", got, exitInterrupted, &stderr)
	}
	if stdout.Len() > 0 {
		t.Errorf("standard output of an interrupted command: %s", &stdout)
	}
	nothingIn(t, dir)
}

// TestInterruptWhileWriting stops a command that stands in the middle of a file.
func TestInterruptWhileWriting(t *testing.T) {
	dir := t.TempDir()
	p := &program{stderr: io.Discard}
	half, stop := make(chan bool), make(chan bool)
	go p.writeFile(filepath.Join(dir, "report.html"), func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("half of a report ", 1<<13))
		close(half)
		<-stop
		return nil
	})
	<-half
	p.abandonFiles()
	nothingIn(t, dir)
	close(stop)
}

func nothingIn(t *testing.T, dir string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		t.Errorf("%s is left over", f.Name())
	}
}

// faulty panics as a bug would.
type faulty struct{}

func (faulty) Write([]byte) (int, error) { panic("index out of \x1b[31mrange") }

// TestBug holds what a user sees of a panic: one line and what to do, the trace only on demand.
func TestBug(t *testing.T) {
	for _, args := range []string{"rules", "rules -v"} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var stderr bytes.Buffer
		code := run(ctx, append([]string{"podtriage"}, strings.Fields(args)...), strings.NewReader(""), faulty{}, &stderr)
		if code != exitBug {
			t.Errorf("%s: exit status %d, want %d", args, code, exitBug)
		}
		text := stderr.String()
		if !strings.HasPrefix(text, `podtriage: internal error: index out of \x1b[31mrange`+"\npodtriage: hint: this is a bug in podtriage") {
			t.Errorf("%s: standard error:\n%s", args, text)
		}
		if traced := strings.Contains(text, "goroutine "); traced != strings.HasSuffix(args, "-v") {
			t.Errorf("%s: trace shown: %v", args, traced)
		}
	}
}
