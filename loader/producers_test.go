package loader

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	podJSON  = `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-0","namespace":"shop","uid":"p1"},"spec":{"nodeName":"w1","containers":[{"name":"app"}]}}`
	nodeJSON = `{"kind":"Node","apiVersion":"v1","metadata":{"name":"w1","uid":"n1"}}`
	podYAML  = "---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: web-0\n  namespace: shop\n  uid: p1\nspec:\n  nodeName: w1\n  containers:\n  - name: app\n"
	nodeYAML = "---\napiVersion: v1\nkind: Node\nmetadata:\n  name: w1\n  uid: n1\n"
)

// listOf is a typed list, whose items carry no kind.
func listOf(kind string, items ...string) string {
	for i, it := range items {
		items[i] = strings.Replace(it, `"kind":"`+strings.TrimSuffix(kind, "List")+`","apiVersion":"v1",`, "", 1)
	}
	return `{"kind":"` + kind + `","apiVersion":"v1","items":[` + strings.Join(items, ",") + `]}`
}

func yamlList(kind, item string) string {
	out := "---\napiVersion: v1\nkind: " + kind + "\nitems:\n"
	for i, line := range strings.Split(strings.TrimSpace(strings.TrimPrefix(item, "---\n")), "\n") {
		lead := "  "
		if i == 0 {
			lead = "- "
		}
		out += lead + line + "\n"
	}
	return out
}

// producers is what each kind of dump looks like in small, and what must be read of it. The names of the rows stand in
// docs/formats.md.
var producers = []struct {
	name string
	tree tree
	want string
}{
	{"cluster-info-dump", tree{
		"nodes.json": listOf("NodeList", nodeJSON), "shop/pods.json": listOf("PodList", podJSON),
		"shop/replication-controllers.json": listOf("ReplicationControllerList"),
		"shop/web-0/logs.txt":               "==== START logs for container app of pod shop/web-0 ====\nhello\n==== END logs for container app of pod shop/web-0 ====\n",
	}, `cluster-info-dump
Node w1
Pod shop/web-0
log shop/web-0 app: hello
collected Node, Pod in shop, ReplicationController in shop`},
	{"kubectl-get", tree{
		"pods.yaml": yamlList("List", podYAML), "nodes.yaml": yamlList("List", nodeYAML),
	}, `kubectl-get
Node w1
Pod shop/web-0
collected Node, Pod in shop`},
	{"replicated-support-bundle", tree{
		"b/cluster-resources/nodes.json": listOf("NodeList", nodeJSON), "b/cluster-resources/pods/shop.json": listOf("PodList", podJSON),
		"b/cluster-resources/pods/kube-public.json":        listOf("PodList"),
		"b/cluster-resources/events-errors.json":           `["events is forbidden: User \"x\" cannot list resource"]`,
		"b/cluster-resources/pods/logs/shop/web-0/app.log": "now\n", "b/cluster-resources/pods/logs/shop/web-0/app-previous.log": "before\n",
	}, `replicated-support-bundle
Node w1
Pod shop/web-0
log shop/web-0 app: now
log shop/web-0 app previous: before
collected Node, Pod in kube-public, Pod in shop
refused Event: events is forbidden: User \"x\" cannot list resource`},
	{"must-gather", tree{
		"m/q/cluster-scoped-resources/core/nodes/w1.yaml": nodeYAML, "m/q/namespaces/shop/core/pods.yaml": yamlList("PodList", podYAML),
		"m/q/namespaces/shop/pods/web-0/web-0.yaml":                         podYAML,
		"m/q/namespaces/shop/pods/web-0/app/app/logs/current.log":           "2026-11-18T10:00:00.123456789Z now\n",
		"m/q/namespaces/shop/pods/web-0/app/app/logs/previous.log":          "",
		"m/q/namespaces/shop/pods/web-0/app/app/logs/previous.insecure.log": "2026-11-18T09:00:00.123456789Z before\n",
		"m/timestamp":                         "2026-11-18 10:02:31.5 +0000 UTC m=+0.3\n2026-11-18 10:03:12.5 +0000 UTC m=+41\n",
		"m/q/audit_logs/kube-apiserver/a.log": "{}\n",
	}, `must-gather
Node w1
Pod shop/web-0
log shop/web-0 app: 2026-11-18T10:00:00.123456789Z now
log shop/web-0 app previous: 2026-11-18T09:00:00.123456789Z before
collected Node, Pod in shop`},
	{"insights-archive", tree{
		"config/node/w1.json": nodeJSON, "config/pod/shop/web-0.json": podJSON, "config/pod/shop/logs/web-0/errors.log": "bad\n",
		"conditional/namespaces/shop/pods/web-0/containers/app/logs/last-50-lines.log": "last\n",
	}, `insights-archive
Node w1
Pod shop/web-0
log shop/web-0 app: last
log shop/web-0 app: bad
collected Node`},
	{"rancher-support-bundle", tree{
		"bundle/yamls/cluster/v1/nodes.yaml":        yamlList("NodeList", nodeYAML),
		"bundle/yamls/namespaced/shop/v1/pods.yaml": yamlList("PodList", podYAML),
		"bundle/logs/shop/web-0/app.log":            "now\n",
	}, `rancher-support-bundle
Node w1
Pod shop/web-0
log shop/web-0 app: now
collected Node, Pod in shop`},
	{"sonobuoy", tree{
		"resources/cluster/core_v1_nodes.json": listOf("NodeList", nodeJSON), "resources/ns/shop/core_v1_pods.json": listOf("PodList", podJSON),
		"podlogs/shop/web-0/logs/app.txt": "now\n",
	}, `sonobuoy
Node w1
Pod shop/web-0
log shop/web-0 app: now
collected Node, Pod in shop`},
	{"velero-backup", tree{
		"resources/nodes/cluster/w1.json": nodeJSON, "resources/pods/v1-preferredversion/namespaces/shop/web-0.json": podJSON,
		"resources/pods/namespaces/shop/web-0.json": podJSON,
	}, `velero-backup
Node w1
Pod shop/web-0
collected Node, Pod in shop`},
	{"kind-logs", tree{
		"w1/pods/shop_web-0_p1/app/0.log":                   "2026-11-18T10:00:00.000000001Z stderr F before\n",
		"w1/pods/shop_web-0_p1/app/1.log":                   "2026-11-18T10:01:00.000000001Z stdout F now\n",
		"w1/containers/web-0_shop_app-0123456789abcdef.log": "2026-11-18T10:01:00.000000001Z stdout F now\n",
		"w1/kubelet.log":                                    "I1118 10:00:00 kubelet\n", "pods.json": listOf("PodList", podJSON),
	}, `kind-logs
Pod shop/web-0
log shop/web-0 app: now
log shop/web-0 app previous: before
collected Pod in shop`},
}

