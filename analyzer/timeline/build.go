package timeline

import (
	"cmp"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/loader"
)

// Build rebuilds the timelines of every Pod of the dump, of Pods that only Events still know, of workloads, nodes and of
// every other object that Events are about. They are ordered by [loader.Ref]. The Changes are of the same Snapshot.
func Build(s *loader.Snapshot, changes []change.Change) []Timeline {
	b := newBuilder(s)
	b.addChanges(changes)
	var out []Timeline
	for key := range b.pods {
		for _, l := range b.lives(key) {
			out = append(out, b.podTimeline(l))
		}
	}
	for ref, o := range b.others {
		out = append(out, b.objectTimeline(ref, o))
	}
	slices.SortStableFunc(out, func(x, y Timeline) int { return cmp.Or(x.Object.Compare(y.Object), x.begin().Compare(y.begin())) })
	return out
}

// begin is the time of the first entry: Pods of one name that only their owner's Events know have no UID to tell them apart.
func (t Timeline) begin() time.Time {
	if len(t.Entries) == 0 {
		return time.Time{}
	}
	return t.Entries[0].At
}

// builder holds what is shared between timelines. Everything in it is filled by one pass over objects and Events.
type builder struct {
	s      *loader.Snapshot
	pods   map[loader.Ref]*corev1.Pod      // by Key; nil for Pods that only Events know
	others map[loader.Ref]metav1.Object    // other objects that get a timeline, by Key; nil where only Events know them
	told   map[loader.Ref][]told           // by Key: what Events about an owner say of this object
	nodes  map[string][]*loader.Event      // Events about a node that matter to its Pods
	skews  map[string]skew                 // by node
	change map[loader.Ref][]*change.Change // by Key of the object they touch
	list   list                            // of the timeline at work, reused
}

func newBuilder(s *loader.Snapshot) *builder {
	b := &builder{
		s: s, pods: make(map[loader.Ref]*corev1.Pod, len(s.Pods)), others: map[loader.Ref]metav1.Object{},
		told: map[loader.Ref][]told{}, nodes: map[string][]*loader.Event{}, skews: skews(s.Events),
		change: map[loader.Ref][]*change.Change{},
	}
	for _, p := range s.Pods {
		b.pods[loader.Ref{Kind: "Pod", Namespace: p.Namespace, Name: p.Name}] = p
	}
	b.addWorkloads()
	for _, e := range s.Events {
		b.addEvent(e)
	}
	return b
}

// addChanges files Changes under the objects they touch. Creations stand in the objects themselves.
func (b *builder) addChanges(list []change.Change) {
	for i := range list {
		c := &list[i]
		if c.Kind == change.Created {
			continue
		}
		b.change[c.Object.Key()] = append(b.change[c.Object.Key()], c)
		b.know(c.Object.Key())
		for _, r := range c.Affects {
			b.change[r.Key()] = append(b.change[r.Key()], c)
		}
	}
}

// changeEntry is the Entry of a Change.
func changeEntry(c *change.Change, text string) Entry {
	e := Entry{At: c.At, Until: c.Until, Precision: Exact, Kind: Change, Reason: string(c.Kind), Text: text}
	if !c.Until.IsZero() {
		e.Precision = Between
	}
	if len(c.Positions) > 0 {
		e.File, e.Line = c.Positions[0].File, c.Positions[0].Line
	}
	return e
}

// addEvent files one Event: the object it is about and the object it tells of get a timeline.
func (b *builder) addEvent(e *loader.Event) {
	b.know(e.Object.Key())
	if e.Object.Kind == "Node" && touchesPods(e.Reason) {
		b.nodes[e.Object.Name] = append(b.nodes[e.Object.Name], e)
	}
	if child, verb := tells(e); verb != "" {
		b.know(child)
		b.told[child] = append(b.told[child], moments(e, verb)...)
	}
}

// know gives the object a timeline.
func (b *builder) know(key loader.Ref) {
	if key.Name == "" {
		return
	}
	if key.Kind == "Pod" {
		if _, ok := b.pods[key]; !ok {
			b.pods[key] = nil
		}
		return
	}
	if _, ok := b.others[key]; !ok {
		b.others[key] = b.s.Find(key)
	}
}

// addWorkloads gives workloads, nodes and namespaces a timeline even where no Event is about them.
func (b *builder) addWorkloads() {
	add(b, "Deployment", b.s.Deployments)
	add(b, "ReplicaSet", b.s.ReplicaSets)
	add(b, "StatefulSet", b.s.StatefulSets)
	add(b, "DaemonSet", b.s.DaemonSets)
	add(b, "ReplicationController", b.s.ReplicationControllers)
	add(b, "Job", b.s.Jobs)
	add(b, "CronJob", b.s.CronJobs)
	add(b, "HorizontalPodAutoscaler", b.s.HorizontalPodAutoscalers)
	add(b, "Node", b.s.Nodes)
	add(b, "Namespace", b.s.Namespaces)
	add(b, "PersistentVolumeClaim", b.s.PersistentVolumeClaims)
}

func add[T metav1.Object](b *builder, kind string, objects []T) {
	for _, o := range objects {
		b.others[loader.RefOf(kind, o).Key()] = o
	}
}
