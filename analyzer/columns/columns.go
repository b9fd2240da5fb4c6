// Package columns computes what "kubectl get" prints. In goes a Snapshot and a query, out come the rows of one kind, ordered by
// namespace and name, as of the capture time. It follows pkg/printers/internalversion/printers.go of Kubernetes v1.37. The API server
// always builds the wide row; the narrow one leaves columns out.
package columns

import (
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/podtriage/podtriage/loader"
)

// Column is one column of a kind's table.
type Column struct {
	Name string // as kubectl heads it
	Wide bool   // printed only with -o wide
}

// Kind is a kind of object and its table.
type Kind struct {
	Kind    string
	Plural  string
	Group   string   // API group; empty for the core one
	Version string   // of the group, such as v1
	Short   []string // short names, such as po
	Columns []Column

	list  func(*loader.Snapshot) []metav1.Object
	cells func(o metav1.Object, now time.Time) []string
}

// APIVersion is how objects of the kind name their API.
func (k Kind) APIVersion() string {
	if k.Group == "" {
		return k.Version
	}
	return k.Group + "/" + k.Version
}

// Prefix is what kubectl puts before a name where kinds are mixed, such as deployment.apps/.
func (k Kind) Prefix() string {
	return kindAndGroup(k.Kind, k.APIVersion()) + "/"
}

// Row is one object's line.
type Row struct {
	Object metav1.Object
	Cells  []string // one for each Column
}

// Query chooses objects; the zero Query chooses all.
type Query struct {
	Namespaces []string
	Names      []string
	Selector   labels.Selector
}

// Rows returns the rows of the objects that the query chooses, ordered by namespace and name.
func (k Kind) Rows(s *loader.Snapshot, q Query) []Row {
	var out []Row
	for _, o := range k.list(s) {
		if q.matches(o) {
			out = append(out, Row{o, k.cells(o, s.Capture.Time)})
		}
	}
	return out
}

func (q Query) matches(o metav1.Object) bool {
	return (len(q.Namespaces) == 0 || o.GetNamespace() == "" || slices.Contains(q.Namespaces, o.GetNamespace())) &&
		(len(q.Names) == 0 || slices.Contains(q.Names, o.GetName())) &&
		(q.Selector == nil || q.Selector.Matches(labels.Set(o.GetLabels())))
}

// Find returns the kind of that name: singular, plural, short, or with its group (deployments.apps).
func Find(name string) (Kind, bool) {
	name = strings.ToLower(name)
	for _, k := range Kinds() {
		base, group, _ := strings.Cut(name, ".")
		if group != "" && group != k.Group && group != k.Version+"."+k.Group {
			continue
		}
		if base == strings.ToLower(k.Kind) || base == k.Plural || slices.Contains(k.Short, base) {
			return k, true
		}
	}
	return Kind{}, false
}

// table makes a Kind. names are the plural and the short names; columns are separated by commas, those of -o wide begin
// with +.
func table[T metav1.Object](kind, api, names, columns string, list func(*loader.Snapshot) []T, cells func(T, time.Time) []string) Kind {
	words := strings.Fields(names)
	k := Kind{Kind: kind, Plural: words[0], Short: words[1:], Version: api}
	if group, version, ok := strings.Cut(api, "/"); ok {
		k.Group, k.Version = group, version
	}
	for _, c := range strings.Split(columns, ",") {
		name, wide := strings.CutPrefix(c, "+")
		k.Columns = append(k.Columns, Column{name, wide})
	}
	k.list = func(s *loader.Snapshot) []metav1.Object {
		objects := list(s)
		out := make([]metav1.Object, len(objects))
		for i, o := range objects {
			out[i] = o
		}
		return out
	}
	k.cells = func(o metav1.Object, now time.Time) []string { return cells(o.(T), now) }
	return k
}
