package loader

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

const logText = "==== START logs for container app of pod shop/web-0 ====\nhello\n==== END logs for container app of pod shop/web-0 ====\n"

// forms are what the rows of docs/formats.md say beyond the dump that producers_test.go packs for each of them: words of the
// row, a dump that is so, and lines of its summary.
var forms = []struct {
	row, says string
	dump      tree
	want      []string
}{
	{"cluster-info-dump", "YAML", tree{"d/nodes.yaml": yamlList("NodeList", nodeYAML), "d/shop/pods.yaml": yamlList("PodList", podYAML),
		"d/shop/replication-controllers.yaml": "apiVersion: v1\nkind: ReplicationControllerList\nitems: []\n", "d/shop/web-0/logs.txt": logText},
		[]string{"cluster-info-dump", "Node w1", "Pod shop/web-0", "log shop/web-0 app: hello"}},
	{"cluster-info-dump", "one stream", tree{"dump.txt": listOf("NodeList", nodeJSON) + "\n" + listOf("ReplicationControllerList") + "\n" +
		listOf("PodList", podJSON) + "\n" + logText}, []string{"cluster-info-dump", "Node w1", "Pod shop/web-0", "log shop/web-0 app: hello"}},
	{"cluster-info-dump", "a log that could not be fetched", tree{"dump.txt": listOf("NodeList", nodeJSON) + "\n" + listOf("PodList", podJSON) +
		"\n==== START logs for container app of pod shop/web-0 ====\nRequest log error: container \"app\" in pod \"web-0\" is waiting to start\n" +
		"==== END logs for container app of pod shop/web-0 ====\n"}, []string{"no log shop/web-0 app"}},

	{"kubectl-get", "one object", tree{"x": podJSON}, []string{"kubectl-get", "Pod shop/web-0"}},
	{"kubectl-get", "a List", tree{"x": `{"kind":"List","apiVersion":"v1","items":[` + podJSON + `]}`}, []string{"kubectl-get", "Pod shop/web-0"}},
	{"kubectl-get", "a typed list", tree{"x": listOf("PodList", podJSON)}, []string{"kubectl-get", "Pod shop/web-0"}},
	{"kubectl-get", "many documents", tree{"x": nodeYAML + podYAML}, []string{"kubectl-get", "Node w1", "Pod shop/web-0"}},
	{"kubectl-get", "lines of JSON", tree{"x": nodeJSON + "\n" + podJSON + "\n"}, []string{"kubectl-get", "Node w1", "Pod shop/web-0"}},
	{"kubectl-get", "a watch stream", tree{"x": `{"type":"ADDED","object":` + nodeJSON + `}` + "\n" + `{"type":"MODIFIED","object":` + podJSON + "}\n"},
		[]string{"kubectl-get", "Node w1", "Pod shop/web-0"}},
	{"kubectl-get", "a bare array", tree{"x": "[" + nodeJSON + "," + podJSON + "]"}, []string{"kubectl-get", "Node w1", "Pod shop/web-0"}},
	{"kubectl-get", "tables", tree{"n.json": nodeJSON, "x": "NAME    READY   STATUS    RESTARTS   AGE\nweb-0   0/1     Pending   0          5m\n"},
		[]string{"Node w1", "note x: looks like the table that kubectl get prints"}},

	{"replicated-support-bundle", "old and new layout", tree{"b/cluster-resources/nodes.json": "[" + strings.Replace(nodeJSON, `"kind":"Node","apiVersion":"v1",`, "", 1) + "]",
		"b/cluster-resources/pods/shop.json": "[" + strings.Replace(podJSON, `"kind":"Pod","apiVersion":"v1",`, "", 1) + "]"},
		[]string{"replicated-support-bundle", "Node w1", "Pod shop/web-0"}},
	{"must-gather", "`oc adm inspect`", tree{"inspect.local.1/namespaces/shop/core/pods.yaml": yamlList("PodList", podYAML),
		"inspect.local.1/namespaces/shop/pods/web-0/app/logs/current.log": "now\n"}, []string{"must-gather", "Pod shop/web-0", "log shop/web-0 app: now"}},
	{"must-gather", "audit logs", tree{"m/namespaces/shop/core/pods.yaml": yamlList("PodList", podYAML), "m/audit_logs/a.log": podJSON + "\n"},
		[]string{"note m/audit_logs/a.log: audit log of the API server"}},
	{"must-gather", "rotated parts of logs", tree{"m/namespaces/shop/core/pods.yaml": yamlList("PodList", podYAML),
		"m/namespaces/shop/pods/web-0/app/app/logs/rotated/0.log.1": "old\n"}, []string{"note m/namespaces/shop/pods/web-0/app/app/logs/rotated/0.log.1: an older part of a log"}},
	{"must-gather", "`timestamp` as the time of the dump", tree{"m/namespaces/shop/core/pods.yaml": yamlList("PodList", podYAML),
		"m/timestamp": "2026-11-18 10:02:31.5 +0000 UTC m=+0.3\n"}, []string{"taken 2026-11-18T10:02:31Z"}},
	{"insights-archive", "its compact Events", tree{"config/pod/shop/web-0.json": podJSON,
		"events/shop.json": `{"items":[{"namespace":"shop","lastTimestamp":"2026-11-18T10:00:00Z","reason":"BackOff","message":"Back-off","type":"Warning"}]}`},
		[]string{"insights-archive", "event BackOff"}},
	{"", "`gathers.json` of Insights", tree{"config/pod/shop/web-0.json": podJSON, "insights-operator/gathers.json": `{"finished":"2026-11-18T10:05:00Z"}`},
		[]string{"taken 2026-11-18T10:05:00Z"}},
	{"sonobuoy", "`Pods.json` of old versions", tree{"resources/non-ns/Nodes.json": "[" + nodeJSON + "]", "resources/ns/shop/Pods.json": "[" + podJSON + "]"},
		[]string{"sonobuoy", "Node w1", "Pod shop/web-0"}},
	{"sonobuoy", "results of plugins", tree{"resources/ns/shop/Pods.json": "[" + podJSON + "]", "plugins/e2e/results/global/e2e.log": "x\n"},
		[]string{"note plugins/e2e/results/global/e2e.log: results of a sonobuoy plugin"}},
	{"velero-backup", "the time of the backup", tree{"resources/pods/namespaces/shop/web-0.json": podJSON,
		"velero-backup.json": `{"kind":"Backup","apiVersion":"velero.io/v1","metadata":{"name":"b"},"status":{"completionTimestamp":"2026-11-18T10:05:00Z"}}`},
		[]string{"velero-backup", "Pod shop/web-0", "taken 2026-11-18T10:05:00Z"}},
	{"kind-logs", "`/var/log/pods`", tree{"var/log/pods/shop_web-0_p1/app/0.log": "2026-11-18T10:00:00.000000001Z stdout F now\n", "p.json": podJSON},
		[]string{"kind-logs", "log shop/web-0 app: now"}},
	{"", "`shop/web-0.app.previous.log`", tree{"p.json": podJSON, "shop/web-0.app.previous.log": "before\n"}, []string{"log shop/web-0 app previous: before"}},
	{"", "`web-0/app.log`", tree{"p.json": podJSON, "web-0/app.log": "now\n"}, []string{"log shop/web-0 app: now"}},
}

