package decode

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
)

// read splits and decodes text and returns a line for each thing found: objects, lists, logs, problems, the form.
func read(t testing.TB, r io.Reader) []string {
	t.Helper()
	var out []string
	note := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	problem := func(p Problem) { note("%d! %s%s", p.Line, p.Message, map[bool]string{true: " (loses)"}[p.Loses]) }
	shape, err := Split(r, Options{}, Sink{
		Chunk: func(c Chunk) error {
			objects, problems := c.Decode()
			for _, o := range objects {
				at := fmt.Sprint(o.Line)
				if o.Column > 0 {
					at += fmt.Sprintf(":%d", o.Column)
				}
				note("%s", strings.TrimSpace(fmt.Sprintf("%s %s %s/%s %s", at, o.Kind, o.Value.GetNamespace(), o.Value.GetName(), o.Watch)))
			}
			for _, p := range problems {
				problem(p)
			}
			return nil
		},
		List: func(kind, apiVersion string, items int) { note("list %q %q", kind, apiVersion) },
		Log: func(b LogBlock) {
			text, _ := io.ReadAll(b.Text)
			note("%d log %s/%s/%s %q", b.Line, b.Namespace, b.Pod, b.Container, text)
		},
		Problem: problem,
	})
	if err != nil {
		note("error: %v", err)
	}
	if note("%s", shape.Form); shape.Reason != "" {
		out[len(out)-1] += ": " + shape.Reason
	}
	return out
}

const (
	pod    = `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"ns"}}`
	second = `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"b","namespace":"ns"}}`
	bare   = `{"metadata":{"name":"a","namespace":"ns"},"spec":{"containers":[]}}`
	yamlA  = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  namespace: ns\n"
	yamlB  = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: b\n  namespace: ns\n"
	itemA  = "- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: a\n    namespace: ns\n"
	itemB  = "- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: b\n    namespace: ns\n"
	pretty = "{\n    \"kind\": \"PodList\",\n    \"apiVersion\": \"v1\",\n    \"items\": [\n        {\n            \"metadata\": {\n                \"name\": \"a\",\n" +
		"                \"namespace\": \"ns\"\n            }\n        },\n        {\n            \"metadata\": {\n                \"name\": \"b\",\n" +
		"                \"namespace\": \"ns\"\n            }\n        }\n    ]\n}\n"
)

