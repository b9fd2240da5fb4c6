package loader

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/google/go-cmp/cmp"
)

func TestNothing(t *testing.T) {
	for name, tt := range map[string]struct {
		data []byte
		want string // a part of the error
	}{
		"empty.zip":    {tree{}.zip(t), "there are no files in it"},
		"photos.tar":   {tree{"a.jpg": "\xff\xd8\xff\xe0", "b.txt": "a note"}.tar(t), "it has 2 files, the largest is b.txt (6 bytes)"},
		"describe.txt": {[]byte("Name:         web-0\nNamespace:    shop\nPriority:     0\nNode:         w1/10.0.0.1\nStatus:       Running\nContainers:\n  app:\n    Image: x\n"), "kubectl describe"},
		"blank.yaml":   {[]byte("\n\n"), "empty"},
		"dump.7z":      {[]byte("7z\xbc\xaf\x27\x1c\x00\x04"), "unpack it first"},
	} {
		_, err := Load(context.Background(), []string{save(t, name, tt.data)}, Options{})
		if !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Load(ctx, []string{save(t, "d.tar", shop.tar(t))}, Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestCapture: what tells when a dump was taken, and what does not.
func TestCapture(t *testing.T) {
	with := func(name, body string) tree {
		d := tree{name: body}
		for n, b := range shop {
			d[n] = b
		}
		return d
	}
	newest := time.Date(2026, 11, 18, 10, 2, 29, 0, time.UTC)
	for _, tt := range []struct {
		name  string
		dump  tree
		files time.Time // of the files
		now   time.Time
		want  time.Time
		basis string
	}{
		{"files written soon after", shop, newest.Add(time.Minute), time.Time{}, newest.Add(time.Minute).Truncate(2 * time.Second),
			"file times in the dump"},
		{"files copied later", shop, newest.Add(50 * time.Hour), time.Time{}, newest, "newest record in the dump"},
		{"files older than the records", shop, newest.Add(-time.Hour), time.Time{}, newest, "newest record in the dump"},
		{"files of 1970", shop, time.Unix(0, 0), time.Time{}, newest, "newest record in the dump"},
		{"the collector's word", with("timestamp", "2026-11-18 10:00:00.1 +0000 UTC m=+0.1\n2026-11-18 10:04:00.1 +0000 UTC m=+99\n"),
			newest.Add(time.Minute), time.Time{}, newest.Add(91 * time.Second), "time that the collector wrote down"},
		{"--now", shop, newest.Add(time.Minute), newest.Add(time.Hour), newest.Add(time.Hour), "given by --now"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Load(context.Background(), []string{save(t, "d.tar", tt.dump.tarAt(t, tt.files))}, Options{Now: tt.now})
			check(t, err)
			if s.Capture.Basis != tt.basis || !s.Capture.Time.Equal(tt.want) || !s.Capture.Newest.Equal(newest) {
				t.Errorf("got %s, %s; want %s, %s", s.Capture.Time, s.Capture.Basis, tt.want, tt.basis)
			}
		})
	}
}

// TestNewestRecord: which records bound the dump time from below. A deletion is asked for a grace period before its timestamp.
func TestNewestRecord(t *testing.T) {
	const meta = `"creationTimestamp": "2026-01-01T00:00:00Z", "name": "x", "namespace": "a"`
	for _, tt := range []struct{ name, object, want string }{
		{"deletion", `{"apiVersion":"v1","kind":"Pod","metadata":{` + meta +
			`,"deletionTimestamp":"2026-01-02T00:00:30Z","deletionGracePeriodSeconds":30}}`, "2026-01-02T00:00:00Z"},
		{"deletion of a Pod, grace unknown",
			`{"apiVersion":"v1","kind":"Pod","metadata":{` + meta + `,"deletionTimestamp":"2026-01-02T00:00:30Z"}}`, "2026-01-01T00:00:00Z"},
		{"deletion of a claim", `{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{` + meta +
			`,"deletionTimestamp":"2026-01-02T00:00:30Z","deletionGracePeriodSeconds":0}}`, "2026-01-02T00:00:30Z"},
		{"claim", `{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{` + meta +
			`},"status":{"conditions":[{"type":"Resizing","status":"True","lastTransitionTime":"2026-01-03T00:00:00Z"}]}}`, "2026-01-03T00:00:00Z"},
		{"job", `{"apiVersion":"batch/v1","kind":"Job","metadata":{` + meta +
			`},"status":{"startTime":"2026-01-03T00:00:00Z","completionTime":"2026-01-04T00:00:00Z"}}`, "2026-01-04T00:00:00Z"},
		{"cron job", `{"apiVersion":"batch/v1","kind":"CronJob","metadata":{` + meta +
			`},"status":{"lastScheduleTime":"2026-01-03T00:00:00Z"}}`, "2026-01-03T00:00:00Z"},
		{"deployment", `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{` + meta +
			`},"status":{"conditions":[{"type":"Progressing","status":"True","lastTransitionTime":"2026-01-03T00:00:00Z","lastUpdateTime":"2026-01-04T00:00:00Z"}]}}`, "2026-01-04T00:00:00Z"},
		{"replica set", `{"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{` + meta +
			`},"status":{"conditions":[{"type":"ReplicaFailure","status":"True","lastTransitionTime":"2026-01-03T00:00:00Z"}]}}`,
			"2026-01-03T00:00:00Z"},
		{"autoscaler", `{"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","metadata":{` + meta +
			`},"status":{"lastScaleTime":"2026-01-03T00:00:00Z"}}`, "2026-01-03T00:00:00Z"},
		{"a kind of an add-on", `{"apiVersion":"example.com/v1","kind":"Widget","metadata":{` + meta +
			`},"status":{"conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-01-03T00:00:00Z"}]}}`, "2026-01-03T00:00:00Z"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Load(context.Background(), []string{save(t, "d.tar", tree{"d/x.json": tt.object}.tarAt(t, time.Unix(0, 0)))}, Options{})
			check(t, err)
			if got := s.Capture.Time.Format(time.RFC3339); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestCoverage: absent is only what would be there if it existed.
func TestCoverage(t *testing.T) {
	pod := func(ns, name string) string {
		return `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"` + name + `","namespace":"` + ns + `"}}`
	}
	type ask struct {
		kind, namespace string
		want            Presence
	}
	for name, tt := range map[string]struct {
		tree tree
		asks []ask
	}{
		"one object tells of no other": {tree{"x.json": pod("shop", "a")},
			[]ask{{"Pod", "shop", NotCollected}, {"ConfigMap", "shop", NotCollected}}},
		"a list of one namespace": {tree{"x.json": listOf("PodList", pod("shop", "a"))},
			[]ask{{"Pod", "shop", Absent}, {"Pod", "other", NotCollected}}},
		"a list of several is of all": {tree{"x.json": listOf("PodList", pod("shop", "a"), pod("cart", "b"))},
			[]ask{{"Pod", "shop", Absent}, {"Pod", "other", Absent}}},
		"an empty list beside it": {tree{"d/pods.json": listOf("PodList", pod("shop", "a"), pod("cart", "b")),
			"d/configmaps.json": listOf("ConfigMapList")},
			[]ask{{"ConfigMap", "shop", Absent}, {"Secret", "shop", NotCollected}}},
		"an empty list of a namespace": {tree{"shop/pods.json": listOf("PodList", pod("shop", "a")), "shop/services.json": listOf("ServiceList")},
			[]ask{{"Service", "shop", Absent}, {"Service", "cart", NotCollected}}},
		"an empty list alone": {tree{"services.json": listOf("ServiceList")}, []ask{{"Service", "shop", NotCollected}}},
		"cluster scoped":      {tree{"nodes.json": listOf("NodeList", nodeJSON)}, []ask{{"Node", "", Absent}}},
	} {
		s := load(t, save(t, "d.tar", tt.tree.tar(t)))
		for _, a := range tt.asks {
			if got := s.Lookup(Ref{Kind: a.kind, Namespace: a.namespace, Name: "none"}); got != a.want {
				t.Errorf("%s: %s in %q: %v, want %v", name, a.kind, a.namespace, got, a.want)
			}
		}
	}
}

// TestVersions: the newest reading of an object wins, older ones are kept, equal ones are not.
func TestVersions(t *testing.T) {
	pod := func(version, phase string) string {
		return `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"shop","uid":"u","resourceVersion":"` + version +
			`"},"status":{"phase":"` + phase + `"}}`
	}
	first := save(t, "1.json", []byte(pod("9", "Pending")))
	second := save(t, "2.json", []byte(pod("10", "Running")))
	for _, sources := range [][]string{{first, second}, {second, first}, {first, second, first}} {
		s := load(t, sources...)
		var got []string
		for _, v := range s.Versions(Ref{Kind: "Pod", Namespace: "shop", Name: "a"}) {
			got = append(got, v.GetResourceVersion())
		}
		if len(s.Pods) != 1 || s.Pods[0].Status.Phase != "Running" || cmp.Diff([]string{"9"}, got) != "" {
			t.Errorf("%d pods, versions %v", len(s.Pods), got)
		}
	}
}

// TestWatch: an object that a watch saw deleted is no longer there.
func TestWatch(t *testing.T) {
	line := func(what, version string) string {
		return `{"type":"` + what + `","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"shop","uid":"u","resourceVersion":"` + version + `"}}}` + "\n"
	}
	s := load(t, save(t, "w.json", []byte(line("ADDED", "1")+line("MODIFIED", "2")+line("DELETED", "3"))))
	if n := len(s.Versions(Ref{Kind: "Pod", Namespace: "shop", Name: "a"})); len(s.Pods) != 0 || n != 3 {
		t.Errorf("%d pods, %d versions", len(s.Pods), n)
	}
}

// TestSecrets: no value of a Secret, a ConfigMap or the last applied configuration is kept.
func TestSecrets(t *testing.T) {
	text := `{"kind":"List","apiVersion":"v1","items":[
		{"kind":"Secret","apiVersion":"v1","metadata":{"name":"s","namespace":"shop"},"data":{"k":"aHVudGVyMg=="},"stringData":{"t":"hunter2"}},
		{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"c","namespace":"shop","annotations":{"kubectl.kubernetes.io/last-applied-configuration":"hunter2"}},"data":{"k":"hunter2"},"binaryData":{"b":"aHVudGVyMg=="}}]}`
	s := load(t, save(t, "x.json", []byte(text)))
	if _, ok := s.Secrets[0].Data["k"]; !ok {
		t.Error("the key of the Secret is gone")
	}
	if _, ok := s.ConfigMaps[0].Data["k"]; !ok {
		t.Error("the key of the ConfigMap is gone")
	}
	if all := s.text(t); strings.Contains(all, "hunter2") || strings.Contains(all, "aHVudGVyMg") {
		t.Errorf("a value was kept:\n%s", all)
	}
}

// TestDamage: half an archive gives half a Snapshot and says so.
func TestDamage(t *testing.T) {
	whole := gz(t, shop.tar(t))
	s := load(t, save(t, "d.tgz", whole[:len(whole)*9/10]))
	if len(s.Pods) == 0 || len(s.Problems) != 1 || !s.Problems[0].Loses {
		t.Errorf("%d pods, problems %+v", len(s.Pods), s.Problems)
	}
}

// TestSeveralSources: files of the same name are told apart.
func TestSeveralSources(t *testing.T) {
	a, b := save(t, "a.tar", shop.tar(t)), save(t, "b.zip", shop.zip(t))
	s := load(t, a, b)
	if len(s.Pods) != 2 || s.Source.Files != 2*len(shop) || s.Files[0].Name != "a.tar!nodes.json" {
		t.Errorf("%d pods, %d files, the first %s", len(s.Pods), s.Source.Files, s.Files[0].Name)
	}
}

// TestPositions: every object knows where it stands.
func TestPositions(t *testing.T) {
	s := load(t, shop.dir(t))
	p := s.Find(Ref{Kind: "Pod", Namespace: "shop", Name: "web-1"}).(*corev1.Pod)
	if got := s.Pos(p); got.File != "shop/pods.json" || got.Line != 2 {
		t.Errorf("web-1 stands at %+v", got)
	}
}
