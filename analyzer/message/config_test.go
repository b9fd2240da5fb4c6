package message

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseConfig(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Config
	}{
		{`configmap "web-env" not found`, Config{Class: ConfigNoObject, Kind: "ConfigMap", Object: "web-env"}},
		{`secrets "my-password" not found`, Config{Class: ConfigNoObject, Kind: "Secret", Object: "my-password"}},
		{"couldn't find key network in Secret kube-system/hcloud", Config{Class: ConfigNoKey, Kind: "Secret", Namespace: "kube-system",
			Object: "hcloud", Key: "network"}},
		{"Couldn't find key url in ConfigMap shop/web", Config{Class: ConfigNoKey, Kind: "ConfigMap", Namespace: "shop",
			Object: "web", Key: "url"}},
		{"container has runAsNonRoot and image will run as root (pod: \"x\", container: web)", Config{Class: ConfigRoot}},
		{"container has runAsNonRoot and image has non-numeric user (app), cannot verify user is non-root",
			Config{Class: ConfigUserName, User: "app"}},
		{`failed to prepare subPath for volumeMount "conf" of container "web"`, Config{Class: ConfigSubPath, Volume: "conf"}},
		{"services have not yet been read at least once, cannot construct envvars", Config{Class: ConfigServices}},
		{"failed to sync secret cache: timed out waiting for the condition", Config{Class: ConfigCacheSync}},
		{"it is out of tune", Config{Class: ConfigUnclassified}},
	} {
		tt.want.Text = tt.text
		got, ok := ParseConfig("CreateContainerConfigError", "Error: "+tt.text)
		if diff := cmp.Diff(tt.want, got); !ok || diff != "" {
			t.Errorf("ParseConfig(%q), %v (-want +got):\n%s", tt.text, ok, diff)
		}
	}
	if c, ok := ParseConfig("Failed", "Error: context deadline exceeded"); ok {
		t.Errorf("a text that is not about configuration was read as %q", c.Class)
	}
}

func TestParseSkippedKeys(t *testing.T) {
	got, ok := ParseSkippedKeys("Keys [db-url, 1st] from the EnvFrom configMap shop/web-env were skipped since they are considered invalid environment variable names.")
	want := SkippedKeys{Kind: "ConfigMap", Namespace: "shop", Object: "web-env", Keys: []string{"db-url", "1st"}}
	if diff := cmp.Diff(want, got); !ok || diff != "" {
		t.Errorf("ParseSkippedKeys (-want +got):\n%s", diff)
	}
}
