//go:build unix

package analyzer

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/podtriage/podtriage/loader"
)

// massFailure is a dump in which everything fails at once in one namespace: each of n Pods has a workload and a Service of its
// own, lacks a ConfigMap of its own, or crashes since it cannot reach the next one's Service, or finds no node.
func massFailure(t *testing.T, n int) *loader.Snapshot {
	t.Helper()
	var b strings.Builder
	item := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	item(`{"apiVersion":"v1","kind":"Node","metadata":{"name":"worker-1"},"status":{"conditions":[{"type":"Ready","status":"True"}],"allocatable":{"cpu":"1","memory":"1Gi","pods":"10"}}}`)
	for i := range n {
		item(`{"apiVersion":"v1","kind":"Service","metadata":{"name":"s-%d","namespace":"shop"},"spec":{"selector":{"app":"a-%d","tier":"web"}}}`, i, i)
		item(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"other-%d","namespace":"shop"},"data":{"k":"v"}}`, i)
		item(`{"apiVersion":"apps/v1","kind":"StatefulSet","metadata":{"name":"a-%d","namespace":"shop","uid":"set-%d"},"spec":{"replicas":1,"template":{"metadata":{"labels":{"app":"a-%d","tier":"web"}}}}}`, i, i, i)
		spec, status := `"nodeName":"worker-1",`, ""
		switch i % 3 {
		case 0:
			status = `"containerStatuses":[{"name":"c","image":"i:1","state":{"waiting":{"reason":"CreateContainerConfigError","message":"configmap \"settings\" not found"}}}]`
		case 1:
			status = fmt.Sprintf(`"containerStatuses":[{"name":"c","image":"i:1","restartCount":9,"state":{"waiting":{"reason":"CrashLoopBackOff"}},"lastState":{"terminated":{"exitCode":1,"reason":"Error",`+
				`"startedAt":"2026-03-02T09:00:00Z","finishedAt":"2026-03-02T09:00:09Z","message":"dial tcp: lookup s-%d: no such host"}}}]`, (i+1)%n)
		case 2:
			spec = ""
			status = `"conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable","message":"0/1 nodes are available: 1 Insufficient cpu."}]`
		}
		item(`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a-%d-0","namespace":"shop","uid":"pod-%d","creationTimestamp":"2026-03-02T08:00:00Z","labels":{"app":"a-%d","tier":"web"},`+
			`"ownerReferences":[{"apiVersion":"apps/v1","kind":"StatefulSet","name":"a-%d","uid":"set-%d","controller":true}]},"spec":{%s"containers":[{"name":"c","image":"i:1","resources":{"requests":{"cpu":"2"}},`+
			`"envFrom":[{"configMapRef":{"name":"settings"}}]}]},"status":{"phase":"Pending",%s}}`, i, i, i, i, i, spec, status)
	}
	file := filepath.Join(t.TempDir(), "all.json")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := loader.Load(context.Background(), []string{file}, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// cost is the processor time of the cheapest of three analyses; what other processes do does not count.
func cost(t *testing.T, s *loader.Snapshot) time.Duration {
	t.Helper()
	best := time.Hour
	for range 3 {
		runtime.GC()
		start := processorTime(t)
		d, err := Analyze(context.Background(), s, Options{Brief: true})
		if err != nil || d.Summary.Unexplained > 0 {
			t.Fatalf("%v, %d Pods unexplained", err, d.Summary.Unexplained)
		}
		best = min(best, processorTime(t)-start)
	}
	return best
}

func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestGrowth holds that no rule is worse than n log n: twice as many failures cost little more than twice the processor time. A busy
// machine may need a second try.
func TestGrowth(t *testing.T) {
	const size, most = 1500, 2.6
	once, twice := massFailure(t, size), massFailure(t, 2*size)
	var growth float64
	for range 4 {
		growth = float64(cost(t, twice)) / float64(cost(t, once))
		t.Logf("%d to %d Pods that fail: growth %.2f", size, 2*size, growth)
		if growth < most {
			return
		}
	}
	t.Errorf("analysis of twice as many failures costs %.2f times as much, want less than %.1f", growth, most)
}
