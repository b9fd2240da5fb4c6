package rules

import (
	"slices"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

// lookalikes returns objects that may be meant by the name of one that is missing: the same name in another namespace, the
// same name as the other kind (ConfigMap for Secret), a name one slip away, or one that shares most of its words. At most three.
func (c *Context) lookalikes(r loader.Ref) []loader.Ref {
	return c.known.lookalikes.get(r, func() []loader.Ref { return c.findLookalikes(r) })
}

func (c *Context) findLookalikes(r loader.Ref) []loader.Ref {
	var out []loader.Ref
	for _, o := range c.named(r) {
		sameName := o.Name == r.Name
		switch {
		case o.Kind == r.Kind && o.Namespace == r.Namespace && sameName:
		case o.Kind == r.Kind && sameName, o.Namespace == r.Namespace && sameName,
			o.Kind == r.Kind && o.Namespace == r.Namespace && (nearby(o.Name, r.Name, 1) || sharesWords(o.Name, r.Name)):
			out = append(out, o)
		}
	}
	slices.SortFunc(out, func(a, b loader.Ref) int { return a.Compare(b) })
	return out[:min(3, len(out))]
}

// named lists the objects among which a mix-up is likely.
func (c *Context) named(r loader.Ref) []loader.Ref {
	var out []loader.Ref
	switch r.Kind {
	case "ConfigMap", "Secret":
		for _, o := range c.Snapshot.ConfigMaps {
			out = append(out, loader.Ref{Kind: "ConfigMap", Namespace: o.Namespace, Name: o.Name})
		}
		for _, o := range c.Snapshot.Secrets {
			out = append(out, loader.Ref{Kind: "Secret", Namespace: o.Namespace, Name: o.Name})
		}
	case "PersistentVolumeClaim":
		for _, o := range c.Snapshot.PersistentVolumeClaims {
			out = append(out, loader.Ref{Kind: r.Kind, Namespace: o.Namespace, Name: o.Name})
		}
	case "ServiceAccount":
		for _, o := range c.Snapshot.ServiceAccounts {
			out = append(out, loader.Ref{Kind: r.Kind, Namespace: o.Namespace, Name: o.Name})
		}
	}
	return out
}

// sharesWords reports whether one name has all the words of the other, between dashes and dots, and at least two of them.
func sharesWords(a, b string) bool {
	split := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("-._", r) })
	}
	short, long := split(a), split(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	for _, w := range short {
		if !slices.Contains(long, w) {
			return false
		}
	}
	return len(short) >= 2 && len(long)-len(short) <= 1
}

// nearby reports whether two different strings are at most n edits apart: insert, delete, replace, swap of neighbours.
// Names too short for that to mean anything are not.
func nearby(a, b string, n int) bool {
	if a == b || len(a) < 4 || len(b) < 4 || len(a)-len(b) > n || len(b)-len(a) > n {
		return false
	}
	return Distance(a, b) <= n
}

// Distance counts the letters to insert, delete, replace or swap with their neighbour to make b of a.
func Distance(a, b string) int {
	var before []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next := make([]int, len(b)+1)
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
