package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hiding are objects in which every text with HIDE in it is a secret, as kubectl and people write them.
var hiding = map[string]string{
	"list.yaml": `apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Pod
  metadata:
    name: web
    namespace: shop
    creationTimestamp: "2026-03-01T10:00:00Z"
    annotations:
      kubectl.kubernetes.io/last-applied-configuration: |
        {"kind":"Pod","spec":{"x":"HIDE"}}
  spec:
    containers:
    - name: app
      image: web:1
      env:
      - name: FOLDED
        value: a value of many words that the writer of the file folds after its eightieth column
          HIDE
      - name: QUOTED
        value: "words: \
          HIDE"
      - name: BLOCK
        value: |-
          pin: HIDE

          - HIDE
      - {name: FLOW, value: HIDE}
      - name: SEEN
        valueFrom: {fieldRef: {fieldPath: SEEN}}
  status:
    phase: SEEN
- apiVersion: v1
  kind: Secret
  metadata:
    name: SEEN
    namespace: shop
  data:
    SEEN: SElERQ-HIDE
    long: |-
      HIDE: HIDE
        HIDE
  stringData: {a: HIDE}
  type: SEEN
`,
	"pretty.json": `{
  "kind": "Secret",
  "apiVersion": "v1",
  "metadata": {
    "name": "SEEN",
    "namespace": "shop"
  },
  "data": {
    "SEEN": "HIDE",
    "other": "HIDE"
  },
  "type": "SEEN"
}
`,
	"one-line.json": `{"kind":"List","apiVersion":"v1","items":[
{"kind":"Secret","apiVersion":"v1","metadata":{"name":"SEEN"},"data":{"a":"HIDE","b":"HIDE"},"stringData":{"c":"HIDE"}},
{"kind":"Pod","apiVersion":"v1","metadata":{"name":"SEEN"},"spec":{"containers":[{"name":"a","env":[{"name":"B","value":"HIDE \" HIDE"}]}]}}
]}
`,
	"long.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: SEEN, namespace: shop}\ndata:\n  file: |\n" +
		strings.Repeat("    HIDE: HIDE\n", 5000) + "kind2: SEEN\n",
}

// TestCatHides holds that no range of lines shows a secret, wherever it begins and ends, and that what is none is shown.
func TestCatHides(t *testing.T) {
	for name, text := range hiding {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		n := strings.Count(text, "\n")
		command := "podtriage cat " + file
		for from := 1; from <= n; from += max(1, n/60) {
			command += fmt.Sprintf(" %s:%d-%d %s:%d-%d", name, from, from, name, from, min(n, from+9))
		}
		if out, complaint, status := shell(t, ".", command); status != exitOK || strings.Contains(out, "HIDE") {
			t.Errorf("%s: status %d %s, shows a secret:\n%s", name, status, complaint, out)
		}
		seen := strings.Count(text, "SEEN")
		if name == "long.yaml" {
			seen = 0 // too long to be shown at once
		}
		if out, _, _ := shell(t, ".", fmt.Sprintf("podtriage cat %s %s:1-%d", file, name, n)); strings.Count(out, "SEEN") < seen {
			t.Errorf("%s: hides what is no secret:\n%s", name, out)
		}
	}
}