var shapes = []struct {
	name, in string
	want     []string
}{
	{"object", pod, []string{"1 Pod ns/a", "json"}},
	{"list", `{"kind":"List","apiVersion":"v1","items":[` + pod + "," + second + "]}",
		[]string{`list "" "v1"`, "1:43 Pod ns/a", "1:117 Pod ns/b", "json"}},
	{"typed list", pretty, []string{`list "Pod" "v1"`, "5 Pod ns/a", "11 Pod ns/b", "json"}},
	{"kind after items", `{"apiVersion":"v1","items":[{"metadata":{"name":"a"}}],"kind":"ConfigMapList"}`,
		[]string{`list "ConfigMap" "v1"`, "1:29 ConfigMap /a", "json"}},
	{"empty list", `{"kind":"PodList","apiVersion":"v1","items":[]}`, []string{`list "Pod" "v1"`, "json"}},
	{"items null", `{"kind":"PodList","apiVersion":"v1","items":null}`, []string{`list "Pod" "v1"`, "json"}},
	{"list in list", `{"kind":"List","items":[{"kind":"List","items":[` + pod + `]}]}`, []string{`list "" ""`, "1 Pod ns/a", "json"}},
	{"concatenated", pod + second, []string{"1 Pod ns/a", "1:74 Pod ns/b", "json"}},
	{"lines", pod + "\n" + second + "\n", []string{"1 Pod ns/a", "2 Pod ns/b", "json"}},
	{"array", "[\n" + pod + ",\n" + second + "]", []string{`list "" ""`, "2 Pod ns/a", "3 Pod ns/b", "json"}},
	{"watch", `{"type":"ADDED","object":` + pod + "}\n" + `{"type":"BOOKMARK","object":` + pod + "}\n" +
		`{"type":"DELETED","object":` + pod + "}",
		[]string{"1 Pod ns/a ADDED", "3 Pod ns/a DELETED", "json"}},
	{"watch error", `{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","reason":"Expired"}}` + pod,
		[]string{"1! the API server answered with an error instead of objects: Expired", "1:81 Pod ns/a", "json"}},
	{"exporter", `{"verb":"ADDED","event":{"kind":"Event","apiVersion":"v1","metadata":{"name":"e"}},"old_event":{"kind":"Event","metadata":{"name":"o"}}}`,
		[]string{"1 Event /e", "json"}},
	{"exporter text", `{"log":"{\"kind\":\"Event\",\"metadata\":{\"name\":\"e\"},\"reason\":\"x\"}\n"}`, []string{"1 Event /e", "json"}},
	{"no kind", bare, []string{"1 Pod ns/a", "json"}},
	{"insights events", `{"items":[{"namespace":"ns","lastTimestamp":"2022-08-24T11:40:44+02:00","reason":"r","message":"m","type":"Warning"}]}`,
		[]string{`list "" ""`, "1:11 Event ns/event-of-line-1", "json"}},
	{"foreign kind", `{"kind":"Node","apiVersion":"longhorn.io/v1","metadata":{"name":"w"}}`, []string{"1 Node.longhorn.io /w", "json"}},
	{"lower case", strings.Replace(pod, "Pod", "pod", 1), []string{"1 Pod ns/a", "json"}},
	{"status", `{"kind":"Status","apiVersion":"v1","metadata":{},"message":"secret","reason":"Forbidden"}`,
		[]string{"1! the API server answered with an error instead of objects: Forbidden (loses)", "json"}},
	{"yaml", yamlA, []string{"1 Pod ns/a", "yaml"}},
	{"yaml documents", "---\n" + yamlA + "---\n" + yamlB, []string{"2 Pod ns/a", "8 Pod ns/b", "yaml"}},
	{"yaml list", "apiVersion: v1\nitems:\n" + itemA + itemB + "kind: List\nmetadata: {}\n",
		[]string{`list "" "v1"`, "3 Pod ns/a", "8 Pod ns/b", "yaml"}},
	{"yaml typed list", "apiVersion: v1\nitems:\n- metadata:\n    name: a\n\n- metadata:\n    name: b\nkind: PodList\n",
		[]string{`list "Pod" "v1"`, "3 Pod /a", "6 Pod /b", "yaml"}},
	{"yaml indented list", "kind: PodList\napiVersion: v1\nitems:\n  - metadata:\n      name: a\n  - metadata:\n      name: b\n",
		[]string{`list "Pod" "v1"`, "4 Pod /a", "6 Pod /b", "yaml"}},
	{"yaml empty list", "apiVersion: v1\nitems: []\nkind: PodList\n", []string{`list "Pod" "v1"`, "yaml"}},
	{"yaml flow list", "apiVersion: v1\nkind: List\nitems: [{kind: Pod, metadata: {name: a}}]\n",
		[]string{`list "" "v1"`, "1 Pod /a", "yaml"}},
	{"yaml array", itemA + itemB, []string{`list "" ""`, "1 Pod ns/a", "6 Pod ns/b", "yaml"}},
	{"yaml watch", "object:\n  apiVersion: v1\n  kind: Pod\n  metadata:\n    name: a\ntype: ADDED\n---\nobject:\n  apiVersion: v1\n  kind: Pod\n  metadata:\n    name: a\ntype: MODIFIED\n",
		[]string{"2 Pod /a ADDED", "9 Pod /a MODIFIED", "yaml"}},
	{"yaml anchors", "apiVersion: v1\nitems:\n- kind: Pod\n  metadata: &m\n    name: a\n- kind: Pod\n  metadata: *m\nkind: List\n",
		[]string{`list "" "v1"`, "3 Pod /a", "6 Pod /a", "yaml"}},
	{"prompt", "Warning: v1 X is deprecated\n$ kubectl get pod a -o yaml\n" + yamlA + "$ exit\n", []string{"3 Pod ns/a", "yaml"}},
	{"json prompt", "PS C:\\> kubectl get pods -o json\n" + pod, []string{"2 Pod ns/a", "json"}},
	{"nothing", " \n\n", []string{"empty: is empty"}},
	{"nul", "\x00\x00\x00\x00\x00\x00\x00\x00", []string{"empty: holds nothing but NUL bytes"}},
	{"nul tail", pod + "\n\x00\x00\x00", []string{"1 Pod ns/a", "json"}},
	{"table", "NAME   READY   STATUS\nweb    1/1     Running\n", []string{"table: looks like the table that kubectl get prints"}},
	{"describe", "Name:         web\nNamespace:    shop\nLabels:       a=b\n",
		[]string{"describe: looks like the output of kubectl describe"}},
	{"refused", "Error from server (Forbidden): pods is forbidden\n",
		[]string{"error: holds the error of the collecting command instead of objects"}},
	{"refused list", `["pods is forbidden: User \"x\" cannot list"]`,
		[]string{"error: holds the error of the collecting command instead of objects"}},
	{"log", "2026-03-01T09:00:00Z starting\n", []string{"log: looks like a log"}},
	{"html", "<html><body></body></html>", []string{"other: is an HTML page"}},
	{"elf", "\x7fELF\x02\x01\x01\x00", []string{"binary: is a program"}},
	{"python", "{'kind': 'Pod'}", []string{"other: is a printed Python object, not JSON"}},
}

