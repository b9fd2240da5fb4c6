//go:build linux

package main

import (
	"bytes"
	"flag"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/podtriage/podtriage/fixtures/gendump"
)

var limit = flag.Bool("limit", false, "compare the program with gzip -dc and check how its time grows")

// runs is how often TestLimit measures each command.
const runs = 5

// TestLimit measures the program against gzip -dc on the same file, in turn, and how its time grows: with twice the Pods, and
// with YAML in place of JSON. It runs with -limit only: on a busy machine it says little.
func TestLimit(t *testing.T) {
	if !*limit {
		t.Skip("measures time: run with -limit on a quiet machine")
	}
	bin := filepath.Join(t.TempDir(), "podtriage")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	big, half := archive(t, 20000, ".json", gendump.JSON), archive(t, 10000, ".json", gendump.JSON)
	jsonSmall, yamlSmall := archive(t, 5000, ".json", gendump.JSON), archive(t, 5000, ".yaml", asYAML)
	against(t, "20,000 Pods, text report, against gzip -dc", 1.5, []string{bin, "analyze", big}, []string{"gzip", "-dc", big})
	against(t, "20,000 Pods, JSON report, against gzip -dc", 0, []string{bin, "analyze", "-o", "json", big}, []string{"gzip", "-dc", big})
	against(t, "20,000 Pods against 10,000", 2.4, []string{bin, "analyze", big}, []string{bin, "analyze", half})
	against(t, "5,000 Pods as YAML against JSON", 3, []string{bin, "analyze", yamlSmall}, []string{bin, "analyze", jsonSmall})
}

// against runs two commands in turn and checks the ratio of their median times; 0 allows any.
func against(t *testing.T, what string, most float64, one, other []string) {
	t.Helper()
	var first, second []time.Duration
	memory := int64(0)
	for range runs {
		took, peak := clock(t, one)
		first, memory = append(first, took), max(memory, peak)
		took, _ = clock(t, other)
		second = append(second, took)
	}
	ratio := float64(median(first)) / float64(median(second))
	t.Logf("%s: %v and %v, ratio %.2f; at most %d MB resident", what, median(first), median(second), ratio, memory>>20)
	if most > 0 && ratio > most {
		t.Errorf("%s: ratio %.2f, want at most %.1f", what, ratio, most)
	}
}

// clock runs the command and returns its wall time and the most memory that was resident, in bytes where the system tells it.
func clock(t *testing.T, args []string) (took time.Duration, memory int64) {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout = io.Discard
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", args[0], err, stderr.String())
	}
	took = time.Since(start)
	if use, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		memory = use.Maxrss << 10 // KiB on Linux
	}
	return took, memory
}

func median(list []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(list))[len(list)/2]
}
