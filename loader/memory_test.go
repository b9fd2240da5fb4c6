package loader

import (
	"archive/tar"
	"context"
	"fmt"
	"io"
	"runtime"
	"testing"
)

// logFiles is the number of logs of a dump whose logs are of any size.
const logFiles = 8

// withLogs writes a dump of a few Pods, each with a log of that many bytes, which are never in memory at once.
func withLogs(w io.Writer, bytes int) error {
	t := tar.NewWriter(w)
	items := ""
	for i := range logFiles {
		items += fmt.Sprintf(`{"kind":"Pod","metadata":{"namespace":"shop","name":"web-%d"},"spec":{"containers":[{"name":"app"}]}},`, i)
	}
	pods := `{"kind":"PodList","apiVersion":"v1","items":[` + items[:len(items)-1] + `]}`
	t.WriteHeader(&tar.Header{Name: "dump/shop/pods.json", Mode: 0o644, Size: int64(len(pods))})
	t.Write([]byte(pods))
	line := []byte("2026-11-03T09:14:33Z level=error msg=\"request 4711 failed\" path=/cart status=500 took=12ms retry=true peer=10.0.0.7\n")
	for i := range logFiles {
		n := bytes / len(line) * len(line)
		t.WriteHeader(&tar.Header{Name: fmt.Sprintf("dump/shop/web-%d/logs.txt", i), Mode: 0o644, Size: int64(n)})
		for ; n > 0; n -= len(line) {
			if _, err := t.Write(line); err != nil {
				return err
			}
		}
	}
	return t.Close()
}

// watched is a reader that looks at every step how much of the heap is in use.
type watched struct {
	r    io.Reader
	step int64
	n    int64
	peak uint64
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if w.n%w.step+int64(n) >= w.step {
		w.look()
	}
	w.n += int64(n)
	return n, err
}

func (w *watched) look() {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	w.peak = max(w.peak, m.HeapAlloc)
}

// peakOf loads the dump and returns the most memory that was in use at once.
func peakOf(tb testing.TB, bytes int) uint64 {
	tb.Helper()
	r, pipe := io.Pipe()
	go func() { pipe.CloseWithError(withLogs(pipe, bytes)) }()
	w := &watched{r: r, step: int64(bytes) * logFiles / 16}
	s, err := Load(context.Background(), []string{"-"}, Options{Stdin: w})
	if err != nil {
		tb.Fatal(err)
	}
	if len(s.Pods) != logFiles || len(s.Logs) != logFiles {
		tb.Fatalf("%d Pods and %d logs, want %d each", len(s.Pods), len(s.Logs), logFiles)
	}
	w.look()
	runtime.KeepAlive(s)
	return w.peak
}

// Logs are most of a dump's bytes; memory must follow the objects.
func TestLogsTakeNoMemory(t *testing.T) {
	peakOf(t, 64<<10) // what is made once
	small, large := peakOf(t, 64<<10), peakOf(t, 8<<20)
	if grown := int64(large) - int64(small); grown > 2<<20 {
		t.Errorf("%d KiB in use with %d KiB of logs, %d KiB with %d: memory follows the logs", small>>10, logFiles*64, large>>10, logFiles*8<<10)
	}
}

// BenchmarkLogs loads the same objects with ever larger logs and reports the memory in use at once.
func BenchmarkLogs(b *testing.B) {
	for _, mib := range []int{1, 32, 1024} {
		b.Run(fmt.Sprintf("%dMiB", mib), func(b *testing.B) {
			b.SetBytes(int64(mib) << 20)
			for b.Loop() {
				b.ReportMetric(float64(peakOf(b, mib<<20/logFiles)), "B-in-use")
			}
		})
	}
}
