package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/podtriage/podtriage/loader"
)

func selectorFlag(text string) cli.Flag {
	return &cli.StringFlag{Name: "selector", Aliases: []string{"l"}, Usage: text}
}

// selectorOf reads the flag; without it everything matches.
func selectorOf(c *cli.Context) (labels.Selector, error) {
	selector, err := labels.Parse(c.String("selector"))
	if err != nil {
		return nil, usage("invalid selector %q: %v", c.String("selector"), err)
	}
	return selector, nil
}

// labeled reports whether the object is in the dump and has the labels. An object that is not there has none that are known.
func labeled(s *loader.Snapshot, r loader.Ref, selector labels.Selector) bool {
	if selector.Empty() {
		return true
	}
	o := s.Find(r)
	if o == nil {
		o = s.Find(r.Key())
	}
	return o != nil && selector.Matches(labels.Set(o.GetLabels()))
}

// knownNamespaces refuses a namespace that nothing of the dump is in: an empty answer would look like a healthy one.
func knownNamespaces(s *loader.Snapshot, list []string) error {
	if len(list) == 0 {
		return nil
	}
	known := map[string]bool{}
	for _, namespace := range s.Coverage.Namespaces {
		known[namespace] = true
	}
	for r := range s.Objects() {
		known[r.Namespace] = true
		if r.Kind == "Namespace" {
			known[r.Name] = true
		}
	}
	for _, e := range s.Events {
		known[e.Ref.Namespace], known[e.Object.Namespace] = true, true
	}
	delete(known, "")
	for _, namespace := range list {
		if known[namespace] {
			continue
		}
		f := usage("no namespace %q in the dump", namespace)
		names := slices.Sorted(maps.Keys(known))
		if n := nearest(namespace, names); n != "" {
			return f.hint("did you mean %q?", n)
		}
		if len(names) > 10 {
			names = append(names[:10], fmt.Sprintf("and %d more", len(names)-10))
		}
		return f.hint("it holds %s", strings.Join(names, ", "))
	}
	return nil
}
