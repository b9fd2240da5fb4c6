package compare

import (
	"cmp"
	"slices"

	"github.com/podtriage/podtriage/loader"
)

// uncovered lists the namespaces of the new dump of which the old one holds nothing, in which nothing can be called new.
func uncovered(old, now *loader.Snapshot) []Scope {
	known := map[string]bool{"": true}
	for r := range old.Objects() {
		known[r.Namespace] = true
	}
	pods := map[string]int{}
	for r := range now.Objects() {
		if known[r.Namespace] || old.Lookup(r) != loader.NotCollected {
			continue
		}
		n := pods[r.Namespace]
		if r.Kind == "Pod" {
			n++
		}
		pods[r.Namespace] = n
	}
	var out []Scope
	for namespace, n := range pods {
		out = append(out, Scope{namespace, n})
	}
	slices.SortFunc(out, func(a, b Scope) int { return cmp.Compare(a.Namespace, b.Namespace) })
	return out
}
