package loader

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/types"
)

// Cluster is what the sources hold of one cluster, where they hold several: they were saved side by side and are not one dump.
type Cluster struct {
	Roots []string `json:"roots"` // folders, archives and files that hold it
	// Sources are the Roots as the program takes them; empty where one of them stands inside an archive.
	Sources []string `json:"sources,omitempty"`
	Proven  bool     `json:"proven"` // its UIDs tell it from another one; else nothing tells which cluster the Roots are of
	Read    bool     `json:"read"`   // it is the one that the Snapshot is of
}

// oneCluster leaves in the reading what is of one cluster, the newest, and says what else there was. Names and absences of one cluster
// say nothing about another, so a Snapshot never holds two.
func (r *reading) oneCluster(sources []string) {
	if !r.mayMix() {
		return
	}
	leaves := r.leaves()
	for _, f := range leaves {
		if f.mixed() {
			r.problems.add(Problem{File: f.name, Message: "holds objects of several clusters; save each cluster to a file of its own", Apart: true})
		}
	}
	groups := r.groups(leaves)
	if len(groups) < 2 {
		return
	}
	first := slices.MaxFunc(groups, func(x, y *part) int {
		return cmp.Or(cmp.Compare(proof(x), proof(y)), x.newest.Compare(y.newest), cmp.Compare(y.name, x.name))
	})
	for _, g := range groups {
		if !g.holds() {
			continue
		}
		r.clusters = append(r.clusters, Cluster{Roots: g.roots, Sources: addresses(g.roots, sources), Proven: g.proven, Read: g == first})
		for _, root := range g.roots {
			if g != first {
				r.problems.add(Problem{File: root, Message: leftOut(g, first), Loses: true, Apart: true})
			}
		}
	}
	r.keep(first.files)
}

// OtherCluster reports whether the UIDs of what every cluster has from its start prove that both are of two clusters.
func (s *Snapshot) OtherCluster(o *Snapshot) bool { return s.known().differs(o.known()) }

func (s *Snapshot) known() *part {
	p := &part{known: map[Ref][]types.UID{}}
	for _, r := range s.index.byUID {
		p.note(r)
	}
	return p
}

// mayMix reports whether an object that tells the cluster was read with two UIDs. In nearly all dumps none was.
func (r *reading) mayMix() bool {
	first := map[Ref]types.UID{}
	for f := range r.eachFound() {
		o := RefOf(f.kind, f.obj)
		if !tellsCluster(o) {
			continue
		}
		if u, ok := first[o.Key()]; ok && u != o.UID {
			return true
		}
		first[o.Key()] = o.UID
	}
	return false
}

func proof(p *part) int {
	if p.proven {
		return 1
	}
	return 0
}

func leftOut(p, first *part) string {
	if p.proven {
		return "was left out: it is of another cluster than " + first.roots[0]
	}
	return "was left out: nothing in it tells which of the clusters it is of"
}

// keep forgets what the other files held.
func (r *reading) keep(of []*file) {
	files, gone := map[*file]bool{}, map[string]bool{}
	for _, f := range of {
		files[f] = true
	}
	for _, f := range r.files {
		if !files[f] {
			gone[f.Read.Name] = true
			f.Note, f.Logs = "left out: not of the cluster that was read", 0
		}
	}
	var kept []found
	for f := range r.eachFound() {
		if files[f.file] {
			kept = append(kept, *f)
		}
	}
	r.found = [][]found{kept}
	r.lists = slices.DeleteFunc(r.lists, func(l *list) bool { return !files[l.file] })
	for _, l := range r.logs {
		l.found = slices.DeleteFunc(l.found, func(f *foundLog) bool { return !files[f.file] })
	}
	r.refused = slices.DeleteFunc(r.refused, func(x Refusal) bool { return gone[x.File] })
	r.cuts = slices.DeleteFunc(r.cuts, func(c Cut) bool { return gone[c.File] })
}