// everything is the summary, and what it does not say: Events, the time, logs that could not be fetched, notes and troubles of files.
func (s *Snapshot) everything() string {
	out := s.summary() + "\ntaken " + s.Capture.Time.Format(time.RFC3339)
	for _, e := range s.Events {
		out += "\nevent " + e.Reason
	}
	for _, l := range s.Logs {
		if l.Error != "" {
			out += "\nno log " + l.Namespace + "/" + l.Pod + " " + l.Container
		}
	}
	for _, f := range s.Files {
		out += "\nnote " + f.Name + ": " + f.Note
	}
	for _, p := range s.Problems {
		out += "\ntrouble " + p.File + ": " + p.Message
	}
	return out
}

// TestLimitsPage holds docs/formats.md to what is kept of texts, logs and complaints.
func TestLimitsPage(t *testing.T) {
	page, err := os.ReadFile("../docs/formats.md")
	check(t, err)
	for _, words := range []string{
		fmt.Sprintf("| one text of an object | its first %d KiB |", longestText>>10),
		fmt.Sprintf("its first %d and last %d lines, and one line of each of %d shapes that look like errors; of a log without such lines "+
			"the first %d and the last %d; %d KiB of each line |", headLines, tailLines, badShapes, quietHead, quietTail, lineText>>10),
		fmt.Sprintf("| problems told of one file | %d |", problemsPerFile),
	} {
		if !strings.Contains(string(page), words) {
			t.Errorf("docs/formats.md does not say: %s", words)
		}
	}
}

// TestForms holds that what a row of docs/formats.md says is so.
func TestForms(t *testing.T) {
	doc, err := os.ReadFile("../docs/formats.md")
	check(t, err)
	for _, f := range forms {
		row := string(doc)
		if f.row != "" {
			row = regexp.MustCompile("(?m)^\\| `" + f.row + "` \\|.*$").FindString(row)
		}
		if !strings.Contains(row, f.says) {
			t.Errorf("docs/formats.md, row %s: does not say %q", f.row, f.says)
		}
		got := load(t, save(t, "dump.tgz", gz(t, f.dump.tarAt(t, time.Unix(0, 0))))).everything()
		for _, line := range f.want {
			if !strings.Contains("\n"+got+"\n", "\n"+line) {
				t.Errorf("%s, %s: no line %q in\n%s", f.row, f.says, line, got)
			}
		}
	}
}
