package loader

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"sync"

	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	corev1 "k8s.io/api/core/v1"
)

// found is one object as it came out of a file.
type found struct {
	kind string
	obj  metav1.Object
	pos  Position
	gone bool // a watch said that it was deleted

	file *file
	list *list // nil for a document of its own
	seq  [2]int
}

// snapshot merges, sorts and indexes what the workers found. The order in which they were done does not matter.
func (r *reading) snapshot(sources []string) *Snapshot {
	r.collect()
	r.oneCluster(sources)
	kinds := r.byKind()
	n := 0
	for _, all := range kinds {
		n += len(all)
	}
	s := &Snapshot{index: index{
		objects: make(map[Ref]metav1.Object, n), byUID: make(map[types.UID]Ref, n), pos: make(map[*metav1.ObjectMeta]Position, n),
		events: map[Ref][]*Event{}, podsOn: map[string][]*corev1.Pod{}, podsIn: map[string][]*corev1.Pod{},
		versions: map[Ref][]metav1.Object{},
	}}
	for _, all := range kinds {
		for len(all) > 0 {
			n := 1
			for n < len(all) && compareNames(all[0], all[n]) == 0 {
				n++
			}
			s.merge(all[:n])
			all = all[n:]
		}
	}
	var logs sync.WaitGroup
	logs.Go(func() { s.addLogs(r.attach(s.Pods)) })
	s.sortEvents()
	logs.Wait()
	s.Coverage = r.coverage(s)
	s.Problems = r.allProblems()
	s.Source = Source{Paths: slices.Clone(sources), Layouts: r.layouts(), Files: len(r.files), Bytes: r.bytes, Clusters: r.clusters}
	for _, f := range r.files {
		s.Files = append(s.Files, f.Read)
	}
	return s
}

// sortEvents orders the Events and finds those of each object.
func (s *Snapshot) sortEvents() {
	slices.SortFunc(s.Events, func(x, y *Event) int {
		if c := x.First.Compare(y.First); c != 0 {
			return c
		}
		return cmp.Or(x.Last.Compare(y.Last), x.Ref.Compare(y.Ref))
	})
	for _, e := range s.Events {
		k := e.Object.Key()
		s.index.events[k] = append(s.index.events[k], e)
	}
}

// collect takes what the workers found.
func (r *reading) collect() {
	for _, w := range r.workers {
		r.found = append(r.found, w.objects...)
		w.objects = nil
	}
}

// byKind gathers the objects, each kind sorted by namespace, name and age, kinds by name.
func (r *reading) byKind() [][]found {
	var sorting sync.WaitGroup
	var out [][]found
	for _, all := range r.gather() {
		out = append(out, all)
		sorting.Go(func() {
			slices.SortFunc(all, func(x, y found) int {
				if c := compareNames(x, y); c != 0 {
					return c
				}
				return compareVersions(x, y)
			})
		})
	}
	sorting.Wait()
	slices.SortFunc(out, func(x, y []found) int { return cmp.Compare(x[0].kind, y[0].kind) })
	return out
}

// gather puts the objects of each kind together.
func (r *reading) gather() map[string][]found {
	count := map[string]int{}
	for f := range r.eachFound() {
		count[f.kind]++
	}
	kinds := make(map[string][]found, len(count))
	for kind, n := range count {
		kinds[kind] = make([]found, 0, n)
	}
	for f := range r.eachFound() {
		kinds[f.kind] = append(kinds[f.kind], *f)
		f.file.Objects++
	}
	return kinds
}

// eachFound goes through what all workers found.
func (r *reading) eachFound() iter.Seq[*found] {
	return func(yield func(*found) bool) {
		for _, block := range r.found {
			for i := range block {
				if !yield(&block[i]) {
					return
				}
			}
		}
	}
}

// compareNames orders by namespace and name.
func compareNames(x, y found) int {
	return cmp.Or(cmp.Compare(x.obj.GetNamespace(), y.obj.GetNamespace()), cmp.Compare(x.obj.GetName(), y.obj.GetName()))
}

// merge adds the newest of several readings of one object, oldest first; the others stay as its versions. One that is
// gone in the end has versions only.
func (s *Snapshot) merge(all []found) {
	key := RefOf(all[0].kind, all[0].obj).Key()
	for i, f := range all {
		last := i == len(all)-1
		if !last && sameVersion(f, all[i+1]) {
			continue
		}
		s.index.pos[metaOf(f.obj)] = f.pos
		if last && !f.gone {
			s.add(f, key)
			return
		}
		s.index.versions[key] = append(s.index.versions[key], f.obj)
	}
}

func metaOf(o metav1.Object) *metav1.ObjectMeta {
	return o.(metav1.ObjectMetaAccessor).GetObjectMeta().(*metav1.ObjectMeta)
}

// sameVersion reports whether two readings that follow each other say the same.
func sameVersion(x, y found) bool {
	if x.gone != y.gone || x.obj.GetUID() != y.obj.GetUID() {
		return false
	}
	if v := x.obj.GetResourceVersion(); v != "" || y.obj.GetResourceVersion() != "" {
		return v == y.obj.GetResourceVersion()
	}
	if e, ok := x.obj.(*recorded); ok {
		return e.event.same(y.obj.(*recorded).event)
	}
	return equality.Semantic.DeepEqual(x.obj, y.obj)
}

// compareVersions orders two readings of one object, older first: by resourceVersion where both are numbers, else by
// creation, else by the order in which they were read.
func compareVersions(x, y found) int {
	xt, yt := x.obj.GetCreationTimestamp(), y.obj.GetCreationTimestamp()
	c := xt.Compare(yt.Time)
	if x.obj.GetUID() == y.obj.GetUID() || c == 0 {
		xv, xe := strconv.ParseUint(x.obj.GetResourceVersion(), 10, 64)
		yv, ye := strconv.ParseUint(y.obj.GetResourceVersion(), 10, 64)
		if xe == nil && ye == nil && xv != yv {
			return cmp.Compare(xv, yv)
		}
	}
	return cmp.Or(c, cmp.Compare(x.seq[0], y.seq[0]), cmp.Compare(x.seq[1], y.seq[1]))
}
