package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/fixtures/gendump"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report"
)

var limit = flag.Bool("limit", false, "compare the program with gzip -dc and check how its time grows")

// sizes are the numbers of Pods that benchmarks run at; the largest is not made as YAML, which takes minutes to write.
var sizes = []int{1000, 5000, 20000}

// archive writes a generated dump as tar.gz and returns its path.
func archive(tb testing.TB, pods int, ext string, encode gendump.Encode) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), fmt.Sprintf("dump-%d%s.tar.gz", pods, ext))
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	z := gzip.NewWriter(f)
	for _, err := range []error{gendump.Tar(z, pods, ext, encode), z.Close(), f.Close()} {
		if err != nil {
			tb.Fatal(err)
		}
	}
	return path
}

func asYAML(list any) ([]byte, error) { return yaml.Marshal(list) }

// directory unpacks a generated dump.
func directory(tb testing.TB, pods int) string {
	tb.Helper()
	dir := tb.TempDir()
	err := gendump.Files(pods, func(name string, list any) error {
		data, err := gendump.JSON(list)
		if err != nil {
			return err
		}
		path := filepath.Join(dir, name+".json")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, data, 0o644)
	})
	if err != nil {
		tb.Fatal(err)
	}
	return dir
}

func load(tb testing.TB, path string) *loader.Snapshot {
	tb.Helper()
	s, err := loader.Load(context.Background(), []string{path}, loader.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func diagnose(tb testing.TB, s *loader.Snapshot) *analyzer.Diagnosis {
	tb.Helper()
	d, err := analyzer.Analyze(context.Background(), s, analyzer.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return d
}

func BenchmarkLoad(b *testing.B) {
	for _, pods := range sizes {
		b.Run(fmt.Sprintf("json-dir/%d", pods), func(b *testing.B) { benchmarkLoad(b, directory(b, pods)) })
		b.Run(fmt.Sprintf("json-tar.gz/%d", pods), func(b *testing.B) { benchmarkLoad(b, archive(b, pods, ".json", gendump.JSON)) })
		if pods <= 5000 {
			b.Run(fmt.Sprintf("yaml-tar.gz/%d", pods), func(b *testing.B) { benchmarkLoad(b, archive(b, pods, ".yaml", asYAML)) })
		}
	}
}

func benchmarkLoad(b *testing.B, path string) {
	b.ReportAllocs()
	for b.Loop() {
		b.SetBytes(load(b, path).Source.Bytes)
	}
}

func BenchmarkAnalyze(b *testing.B) {
	for _, pods := range sizes {
		s := load(b, directory(b, pods))
		b.Run(fmt.Sprint(pods), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				diagnose(b, s)
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	for _, pods := range sizes {
		d := diagnose(b, load(b, directory(b, pods)))
		for _, f := range report.Formats() {
			b.Run(fmt.Sprintf("%s/%d", f.Name, pods), func(b *testing.B) {
				for b.Loop() {
					if err := report.Write(io.Discard, f.Name, d, report.Options{Width: 80}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestLimit measures the program against gzip -dc on the same file, in turn, five times, and checks that twice the Pods take
// about twice the time. It runs with -limit only: on a busy machine it says little.
func TestLimit(t *testing.T) {
	if !*limit {
		t.Skip("measures time: run with -limit on a quiet machine")
	}
	bin := filepath.Join(t.TempDir(), "podtriage")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	big, half := archive(t, 20000, ".json", gendump.JSON), archive(t, 10000, ".json", gendump.JSON)
	var zip, run, small []time.Duration
	for range 5 {
		zip = append(zip, clock(t, "gzip", "-dc", big))
		run = append(run, clock(t, bin, "analyze", "-o", "json", big))
		small = append(small, clock(t, bin, "analyze", "-o", "json", half))
	}
	ratio := float64(median(run)) / float64(median(zip))
	growth := float64(median(run)) / float64(median(small))
	t.Logf("20,000 Pods: gzip -dc %v, podtriage analyze %v, ratio %.2f; twice the Pods take %.2f times as long", median(zip), median(run), ratio, growth)
	if ratio > 1.5 {
		t.Errorf("ratio to gzip -dc is %.2f, want at most 1.5", ratio)
	}
	if growth > 2.4 {
		t.Errorf("twice the Pods take %.2f times as long, want about 2", growth)
	}
}

func clock(t *testing.T, name string, args ...string) time.Duration {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Stdout = io.Discard
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, stderr.String())
	}
	return time.Since(start)
}

func median(list []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(list))[len(list)/2]
}

// TestGeneratedDump holds that the generated dump is what it says: one workload in twenty fails, and all is explained.
func TestGeneratedDump(t *testing.T) {
	d := diagnose(t, load(t, directory(t, 400)))
	if d.Summary.Pods != 400 || d.Summary.Unhealthy != 20 || d.Summary.Unexplained != 0 {
		got, _ := json.Marshal(d.Summary)
		t.Errorf("summary = %s, want 400 Pods, 20 unhealthy, 0 unexplained", got)
	}
}
