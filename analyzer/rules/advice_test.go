package rules_test

import (
	"strings"
	"testing"
)

// TestAdvice holds what a Finding of a fixture advises, says or cites, and what it must not.
func TestAdvice(t *testing.T) {
	for _, tt := range []struct{ fixture, rule, has, lacks string }{
		{"liveness/failing/hopeless-command", "liveness/failing", "a command that can succeed", "startupProbe that covers"},
		{"liveness/failing/was-up", "liveness/failing", "limits.cpu is 100m", "slows it down"},
		{"liveness/failing/was-up", "liveness/failing", "a slow start: the log shows", "--previous"},
		{"liveness/slow-start/log-names-time", "liveness/slow-start", "log names the time", "how long a start takes"},
		{"hook-failure/post-start/hidden-text", "hook-failure/post-start", "a copy of the Pod", "running container"},
		{"image-pull/rate-limit/mirror", "image-pull/rate-limit", "/etc/containerd/certs.d/docker.io", "name a pull secret"},
		{"app-crash/exit/last-words", "app-crash/exit", "what is behind its last words", "a probe's kill"},
		{"command-error/not-found/replica-set", "command-error/not-found", "the Deployment that owns", "edit replicaset"},
		{"unschedulable/rejected-by-node/bare-pod", "unschedulable/rejected-by-node", "save its manifest first", "delete pod"},
		{"unschedulable/rejected-by-node/owned", "unschedulable/rejected-by-node", "describe node", "whoever made the Pod"},
		{"readiness/failing/always-fails", "readiness/failing", "a command that can succeed", "raise timeoutSeconds"},
		{"app-crash/no-record/started-since", "app-crash/no-record", "--previous", "within the kubelet"},
		{"config-error/key-missing/job", "config-error/key-missing", "its template cannot be changed", "edit job"},
		{"config-error/key-missing/job", "config-error/key-missing", "add the key", "go-template"},
		{"create-error/name-reserved/basic", "create-error/name-reserved", "its controller makes a new one", "save its manifest"},
	} {
		said := ""
		for _, f := range findings(t, named(t, tt.fixture)) {
			if f.Rule != tt.rule {
				continue
			}
			said += f.Cause + "\n" + strings.Join(f.Unknown, "\n") + strings.Join(f.RuledOut, "\n")
			for _, s := range f.Next {
				said += "\n" + s.Text + "\n" + s.Command
			}
		}
		if said == "" || !strings.Contains(said, tt.has) || strings.Contains(said, tt.lacks) {
			t.Errorf("%s: %s says %q; it should say %q and not %q", tt.fixture, tt.rule, said, tt.has, tt.lacks)
		}
	}
}