func TestShapes(t *testing.T) {
	for _, c := range shapes {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, read(t, strings.NewReader(c.in))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.want, read(t, iotest.OneByteReader(strings.NewReader(c.in)))); diff != "" {
				t.Errorf("byte by byte (-want +got):\n%s", diff)
			}
		})
	}
}

var salvage = []struct {
	name, in string
	want     []string
}{
	{"cut list", pretty[:strings.Index(pretty, `"b"`)],
		[]string{`list "Pod" "v1"`, "5 Pod ns/a", "11! the file ends inside this PodList; 1 items before the cut were read (loses)", "json"}},
	{"cut list, then another document", pretty[:strings.Index(pretty, `"b"`)] + "\n" + second, []string{`list "Pod" "v1"`, "5 Pod ns/a",
		"11! the file ends inside this PodList; 1 items before the cut were read (loses)", "14 Pod ns/b", "json"}},
	{"cut object", pod[:40], []string{"1! the document is cut off and was left out (loses)", "json"}},
	{"torn YAML", yamlA + "---\n    name: c\n    namespace: ns\n  spec:\n   x: [\n---\n" + yamlB,
		[]string{"1 Pod ns/a", "12 Pod ns/b", "9! the document is broken and was left out: it is not valid YAML (loses)", "yaml"}},
	{"torn YAML of no object", yamlA + "---\nkind of: [note\n---\n" + yamlB, []string{"1 Pod ns/a", "9 Pod ns/b", "yaml"}},
	{"torn YAML alone", "spec:\n  x: [\n", []string{"yaml"}},
	{"YAML cut between items", "apiVersion: v1\nitems:\n" + itemA, []string{`list "" "v1"`, "3 Pod ns/a",
		"1! the file ends inside this list; 1 items before the cut were read (loses)", "yaml"}},
	{"cut line", pod[:60] + "\n" + second, []string{"1! the document is broken and was left out: it is not valid JSON (loses)",
		"2 Pod ns/b", "json"}},
	{"broken item", strings.Replace(pretty, `"name": "a"`, `"name" "a"`, 1), []string{`list "Pod" "v1"`,
		"7! the object is broken and was left out: it is not valid JSON (loses)", "11 Pod ns/b", "json"}},
	{"null item", `{"kind":"List","items":[null,` + pod + "]}", []string{"1! an item of the list is not an object and was left out (loses)",
		`list "" ""`, "1:30 Pod ns/a", "json"}},
	{"trailing comma", strings.Replace(pod, `"ns"}}`, `"ns",},}`, 1), []string{"1 Pod ns/a", "json"}},
	{"broken yaml document", yamlA + "---\nkind: Pod\nmetadata: {name: [x}\n---\n" + yamlB, []string{"1 Pod ns/a",
		"7! the document is broken and was left out: it is not valid YAML (loses)", "10 Pod ns/b", "yaml"}},
	{"broken yaml item", "apiVersion: v1\nitems:\n- kind: Pod\n  metadata: \"x\n" + itemB + "kind: List\n", []string{`list "" "v1"`,
		"3! the document is broken and was left out: it is not valid YAML (loses)", "5 Pod ns/b", "yaml"}},
	{"cut yaml list", "apiVersion: v1\nitems:\n" + itemA,
		[]string{`list "" "v1"`, "3 Pod ns/a", "1! the file ends inside this list; 1 items before the cut were read (loses)", "yaml"}},
	{"wrong fields", strings.Replace(yamlA, "  namespace: ns\n",
		"  namespace: ns\n  creationTimestamp: soon\n  labels:\n    a.b/c: yes\n    d: e\n", 1), []string{"1 Pod ns/a",
		"6! Pod ns/a: metadata.creationTimestamp is not a time; the field was left out",
		"8! Pod ns/a: metadata.labels[a.b/c] is not text; the field was left out", "yaml"}},
	{"empty items", `{"kind":"PodList","items":[{},{},` + pod + "]}",
		[]string{`list "Pod" ""`, "1:34 Pod ns/a", "1! 2 items of the list are empty and were left out", "json"}},
	{"no name", `{"kind":"Pod","apiVersion":"v1"}`, []string{"1! Pod without a name was left out (loses)", "json"}},
	{"aliases", "kind: Pod\napiVersion: v1\nmetadata:\n  name: &a \"" + strings.Repeat("x", 5000) + "\"\n  annotations:\n" +
		strings.Repeat("    k: *a\n", 20),
		[]string{"1! a YAML document whose aliases refer to more than 64 KiB was left out (loses)", "yaml"}},
}

