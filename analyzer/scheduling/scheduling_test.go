package scheduling_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/podtriage/podtriage/analyzer/scheduling"
	"github.com/podtriage/podtriage/loader"
)

// three nodes: one full, one tainted, one in another zone with room.
const cluster = `
apiVersion: v1
kind: NodeList
items:
- metadata: {name: full, labels: {zone: a, kubernetes.io/hostname: full}}
  status: {allocatable: {cpu: "1", memory: 2Gi, pods: "10"}}
- metadata: {name: tainted, labels: {zone: a, kubernetes.io/hostname: tainted}}
  spec: {taints: [{key: team, value: ml, effect: NoSchedule}, {key: soft, effect: PreferNoSchedule}]}
  status: {allocatable: {cpu: "8", memory: 16Gi, pods: "10"}}
- metadata: {name: zoneb, labels: {zone: b, kubernetes.io/hostname: zoneb}}
  status: {allocatable: {cpu: "2", memory: 4Gi, pods: "1"}}
---
apiVersion: v1
kind: PodList
items:
- metadata: {name: web, namespace: shop, labels: {app: web}}
  spec: {nodeName: full, containers: [{name: app, ports: [{hostPort: 80}], resources: {requests: {cpu: 900m}}}]}
  status: {phase: Running}
- metadata: {name: done, namespace: shop}
  spec: {nodeName: zoneb, containers: [{name: app, resources: {requests: {cpu: "2"}}}]}
  status: {phase: Succeeded}
- metadata: {name: new, namespace: shop}
  spec: SPEC
  status: {phase: Pending}
`

func check(t *testing.T, spec string) map[string]string {
	t.Helper()
	s, err := loader.Load(context.Background(), []string{"-"},
		loader.Options{Stdin: strings.NewReader(strings.Replace(cluster, "SPEC", spec, 1))})
	if err != nil {
		t.Fatal(err)
	}
	c := scheduling.New(s)
	out := map[string]string{}
	for _, p := range s.Pods {
		if p.Name != "new" {
			continue
		}
		for _, v := range c.Check(p).Verdicts {
			var texts []string
			for _, f := range v.Failures {
				texts = append(texts, f.Text)
			}
			out[v.Node.Name] = strings.Join(texts, "; ")
		}
	}
	return out
}

func TestCheck(t *testing.T) {
	taint := "has taint team=ml:NoSchedule, which is not tolerated"
	for _, tt := range []struct {
		name, spec string
		want       map[string]string
	}{
		{"room", `{containers: [{name: app, resources: {requests: {cpu: 200m}}}]}`, map[string]string{
			"full": "lacks 100m cpu: want 200m, free 100m of 1", "tainted": taint, "zoneb": ""}},
		{"limits count as requests", `{containers: [{name: app, resources: {limits: {memory: 3Gi}}}]}`, map[string]string{
			"full": "is too small: want 3Gi memory, it has 2Gi in all", "tainted": taint, "zoneb": ""}},
		{"not offered", `{tolerations: [{operator: Exists}], containers: [{name: app, resources: {limits: {example.com/gpu: 1}}}]}`,
			map[string]string{
				"full": "does not offer example.com/gpu", "tainted": "does not offer example.com/gpu", "zoneb": "does not offer example.com/gpu"}},
		{"selector", `{tolerations: [{key: team, value: ml}], nodeSelector: {zone: a}, containers: [{name: app}]}`, map[string]string{
			"full": "", "tainted": "", "zoneb": "label zone differs: want a, have b"}},
		{"host port", `{tolerations: [{operator: Exists}], containers: [{name: app, ports: [{hostPort: 80, hostIP: 10.0.0.1}]}]}`,
			map[string]string{
				"full": "has host port 80/TCP taken by Pod shop/web", "tainted": "", "zoneb": ""}},
		{"anti-affinity", `{tolerations: [{operator: Exists}], containers: [{name: app}], affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {matchLabels: {app: web}}}]}}}`, map[string]string{
			"full":    "runs Pod shop/web in zone=a, which the Pod's anti-affinity (app=web) avoids",
			"tainted": "runs Pod shop/web in zone=a, which the Pod's anti-affinity (app=web) avoids", "zoneb": ""}},
		{"affinity", `{tolerations: [{operator: Exists}], containers: [{name: app}], affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {matchLabels: {app: web}}}]}}}`, map[string]string{
			"full": "", "tainted": "", "zoneb": "has no Pod that matches app=web in zone=b"}},
	} {
		if d := cmp.Diff(tt.want, check(t, tt.spec)); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}

func TestAmount(t *testing.T) {
	for v, want := range map[int64]string{0: "0", 512: "512", 1 << 30: "1Gi", 1536 << 20: "1536Mi", 4041396224: "3854Mi", -(1 << 20): "-1Mi"} {
		if got := scheduling.Amount("memory", v); got != want {
			t.Errorf("%d: %s, want %s", v, got, want)
		}
	}
	if got := scheduling.Amount("cpu", 1500); got != "1500m" {
		t.Errorf("cpu: %s", got)
	}
}
