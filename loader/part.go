package loader

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// part is a folder, archive or file, or several of one cluster.
type part struct {
	name    string
	roots   []string // names of the parts it was made of
	files   []*file
	known   map[Ref][]types.UID // what tells the cluster
	objects int
	proven  bool      // another part is of another cluster
	newest  time.Time // record
}

// differs reports whether the parts are of two clusters: a Namespace that cannot be deleted has another UID, or an object that every
// cluster has from its start has, all that could confirm or deny it says so too, and something does.
func (p *part) differs(o *part) bool {
	same, other, hints := 0, 0, 0
	for id, uids := range p.known {
		theirs := o.known[id]
		switch {
		case len(theirs) == 0:
		case slices.ContainsFunc(uids, func(u types.UID) bool { return slices.Contains(theirs, u) }):
			same++
		case id.Kind == "Namespace":
			return true
		case hint(id) != (Ref{}):
			hints++
		default:
			other++
		}
	}
	return same == 0 && other > 0 && other+hints > 1
}

func (p *part) add(o *part) {
	p.files = append(p.files, o.files...)
	for id, uids := range o.known {
		for _, u := range uids {
			p.know(id, u)
		}
	}
}

// date notes times of records in the part.
func (p *part) date(times ...time.Time) {
	for _, t := range times {
		p.newest = later(p.newest, t)
	}
}

// holds reports whether anything was read in the part.
func (p *part) holds() bool {
	return p.objects > 0 || slices.ContainsFunc(p.files, func(f *file) bool { return f.Logs > 0 })
}

// note keeps what the object tells of its cluster.
func (p *part) note(r Ref) {
	switch h := hint(r); {
	case tellsCluster(r):
		p.know(r.Key(), r.UID)
	case h != Ref{} && len(r.UID) == uuidLength:
		p.know(h, r.UID)
	}
}

func (p *part) know(id Ref, u types.UID) {
	if !slices.Contains(p.known[id], u) {
		p.known[id] = append(p.known[id], u)
	}
}

// mixed reports whether a file holds objects of several clusters.
func (p *part) mixed() bool {
	for id, uids := range p.known {
		if id.Kind == "Namespace" && len(uids) > 1 {
			return true
		}
	}
	return false
}

// leaves are the files as parts, ordered by name.
func (r *reading) leaves() []*part {
	of := map[*file]*part{}
	leaves := make([]*part, 0, len(r.files))
	for _, f := range r.files {
		of[f] = &part{name: f.Read.Name, roots: []string{f.Read.Name}, files: []*file{f}, known: map[Ref][]types.UID{}}
		leaves = append(leaves, of[f])
	}
	for f := range r.eachFound() {
		of[f.file].note(RefOf(f.kind, f.obj))
	}
	slices.SortStableFunc(leaves, func(x, y *part) int { return cmp.Compare(x.name, y.name) })
	return leaves
}

// groups are the parts of the sources by cluster, ordered by name.
func (r *reading) groups(leaves []*part) []*part {
	parts := split("", leaves)
	if len(parts) > 1 {
		parts = r.joined(parts)
	}
	return parts
}

// split cuts the leaves, all below the prefix, into the largest folders and archives that hold one cluster each.
func split(prefix string, leaves []*part) []*part {
	var out []*part
	for len(leaves) > 0 {
		name := leaves[0].name
		child := name
		if i := strings.IndexAny(name[len(prefix):], "/!"); i >= 0 {
			child = name[:len(prefix)+i+1]
		}
		n := 1
		for n < len(leaves) && child != name && strings.HasPrefix(leaves[n].name, child) {
			n++
		}
		if child == name {
			out = append(out, leaves[0])
		} else {
			out = append(out, split(child, leaves[:n])...)
		}
		leaves = leaves[n:]
	}
	if anyDiffer(out) {
		return out
	}
	name := strings.TrimRight(prefix, "/!")
	all := &part{name: name, roots: []string{name}, known: map[Ref][]types.UID{}}
	for _, p := range out {
		all.add(p)
	}
	return []*part{all}
}

func anyDiffer(parts []*part) bool {
	var known []*part
	for _, p := range parts {
		if len(p.known) == 0 {
			continue
		}
		if slices.ContainsFunc(known, p.differs) {
			return true
		}
		known = append(known, p)
	}
	return false
}

// joined joins parts that name the same UID: they are of one cluster.
func (r *reading) joined(parts []*part) []*part {
	group := make([]*part, len(parts))
	copy(group, parts)
	for _, pair := range r.shared(parts) {
		a, b := group[pair[0]], group[pair[1]]
		if a == b || a.differs(b) {
			continue
		}
		a.add(b)
		a.roots, a.newest, a.objects = append(a.roots, b.roots...), later(a.newest, b.newest), a.objects+b.objects
		for i := range group {
			if group[i] == b {
				group[i] = a
			}
		}
	}
	var out []*part
	for _, g := range group {
		if !slices.Contains(out, g) {
			out = append(out, g)
		}
	}
	for _, g := range out {
		slices.Sort(g.roots)
		g.proven = slices.ContainsFunc(out, g.differs)
	}
	return out
}

// shared are the pairs of parts that name the same UID, in order. It also dates the parts.
func (r *reading) shared(parts []*part) [][2]int {
	of := map[*file]int{}
	for i, p := range parts {
		for _, f := range p.files {
			of[f] = i
		}
	}
	named, pairs := map[types.UID][]int{}, map[[2]int]bool{}
	for f := range r.eachFound() {
		i := of[f.file]
		parts[i].objects++
		recordTimes(f.obj, parts[i].date)
		for _, u := range names(f.obj) {
			if slices.Contains(named[u], i) {
				continue
			}
			for _, j := range named[u] {
				pairs[[2]int{min(i, j), max(i, j)}] = true
			}
			named[u] = append(named[u], i)
		}
	}
	return slices.SortedFunc(maps.Keys(pairs), func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
}

// names are the UIDs that the object names: its own, its owners', and that of the object of an Event.
func names(o metav1.Object) []types.UID {
	out := []types.UID{o.GetUID()}
	for _, owner := range o.GetOwnerReferences() {
		out = append(out, owner.UID)
	}
	if e, ok := o.(*recorded); ok {
		out = append(out, e.event.Object.UID)
	}
	return slices.DeleteFunc(out, func(u types.UID) bool { return len(u) != uuidLength })
}

// addresses are the roots as the program takes them as sources; nil if one of them stands inside an archive.
func addresses(roots, sources []string) []string {
	var out []string
	prefix := prefixes(sources)
	for _, root := range roots {
		at := ""
		for i, source := range sources {
			if rest, ok := strings.CutPrefix(root+"!", prefix[i]); ok && (prefix[i] != "" || len(sources) == 1) {
				at = address(source, strings.TrimSuffix(rest, "!"))
			}
		}
		if at == "" {
			return nil
		}
		out = append(out, at)
	}
	return out
}

// address is where what the source calls by the name stands, or "".
func address(source, name string) string {
	if name == "" || name == filepath.Base(source) {
		return source
	}
	info, err := os.Stat(source)
	if err != nil || !info.IsDir() || strings.Contains(name, "!") {
		return ""
	}
	return filepath.Join(source, filepath.FromSlash(name))
}
