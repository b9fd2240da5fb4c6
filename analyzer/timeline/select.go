package timeline

import (
	"slices"
	"time"

	"github.com/podtriage/podtriage/loader"
)

// Select returns the timelines of the object, of what it controls, and, of a namespace, of all in it. The object's own comes
// first, the others keep their order. The Ref needs no UID.
func Select(list []Timeline, about loader.Ref) []Timeline {
	about = about.Key()
	owners := make(map[loader.Ref]loader.Ref, len(list))
	for i := range list {
		if !list[i].Owner.IsZero() {
			owners[list[i].Object.Key()] = list[i].Owner.Key()
		}
	}
	var own, others []Timeline
	for i := range list {
		key := list[i].Object.Key()
		switch {
		case key == about:
			own = append(own, list[i])
		case about.Kind == "Namespace" && key.Namespace == about.Name, under(owners, key, about):
			others = append(others, list[i])
		}
	}
	return append(own, others...)
}

// under reports whether the chain of owners from the object leads to the one named.
func under(owners map[loader.Ref]loader.Ref, key, about loader.Ref) bool {
	for range 8 { // no real chain is longer; those of a hostile dump may be a circle
		up, ok := owners[key]
		if !ok {
			return false
		}
		if up == about {
			return true
		}
		key = up
	}
	return false
}

// Clip leaves out the entries that have no part in the window; a zero end is open. Timelines without entries stay.
func Clip(list []Timeline, from, to time.Time) []Timeline {
	out := slices.Clone(list)
	for i := range out {
		var kept []Entry
		for _, e := range out[i].Entries {
			if (from.IsZero() || !e.end().Before(from)) && (to.IsZero() || !e.At.After(to)) {
				kept = append(kept, e)
			}
		}
		out[i].Entries = kept
	}
	return out
}

// end is the end of a span, or the moment.
func (e *Entry) end() time.Time {
	if e.Until.IsZero() {
		return e.At
	}
	return e.Until
}

// Merged returns the entries of several timelines as one, by time, with the object of each.
func Merged(list []Timeline) (objects []loader.Ref, entries []Entry) {
	var all []ranked
	owner := map[int]loader.Ref{}
	for _, l := range list {
		for _, e := range l.Entries {
			owner[len(all)] = l.Object
			all = append(all, ranked{e, rank(&e)})
		}
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return compare(&all[x], &all[y]) })
	for _, i := range order {
		objects, entries = append(objects, owner[i]), append(entries, all[i].Entry)
	}
	return objects, entries
}

// Alike groups timelines that tell the same story at other times: same things in the same order. Each group keeps the order of
// the list.
func Alike(list []Timeline) [][]Timeline {
	var out [][]Timeline
	group := map[string]int{}
	for _, l := range list {
		k := story(l)
		i, ok := group[k]
		if !ok {
			i = len(out)
			group[k] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], l)
	}
	return out
}

// story is what happened, without when and how often.
func story(l Timeline) string {
	key := l.Object.Kind
	seen := map[string]bool{}
	var parts []string
	for _, e := range l.Entries {
		part := "|" + string(e.Kind) + "/" + e.Container + "/" + e.Condition + "/" + e.To + "/" + e.Reason
		if e.Kind != Gap && e.Kind != Log && !seen[part] {
			seen[part] = true
			parts = append(parts, part)
		}
	}
	slices.Sort(parts) // what falls into one second has no order
	for _, p := range parts {
		key += p
	}
	return key
}
