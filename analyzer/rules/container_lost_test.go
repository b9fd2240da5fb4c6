package rules_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// lostPod runs again after a run of which nobody saw the end.
const lostPod = `
apiVersion: v1
kind: Pod
metadata: {name: NAME, namespace: shop, creationTimestamp: '2026-03-01T09:00:00Z'}
spec: {nodeName: w1, containers: [{name: NAME}]}
status:
  phase: Running
  conditions: [{type: Ready, status: 'True'}]
  containerStatuses: [{name: NAME, ready: true, restartCount: 1, state: {running: {startedAt: '2026-03-01T10:00:00Z'}},
    lastState: {terminated: {exitCode: 255, reason: Unknown, startedAt: '2026-03-01T09:00:00Z', finishedAt: '2026-03-01T09:59:00Z'}}}]
---`

// TestContainersLost: the title says whose end it was, also where one node lost several.
func TestContainersLost(t *testing.T) {
	for _, tt := range []struct {
		names []string
		want  string
	}{
		{[]string{"app"}, `how container "app" ended was not recorded (reason Unknown)`},
		{[]string{"app", "db"}, "how 2 containers ended was not recorded"},
	} {
		dump := ""
		for _, name := range tt.names {
			dump += strings.ReplaceAll(lostPod, "NAME", name)
		}
		file := filepath.Join(t.TempDir(), "pods.yaml")
		if err := os.WriteFile(file, []byte(dump), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := loader.Load(context.Background(), []string{file}, loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found, _ := rules.Run(rules.NewContext(s, nil), rules.All())
		if len(found) != len(tt.names) {
			t.Errorf("%d findings of %d containers", len(found), len(tt.names))
		}
		for _, f := range found {
			if f.Rule != "node-lost/container-lost" || f.Title != tt.want {
				t.Errorf("%s: got %q, want %q", f.Rule, f.Title, tt.want)
			}
		}
	}
}
