package analyzer

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// endsByItself waits for its third start; its pre-stop hook found no container.
const endsByItself = `
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop, uid: u, creationTimestamp: '2026-03-01T09:00:00Z'}
spec: {nodeName: n, containers: [{name: app, image: a, lifecycle: {preStop: {exec: {command: [sleep, '1']}}}}]}
status:
  phase: Running
  conditions: [{type: Ready, status: 'False', lastTransitionTime: '2026-03-01T09:00:00Z'}]
  containerStatuses:
  - name: app
    restartCount: 2
    state: {waiting: {reason: CrashLoopBackOff, message: back-off 20s restarting failed container=app}}
    lastState: {terminated: {exitCode: 0, reason: Completed, startedAt: '2026-03-01T09:05:00Z', finishedAt: '2026-03-01T09:05:01Z'}}
---
apiVersion: v1
kind: Event
metadata: {name: web.1, namespace: shop}
involvedObject: {kind: Pod, namespace: shop, name: web, uid: u, fieldPath: 'spec.containers{app}'}
type: Warning
reason: FailedPreStopHook
message: 'Exec lifecycle hook ([sleep 1]) for Container "app" failed - error: No such container'
lastTimestamp: '2026-03-01T09:05:01Z'
firstTimestamp: '2026-03-01T09:05:01Z'
`

// TestOneRequestForOneRun: the log of one run is asked for in one way, and what is neither cause nor effect is a note.
func TestOneRequestForOneRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "dump.yaml")
	if err := os.WriteFile(file, []byte(endsByItself), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := loader.Load(context.Background(), []string{file}, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := Analyze(context.Background(), s, Options{})
	if err != nil || len(d.Incidents) != 1 {
		t.Fatalf("%d incidents, %v", len(d.Incidents), err)
	}
	var asked []string
	for _, m := range d.Missing {
		asked = append(asked, strings.Split(m.Command, "\n")...)
	}
	for _, step := range d.Incidents[0].Next {
		if step.Kind == rules.Ask {
			asked = append(asked, step.Command)
		}
	}
	asked = slices.DeleteFunc(asked, func(c string) bool { return !strings.Contains(c, " logs ") })
	slices.Sort(asked)
	if asked = slices.Compact(asked); len(asked) != 1 {
		t.Errorf("the log of one run is asked for by %q", asked)
	}
	in := d.Incidents[0]
	if len(in.Effects) > 0 || !slices.ContainsFunc(in.Notes, func(n string) bool { return strings.Contains(n, "pre-stop hook") }) {
		t.Errorf("effects %q, notes %q", in.Effects, in.Notes)
	}
}
