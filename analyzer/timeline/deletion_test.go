package timeline_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

// TestDeletionNotDue: the end of a grace period that is still to come is no time at which anything was seen.
func TestDeletionNotDue(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pod.yaml")
	pod := "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ci, creationTimestamp: '2026-03-01T09:00:00Z', " +
		"deletionTimestamp: '2026-03-01T10:10:00Z'}, spec: {containers: [{name: app}]}}\n"
	if err := os.WriteFile(file, []byte(pod), 0o600); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	s, err := loader.Load(context.Background(), []string{file}, loader.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, story := range timeline.Build(s, nil) {
		for _, e := range story.Entries {
			found = found || e.Reason == "DeletionRequested"
			if e.At.After(now) || e.Until.After(now) {
				t.Errorf("%s: %s to %s, the dump is of %s", e.Reason, e.At, e.Until, now)
			}
		}
	}
	if !found {
		t.Error("the deletion is not in the timeline")
	}
}
