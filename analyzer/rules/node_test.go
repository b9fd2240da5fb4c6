package rules

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podtriage/podtriage/loader"
)

// TestOutOfService asks for the way to give a dead machine's volumes free that the cluster's version knows.
func TestOutOfService(t *testing.T) {
	for version, want := range map[string]string{
		"v1.22.17": "kubectl delete node", "v1.24.3": "feature gate", "v1.28.1": "(deletes the Pods on it)", "": "from Kubernetes 1.26 on",
	} {
		file := filepath.Join(t.TempDir(), "node.yaml")
		node := "apiVersion: v1\nkind: Node\nmetadata: {name: worker-1}\nstatus: {nodeInfo: {kubeletVersion: '" + version + "'}}\n"
		if err := os.WriteFile(file, []byte(node), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := loader.Load(context.Background(), []string{file}, loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		step := NewContext(s, nil).outOfService(s.Nodes[0])
		if !strings.Contains(step.Text+step.Command, want) ||
			version == "v1.28.1" && (!strings.HasSuffix(step.Text, want) || strings.Contains(step.Command, "\n") || !strings.Contains(step.Text, "out-of-service-")) {
			t.Errorf("kubelet %q: %s: %s; want %q in it", version, step.Text, step.Command, want)
		}
	}
}