func TestSalvage(t *testing.T) {
	for _, c := range salvage {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, read(t, strings.NewReader(c.in))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLogBlocks(t *testing.T) {
	start, end := "==== START logs for container c of pod ns/p ====\n", "==== END logs for container c of pod ns/p ====\n"
	forged := "x\n==== END logs for container c of pod ns/p ====\nmore\n" + pod + "\n==== END logs for container d of pod ns/p ====\n"
	in := pretty + start + forged + "last" + end + start + end + second + "\n" + start + "open"
	want := []string{`list "Pod" "v1"`, "5 Pod ns/a", "11 Pod ns/b", fmt.Sprintf("20 log ns/p/c %q", forged+"last"),
		`27 log ns/p/c ""`, "28 Pod ns/b", `30 log ns/p/c "open"`, "30! the log of a container is cut off: the file ends inside it", "json"}
	for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in))} {
		if diff := cmp.Diff(want, read(t, r)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	unread, err := Split(strings.NewReader(in), Options{}, Sink{})
	if want := (Shape{Form: JSON, Chunks: 3, Logs: 3}); unread != want || err != nil {
		t.Errorf("without a sink: %+v, %v; want %+v", unread, err, want)
	}
}

func TestEncodings(t *testing.T) {
	units := utf16.Encode([]rune(yamlA + "# \U0001f600\n"))
	var little, big []byte
	for _, u := range units {
		little = append(little, byte(u), byte(u>>8))
		big = append(big, byte(u>>8), byte(u))
	}
	for name, in := range map[string]string{
		"mark": "\ufeff" + yamlA, "little endian": string(little), "big endian": string(big), "little endian mark": "\xff\xfe" + string(little),
		"big endian mark": "\xfe\xff" + string(big), "odd": "\xff\xfe" + string(little) + "x", "returns": strings.ReplaceAll(yamlA, "\n", "\r\n"),
	} {
		want := []string{"1 Pod ns/a", "yaml"}
		for _, r := range []io.Reader{strings.NewReader(in), iotest.HalfReader(strings.NewReader(in)),
			iotest.OneByteReader(strings.NewReader(in))} {
			if diff := cmp.Diff(want, read(t, r)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
	}
	latin := strings.Replace(pod, `"a"`, "\"caf\xe9\"", 1)
	if got, want := read(t, strings.NewReader(latin)), []string{"1 Pod ns/caf\ufffd", "json"}; !slices.Equal(got, want) {
		t.Errorf("Latin-1: %q, want %q", got, want)
	}
}

func TestErrors(t *testing.T) {
	broken := errors.New("broken")
	_, err := Split(io.MultiReader(strings.NewReader(pod), iotest.ErrReader(broken)), Options{}, Sink{})
	if !errors.Is(err, broken) {
		t.Errorf("a read error gives %v", err)
	}
	_, err = Split(strings.NewReader(pod+second), Options{}, Sink{Chunk: func(Chunk) error { return broken }})
	if !errors.Is(err, broken) {
		t.Errorf("an error of the sink gives %v", err)
	}
}

func TestItemLimit(t *testing.T) {
	big := `{"kind":"ConfigMap","metadata":{"name":"big"},"data":{"k":"` + strings.Repeat("x", 1<<20) + `"}}`
	for name, in := range map[string]string{"one line": `{"kind":"List","items":[` + big + "," + pod + "]}", "lines": big + "\n" + pod} {
		var names []string
		problems := 0
		_, err := Split(strings.NewReader(in), Options{ItemLimit: 1000}, Sink{Problem: func(Problem) { problems++ }, Chunk: func(c Chunk) error {
			objects, _ := c.Decode()
			for _, o := range objects {
				names = append(names, o.Value.GetName())
			}
			return nil
		}})
		if err != nil || problems != 1 || !slices.Equal(names, []string{"a"}) {
			t.Errorf("%s: %v, %d problems, objects %q", name, err, problems, names)
		}
	}
}

func decodeOne(t *testing.T, in string) Object {
	t.Helper()
	var all []Object
	if _, err := Split(strings.NewReader(in), Options{}, Sink{Chunk: func(c Chunk) error {
		objects, problems := c.Decode()
		if len(problems) > 0 {
			t.Errorf("%+v", problems)
		}
		all = append(all, objects...)
		return nil
	}}); err != nil || len(all) != 1 {
		t.Fatalf("%d objects, %v", len(all), err)
	}
	return all[0]
}

func TestSecretsStayOut(t *testing.T) {
	o := decodeOne(t, "apiVersion: v1\nkind: Secret\ndata:\n  password: aHVudGVyMg==\nstringData:\n  plain: hunter2\nmetadata:\n  name: s\n  annotations:\n    "+
		lastApplied+": |\n      {\"data\":{\"password\":\"aHVudGVyMg==\"}}\n")
	s := o.Value.(*corev1.Secret)
	if len(s.Annotations) != 0 {
		t.Errorf("annotations: %v", s.Annotations)
	}
	want := &corev1.Secret{Data: map[string][]byte{"password": nil}, StringData: map[string]string{"plain": ""}}
	if diff := cmp.Diff(want.Data, s.Data) + cmp.Diff(want.StringData, s.StringData); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestExitCodes(t *testing.T) {
	for in, want := range map[string]int32{"3221225477": -1073741819, "-1073741819": -1073741819, "137": 137, "1.0": 1, "1e2": 100} {
		o := decodeOne(t, `{"kind":"Pod","metadata":{"name":"a"},"status":{"containerStatuses":[{"state":{"terminated":{"exitCode":`+in+`}}}]}}`)
		if got := o.Value.(*corev1.Pod).Status.ContainerStatuses[0].State.Terminated.ExitCode; got != want {
			t.Errorf("%s: %d, want %d", in, got, want)
		}
	}
}

func TestInternalJSON(t *testing.T) {
	o := decodeOne(t, `{"ResourceVersion":"1","Items":[{"Name":"a","Namespace":"ns","UID":"u","ResourceVersion":"1","CreationTimestamp":"2026-03-01T09:00:00Z","Labels":{"App":"x"},
"Spec":{"Containers":[{"Name":"c","Image":"i"}],"SecurityContext":{"HostNetwork":true}},
"Status":{"Phase":"Running","PodIP":"10.0.0.1","ContainerStatuses":[{"Name":"c","ContainerID":"docker://1","State":{"Waiting":{"Reason":"CrashLoopBackOff"}}}]}}]}`)
	p := o.Value.(*corev1.Pod)
	got := []string{p.Name, p.Namespace, string(p.UID), p.CreationTimestamp.UTC().String(), p.Labels["App"], p.Spec.Containers[0].Image,
		fmt.Sprint(p.Spec.HostNetwork), string(p.Status.Phase), p.Status.PodIP, p.Status.ContainerStatuses[0].ContainerID,
		p.Status.ContainerStatuses[0].State.Waiting.Reason}
	want := []string{"a", "ns", "u", "2026-03-01 09:00:00 +0000 UTC", "x", "i", "true", "Running", "10.0.0.1",
		"docker://1", "CrashLoopBackOff"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
