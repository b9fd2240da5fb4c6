package rules_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// endedPod ended an hour before its deletion was asked for, at 10:00:00 with a grace period of 10 minutes.
const endedPod = `
apiVersion: v1
kind: Pod
metadata: {name: p, namespace: ci, uid: u, creationTimestamp: '2026-03-01T09:00:00Z', deletionTimestamp: '2026-03-01T10:10:00Z',
  deletionGracePeriodSeconds: 600, finalizers: [FINALIZER]}
spec: {containers: [{name: app}]}
status:
  phase: Succeeded
  containerStatuses: [{name: app, state: {terminated: {exitCode: 0, reason: Completed, finishedAt: '2026-03-01T09:01:00Z'}}}]
`

// TestFinalizerBeforeDue: what a finalizer holds before the grace period is over.
func TestFinalizerBeforeDue(t *testing.T) {
	for _, tt := range []struct {
		finalizer string
		after     time.Duration // the request
		want      string
	}{
		{"batch.kubernetes.io/job-tracking", 5 * time.Second, "warning likely 10:00:00"},
		{"batch.kubernetes.io/job-tracking", 11 * time.Minute, "error confirmed 10:10:00"},
		{"backup.example.com/wait", 5 * time.Second, ""},
		{"backup.example.com/wait", 3 * time.Minute, "warning likely 10:00:00"},
		{"backup.example.com/wait", 11 * time.Minute, "error confirmed 10:10:00"},
	} {
		file := filepath.Join(t.TempDir(), "pod.yaml")
		if err := os.WriteFile(file, []byte(strings.Replace(endedPod, "FINALIZER", tt.finalizer, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC).Add(tt.after)
		s, err := loader.Load(context.Background(), []string{file}, loader.Options{Now: now})
		if err != nil {
			t.Fatal(err)
		}
		c := rules.NewContext(s, nil)
		found, _ := rules.Run(c, rules.All())
		got := ""
		for _, f := range found {
			got += strings.Join([]string{string(f.Severity), string(f.Confidence), f.First.Format(time.TimeOnly)}, " ")
		}
		if got != tt.want || c.Pods[0].Healthy != (tt.want == "") {
			t.Errorf("%s, %s after the request: got %q, want %q", tt.finalizer, tt.after, got, tt.want)
		}
	}
}