// summary is what the Snapshot holds, in lines.
func (s *Snapshot) summary() string {
	out := strings.Join(s.Source.Layouts, " ")
	for _, n := range s.Nodes {
		out += "\nNode " + n.Name
	}
	for _, p := range s.Pods {
		out += "\nPod " + p.Namespace + "/" + p.Name
	}
	for _, l := range s.Logs {
		out += fmt.Sprintf("\nlog %s/%s %s", l.Namespace, l.Pod, l.Container)
		if l.Previous {
			out += " previous"
		}
		for _, k := range l.Kept {
			out += ": " + k.Text
		}
	}
	var collected []string
	for _, kind := range []string{"Node", "Pod", "Event", "ReplicationController"} {
		if s.Coverage.Collected(kind, "") {
			collected = append(collected, kind)
		}
		for _, ns := range s.Coverage.Namespaces {
			if s.Coverage.scopes[kind][ns] {
				collected = append(collected, kind+" in "+ns)
			}
		}
	}
	out += "\ncollected " + strings.Join(collected, ", ")
	for _, r := range s.Coverage.Refused {
		out += "\nrefused " + r.Kind + ": " + r.Message
	}
	return out
}

func TestProducers(t *testing.T) {
	doc, err := os.ReadFile("../docs/formats.md")
	check(t, err)
	var rows, names []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllSubmatch(doc, -1) {
		rows = append(rows, string(m[1]))
	}
	for _, p := range producers {
		names = append(names, p.name)
	}
	if d := cmp.Diff(names, rows); d != "" {
		t.Errorf("docs/formats.md: -tested +rows of the table:\n%s", d)
	}
	for _, p := range producers {
		got := load(t, save(t, "dump.tgz", gz(t, p.tree.tar(t)))).summary()
		if d := cmp.Diff(p.want, got); d != "" {
			t.Errorf("%s: -want +got:\n%s", p.name, d)
		}
	}
}
