package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/columns"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/view"
)

// An object is written [kind/]namespace/name, kind/name, name, or namespace/ for a whole namespace.

// objectsNamed returns the objects that the text fits, without UIDs, ordered: those of the dump and those that only Events
// still know. With kinds, only objects of those kinds count.
func objectsNamed(s *loader.Snapshot, text string, kinds ...string) ([]loader.Ref, error) {
	fits := objectPattern(text)
	found := map[loader.Ref]bool{}
	names := map[string]bool{}
	visit := func(r loader.Ref) {
		if r.Kind == "Event" || len(kinds) > 0 && !slices.Contains(kinds, r.Kind) {
			return
		}
		names[r.Path()] = true
		if fits(r) {
			found[r.Key()] = true
		}
	}
	for r := range s.Objects() {
		visit(r)
	}
	for _, e := range s.Events {
		visit(e.Object)
	}
	if namespace, ok := strings.CutSuffix(text, "/"); ok && slices.Contains(s.Coverage.Namespaces, namespace) {
		found[loader.Ref{Kind: "Namespace", Name: namespace}] = true
	}
	if len(found) == 0 {
		f := usage("no object %q in the dump", text)
		if n := nearest(text, slices.Sorted(maps.Keys(names))); n != "" {
			f.hint("did you mean %q?", n)
		}
		return nil, f.hint("an object is namespace/name, kind/namespace/name, node/name, or namespace/")
	}
	return slices.SortedFunc(maps.Keys(found), loader.Ref.Compare), nil
}

// objectNamed returns the one object that the text fits, or an error that lists those that it fits.
func objectNamed(s *loader.Snapshot, text string, kinds ...string) (loader.Ref, error) {
	list, err := objectsNamed(s, text, kinds...)
	if err != nil {
		return loader.Ref{}, err
	}
	if len(list) == 1 {
		return list[0], nil
	}
	f := usage("%q fits %s", text, view.Count(len(list), "object"))
	for _, r := range list[:min(len(list), 10)] {
		f.hint("%s", objectText(r))
	}
	if len(list) > 10 {
		f.hint("and %d more", len(list)-10)
	}
	return loader.Ref{}, f
}

// objectText writes an object so that objectNamed finds it again.
func objectText(r loader.Ref) string { return strings.ToLower(r.Kind) + "/" + r.Path() }

// objectPattern returns what the text fits.
func objectPattern(text string) func(loader.Ref) bool {
	parts := strings.Split(text, "/")
	kind := func(name string) string {
		if k, ok := columns.Find(name); ok {
			return k.Kind
		}
		return name
	}
	switch {
	case len(parts) == 1:
		return func(r loader.Ref) bool { return r.Name == text }
	case len(parts) == 2 && parts[1] == "":
		return func(r loader.Ref) bool { return r.Kind == "Namespace" && r.Name == parts[0] }
	case len(parts) == 2:
		return func(r loader.Ref) bool {
			return r.Name == parts[1] && (r.Namespace == parts[0] || strings.EqualFold(r.Kind, kind(parts[0])))
		}
	case len(parts) == 3:
		return func(r loader.Ref) bool {
			return r.Name == parts[2] && r.Namespace == parts[1] && strings.EqualFold(r.Kind, kind(parts[0]))
		}
	}
	return func(loader.Ref) bool { return false }
}
