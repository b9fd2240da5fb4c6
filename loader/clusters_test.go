package loader

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// clusterAt is a dump of a cluster, whose UIDs hold the letter, in files below the folder.
func clusterAt(folder, letter, day string) tree {
	n := 0
	item := func(kind, namespace, name, more string) string {
		n++
		return fmt.Sprintf(`{"apiVersion":"v1","kind":%q,"metadata":{"namespace":%q,"name":%q,"creationTimestamp":"%sT08:00:00Z",
			"uid":"%s0000000-0000-4000-8000-%012d"}%s}`, kind, namespace, name, day, letter, n, more)
	}
	list := func(items ...string) string {
		return `{"apiVersion":"v1","kind":"List","items":[` + strings.Join(items, ",") + `]}`
	}
	return tree{
		folder + "namespaces.json":      list(item("Namespace", "", "kube-system", ""), item("Namespace", "", "shop", "")),
		folder + "default/core.json":    list(item("Service", "default", "kubernetes", ""), item("ServiceAccount", "default", "default", "")),
		folder + "nodes.json":           list(item("Node", "", "node-"+letter, "")),
		folder + "kube-system/pod.json": list(item("Pod", "kube-system", "proxy", `,"spec":{"nodeName":"node-`+letter+`","containers":[{"name":"a"}]}`)),
	}
}

// apiService is the Service of the API server.
func apiService(letter string) string {
	return `{"apiVersion":"v1","kind":"ServiceList","items":[{"metadata":{"namespace":"default","name":"kubernetes","uid":"` + letter +
		`0000000-0000-4000-8000-000000000099"}}]}`
}

func (d tree) with(o tree) tree {
	for name, body := range o {
		d[name] = body
	}
	return d
}

func (d tree) without(names ...string) tree {
	for _, n := range names {
		if _, ok := d[n]; !ok {
			panic(n)
		}
		delete(d, n)
	}
	return d
}

// TestClusters: two clusters in one source are told apart by what proves it, and only one of them is read.
func TestClusters(t *testing.T) {
	events := `{"apiVersion":"v1","kind":"EventList","items":[{"metadata":{"name":"e","namespace":"kube-system"},"lastTimestamp":"2026-03-09T08:00:00Z",
		"involvedObject":{"kind":"Pod","namespace":"kube-system","name":"proxy","uid":"a0000000-0000-4000-8000-000000000006"}}]}`
	for _, tt := range []struct {
		name string
		dump tree
		want []string // root, its kind, and whether it was read
	}{
		{"one", clusterAt("a/", "a", "2026-03-01"), nil},
		{"one, collected twice", clusterAt("a/", "a", "2026-03-01").with(clusterAt("b/", "a", "2026-03-01")), nil},
		{"one, whose Service and account were made again", clusterAt("a/", "a", "2026-03-01").
			with(clusterAt("b/", "a", "2026-03-01").without("b/default/core.json")).
			with(tree{"b/default/core.json": clusterAt("", "c", "2026-03-02")["default/core.json"]}), nil},
		{"one, and UIDs that people wrote", tree{"a/ns.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: default, uid: one}\n",
			"b/ns.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: default, uid: two}\n"}, nil},
		{"two", clusterAt("a/", "a", "2026-03-01").with(clusterAt("b/", "b", "2026-03-02")),
			[]string{"a proven", "b proven read"}},
		{"two, the first is newer", clusterAt("a/", "a", "2026-03-03").with(clusterAt("b/", "b", "2026-03-02")),
			[]string{"a proven read", "b proven"}},
		{"two as kubectl cluster-info dump saves them", clusterAt("a/", "a", "2026-03-01").with(clusterAt("b/", "b", "2026-03-02")).
			without("a/namespaces.json", "b/namespaces.json", "a/default/core.json", "b/default/core.json").
			with(tree{"a/default/services.json": apiService("a"), "b/default/services.json": apiService("b")}),
			[]string{"a proven", "b proven read"}},
		{"one without Namespaces, whose Service was made again", clusterAt("a/", "a", "2026-03-01").with(clusterAt("b/", "a", "2026-03-01")).
			without("a/namespaces.json", "b/namespaces.json", "a/default/core.json", "b/default/core.json").
			with(tree{"a/default/services.json": apiService("a"), "b/default/services.json": apiService("b")}), nil},
		{"one without Namespaces, whose nodes were replaced", clusterAt("a/", "a", "2026-03-01").with(clusterAt("b/", "b", "2026-03-02")).
			without("a/namespaces.json", "b/namespaces.json", "a/default/core.json", "b/default/core.json").
			with(tree{"a/default/services.json": apiService("a"), "b/default/services.json": apiService("a")}), nil},
		{"two without Namespaces, deep", clusterAt("x/y/a/", "a", "2026-03-01").with(clusterAt("x/y/b/", "b", "2026-03-02")).
			without("x/y/a/namespaces.json", "x/y/b/namespaces.json"), []string{"x/y/a proven", "x/y/b proven read"}},
		{"two, and Events of the first", clusterAt("a/", "a", "2026-03-01").with(clusterAt("b/", "b", "2026-03-02")).with(tree{"late/events.json": events}),
			[]string{"a,late proven read", "b proven"}},
		{"two, and nodes of a third", clusterAt("a/", "a", "2026-03-01").with(clusterAt("b/", "b", "2026-03-02")).
			with(tree{"c/nodes.json": clusterAt("", "c", "2026-03-05")["nodes.json"], "README.md": "three clusters"}),
			[]string{"a proven", "b proven read", "c"}},
	} {
		s, err := Load(context.Background(), []string{tt.dump.dir(t)}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, clusterWords(s)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if tt.want != nil && (len(s.Nodes) != 1 || s.Pods[0].Spec.NodeName != s.Nodes[0].Name || len(s.Versions(RefOf("Pod", s.Pods[0]))) > 0) {
			t.Errorf("%s: holds what is not of one cluster", tt.name)
		}
	}
}

func clusterWords(s *Snapshot) (out []string) {
	for _, c := range s.Source.Clusters {
		words := strings.Join(c.Roots, ",")
		if c.Proven {
			words += " proven"
		}
		if c.Read {
			words += " read"
		}
		out = append(out, words)
	}
	return out
}

// TestClusterSources: the parts are named so that the program takes them, where they do not stand inside an archive.
func TestClusterSources(t *testing.T) {
	a, b := clusterAt("", "a", "2026-03-01"), clusterAt("", "b", "2026-03-02")
	mixed := clusterAt("a/", "a", "2026-03-01").with(clusterAt("b/", "b", "2026-03-02"))
	one, two := save(t, "one.tar", a.tar(t)), save(t, "two.tar", b.tar(t))
	nested := tree{"one.tar": string(a.tar(t)), "two.tar": string(b.tar(t))}.dir(t)
	for _, tt := range []struct {
		sources []string
		want    [][]string
	}{
		{[]string{one, two}, [][]string{{one}, {two}}},
		{[]string{nested}, [][]string{{filepath.Join(nested, "one.tar")}, {filepath.Join(nested, "two.tar")}}},
		{[]string{save(t, "mixed.tar", mixed.tar(t))}, [][]string{nil, nil}},
	} {
		s, err := Load(context.Background(), tt.sources, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got [][]string
		for _, c := range s.Source.Clusters {
			got = append(got, c.Sources)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.sources, diff)
		}
		if len(s.Problems) != 1 || !s.Problems[0].Apart || !s.Problems[0].Loses {
			t.Errorf("%s: problems %+v", tt.sources, s.Problems)
		}
	}
}
