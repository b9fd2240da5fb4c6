package main

import (
	"bytes"
	"errors"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var quoted = regexp.MustCompile(`'[^']*'|"[^"]*"`)

// shell runs a command line as a reader types it in a directory, pipes and all. The podtriage that it finds is this
// program: TestMain puts it in front of PATH.
func shell(t *testing.T, dir, line string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "COLUMNS=80", "LC_ALL=C", "NO_COLOR=1", "PODTRIAGE_CONFIG=", "XDG_CONFIG_HOME="+t.TempDir(), "MAKEFLAGS=")
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", line, err)
	}
	return out.String(), complaint.String(), cmd.ProcessState.ExitCode()
}

// missingProgram names the first program of a command line that is not on this machine.
func missingProgram(line string) string {
	for part := range strings.SplitSeq(quoted.ReplaceAllString(line, "Q"), " | ") {
		name, _, _ := strings.Cut(strings.TrimSpace(part), " ")
		if _, err := exec.LookPath(name); err != nil {
			return name
		}
	}
	return ""
}
