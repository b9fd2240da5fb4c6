package main

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/fixtures/gendump"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report"
)

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
	err := gendump.Files(pods, ".json", gendump.JSON, func(name string, data []byte) error {
		path := filepath.Join(dir, name)
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

// TestGeneratedDump holds that the generated dump is what it says: one workload in twenty fails, and all is explained.
func TestGeneratedDump(t *testing.T) {
	d := diagnose(t, load(t, directory(t, 400)))
	if d.Summary.Pods != 400 || d.Summary.Unhealthy != 20 || d.Summary.Unexplained != 0 {
		got, _ := json.Marshal(d.Summary)
		t.Errorf("summary = %s, want 400 Pods, 20 unhealthy, 0 unexplained", got)
	}
}
