// Package change finds what was changed in a cluster: revisions of workloads with the difference old to new, rollbacks, edits,
// configuration that changed under running Pods, images that moved under one tag, and nodes.
//
// In goes a Snapshot, out come Changes ordered by time. Who made a change is told only as the tool that managedFields name;
// values of environment variables stay hidden.
package change

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/podtriage/podtriage/loader"
)

// Kind is the sort of a Change.
type Kind string

// The kinds.
const (
	Created  Kind = "created"  // an object came to be
	Revision Kind = "revision" // a workload's pod template changed
	Rollback Kind = "rollback" // it changed back to an earlier one
	Edit     Kind = "edit"     // somebody wrote fields of an object
	Config   Kind = "config"   // a ConfigMap or Secret changed after Pods that use it had started
	Image    Kind = "image"    // one tag began to mean another image
	Node     Kind = "node"     // a node was added, tainted, rebooted, upgraded
)

// Change is one thing that was changed.
type Change struct {
	Object    loader.Ref        `json:"object"`
	Kind      Kind              `json:"kind"`
	At        time.Time         `json:"at,omitzero"`    // zero is not recorded
	Until     time.Time         `json:"until,omitzero"` // set when it was at some moment from At to Until
	Revision  int64             `json:"revision,omitempty"`
	Text      string            `json:"text"`              // stands after the object's name: "revision 42: limits.memory 512Mi -> 256Mi"
	Fields    []Field           `json:"fields,omitempty"`  // every difference
	By        string            `json:"by,omitempty"`      // the tool that wrote it, such as kubectl-edit
	Affects   []loader.Ref      `json:"affects,omitempty"` // Pods that use what changed, where owners do not tell
	Positions []loader.Position `json:"positions"`         // the newer object first
}

// Of returns every Change the Snapshot tells of, by time; those without a time come last.
func Of(s *loader.Snapshot) []Change {
	f := &finder{s: s, revised: map[loader.Ref][]time.Time{}}
	f.replicaSets()
	f.controllerRevisions()
	f.edits()
	f.configs()
	f.images()
	f.nodes()
	f.created()
	slices.SortStableFunc(f.out, func(x, y Change) int {
		if x.At.IsZero() != y.At.IsZero() {
			return cmp.Compare(boolInt(x.At.IsZero()), boolInt(y.At.IsZero()))
		}
		return cmp.Or(x.At.Compare(y.At), x.Object.Compare(y.Object), cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Revision, y.Revision),
			cmp.Compare(x.Text, y.Text))
	})
	return f.out
}

// Before returns the Changes that touch the named objects within the window that ends at the time, the nearest first. A Change that
// is only known to lie between two times counts when it may lie there.
func Before(list []Change, about []loader.Ref, at time.Time, window time.Duration) []Change {
	keys := make(map[loader.Ref]bool, len(about))
	for _, r := range about {
		keys[r.Key()] = true
	}
	var out []Change
	for _, c := range list {
		if !c.At.IsZero() && !c.At.After(at) && !cmp.Or(c.Until, c.At).Before(at.Add(-window)) && touches(&c, keys) {
			out = append(out, c)
		}
	}
	slices.Reverse(out)
	return out
}

func touches(c *Change, keys map[loader.Ref]bool) bool {
	if keys[c.Object.Key()] {
		return true
	}
	return slices.ContainsFunc(c.Affects, func(r loader.Ref) bool { return keys[r.Key()] })
}

// finder gathers Changes.
type finder struct {
	s       *loader.Snapshot
	out     []Change
	revised map[loader.Ref][]time.Time // when revisions of each workload were made
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
