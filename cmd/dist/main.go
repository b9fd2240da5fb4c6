// Command dist builds the release: one archive for each system, the list of their checksums, and the manifest for krew.
// The same commit, built by the same version of Go, gives the same bytes: every time in an archive is the commit's
// (or SOURCE_DATE_EPOCH), and nothing of the machine that builds goes in.
//
//	go run ./cmd/dist [-out DIR] [-version VERSION] [-only OS/ARCH,...]
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// target is a system that a release is built for.
type target struct{ os, arch string }

var targets = []target{
	{"darwin", "amd64"}, {"darwin", "arm64"}, {"linux", "amd64"}, {"linux", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

func (t target) String() string { return t.os + "/" + t.arch }

// program is the file that is run.
func (t target) program() string {
	if t.os == "windows" {
		return "podtriage.exe"
	}
	return "podtriage"
}

// archive is the name of the target's archive.
func (t target) archive(version string) string {
	ending := ".tar.gz"
	if t.os == "windows" {
		ending = ".zip"
	}
	return "podtriage_" + version + "_" + t.os + "_" + t.arch + ending
}

func main() {
	out := flag.String("out", "dist", "write into `DIR`")
	version := flag.String("version", "", "stamp `VERSION`; without, it is that of the commit")
	only := flag.String("only", "", "build only these `OS/ARCH`, comma-separated")
	flag.Parse()
	if err := build(*out, *version, *only); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// build makes the whole release.
func build(out, version, only string) error {
	made, err := commitTime()
	if err != nil {
		return err
	}
	if version == "" {
		if version, err = output("git", "describe", "--tags", "--always", "--dirty"); err != nil {
			return err
		}
	}
	work, err := os.MkdirTemp("", "podtriage-dist-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	papers, err := documents(work)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	var built []release
	for _, t := range chosen(only) {
		r, err := buildOne(t, version, made, work, papers)
		if err != nil {
			return fmt.Errorf("building %s: %w", t, err)
		}
		if err := os.WriteFile(filepath.Join(out, r.name), r.data, 0o666); err != nil {
			return err
		}
		fmt.Printf("%s  %s  %d bytes\n", r.sum(), r.name, len(r.data))
		built = append(built, r)
	}
	if len(built) == 0 {
		return errors.New("-only names none of the systems")
	}
	return writeLists(out, version, built)
}

// chosen are the targets of the list, all of them without one.
func chosen(only string) []target {
	return slices.DeleteFunc(slices.Clone(targets), func(t target) bool {
		return only != "" && !strings.Contains(","+only+",", ","+t.String()+",")
	})
}

// writeLists writes what tells of the archives: their checksums, and the manifest of the plugin index.
func writeLists(out, version string, built []release) error {
	if err := os.WriteFile(filepath.Join(out, "sha256sums.txt"), checksums(built), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "podtriage.yaml"), manifest(version, built), 0o666)
}

// buildOne compiles for the target and packs the result.
func buildOne(t target, version string, made time.Time, work string, papers []file) (release, error) {
	bin := filepath.Join(work, t.os+"-"+t.arch)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.version="+version,
		"-o", bin, "./cmd/podtriage")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.os, "GOARCH="+t.arch)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return release{}, err
	}
	data, err := os.ReadFile(bin)
	if err != nil {
		return release{}, err
	}
	files := append([]file{{t.program(), 0o755, data}, completer(t)}, papers...)
	data, err = pack(t, files, made)
	return release{t, t.archive(version), data}, err
}

// documents are the files that are the same for every system. The program itself writes its manual and its completions.
func documents(work string) ([]file, error) {
	bin := filepath.Join(work, "podtriage-here")
	if _, err := output("go", "build", "-o", bin, "./cmd/podtriage"); err != nil {
		return nil, err
	}
	var out []file
	for _, name := range []string{"LICENSE", "README.md"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		out = append(out, file{name, 0o644, data})
	}
	for _, d := range [][]string{
		{"podtriage.1", "man"}, {"completions/podtriage.bash", "completion", "bash"}, {"completions/_podtriage", "completion", "zsh"},
		{"completions/podtriage.fish", "completion", "fish"}, {"completions/podtriage.ps1", "completion", "powershell"},
	} {
		text, err := output(bin, d[1:]...)
		if err != nil {
			return nil, err
		}
		out = append(out, file{d[0], 0o644, []byte(text + "\n")})
	}
	return out, nil
}

// completer is what kubectl runs to complete "kubectl podtriage …".
func completer(t target) file {
	if t.os == "windows" {
		return file{"kubectl_complete-podtriage.bat", 0o755, []byte("@kubectl podtriage __complete %*\r\n")}
	}
	return file{"kubectl_complete-podtriage", 0o755, []byte("#!/bin/sh\nexec kubectl podtriage __complete \"$@\"\n")}
}

// commitTime is the time that all files of the release bear.
func commitTime() (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		var err error
		if text, err = output("git", "log", "-1", "--format=%ct"); err != nil {
			return time.Time{}, err
		}
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH is not a number of seconds: %q", text)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// output runs a command and returns what it prints.
func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	data, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", filepath.Base(name), strings.Join(args, " "), err)
	}
	return string(bytes.TrimRight(data, "\n")), nil
}
