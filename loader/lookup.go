package loader

import (
	"iter"
	"strconv"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// index answers look-ups without scanning.
type index struct {
	objects  map[Ref]metav1.Object // by Key
	byUID    map[types.UID]Ref
	pos      map[*metav1.ObjectMeta]Position // of every object
	events   map[Ref][]*Event                // by Key of the object they are about
	podsOn   map[string][]*corev1.Pod        // by node name
	podsIn   map[string][]*corev1.Pod        // by namespace
	logs     map[Ref][]*Log                  // by Key of the Pod
	versions map[Ref][]metav1.Object         // earlier versions, oldest first
}

// Find returns the object of that kind, namespace and name, or nil.
func (s *Snapshot) Find(r Ref) metav1.Object { return s.index.objects[r.Key()] }

// Objects visits the Ref of every object that has a kind and a name, in no particular order.
func (s *Snapshot) Objects() iter.Seq[Ref] {
	return func(yield func(Ref) bool) {
		for r, o := range s.index.objects {
			if !yield(RefOf(r.Kind, o)) {
				return
			}
		}
	}
}

// Lookup says whether the object is there, is known to be absent, or cannot be known.
func (s *Snapshot) Lookup(r Ref) Presence {
	if s.Find(r) != nil {
		return Present
	}
	if s.Coverage.Collected(r.Kind, r.Namespace) {
		return Absent
	}
	return NotCollected
}

// Collected reports whether objects of the kind were collected in the namespace; "" asks for all namespaces
// or for a cluster-scoped kind.
func (c Coverage) Collected(kind, namespace string) bool {
	in := c.scopes[kind]
	return in[""] || namespace != "" && in[namespace]
}

// CutOff reports whether a list that may have held objects of the kind in the namespace is not whole.
func (c Coverage) CutOff(kind, namespace string) bool {
	for _, cut := range c.Cut {
		if (cut.Kind == kind || cut.Kind == "") && (cut.Namespace == namespace || cut.Namespace == "" || namespace == "") {
			return true
		}
	}
	return false
}

// Listed reports whether a list of the kind was read. Where objects were saved one by one, some may not have been saved.
func (c Coverage) Listed(kind string) bool { return c.listed[kind] }

// Pos returns where the object was read; the zero Position for objects that are not of this Snapshot.
func (s *Snapshot) Pos(o metav1.Object) Position {
	a, ok := o.(metav1.ObjectMetaAccessor)
	if !ok {
		return Position{}
	}
	m, ok := a.GetObjectMeta().(*metav1.ObjectMeta)
	if !ok {
		return Position{}
	}
	return s.index.pos[m]
}

// Versions returns earlier versions of the object that the sources hold, oldest first.
func (s *Snapshot) Versions(r Ref) []metav1.Object { return s.index.versions[r.Key()] }

// EventsOf returns the Events about the object, ordered by time. With a UID in the Ref, Events that name another UID are
// left out: they are about an earlier object of the same name. Events without a UID stay.
func (s *Snapshot) EventsOf(r Ref) []*Event {
	all := s.index.events[r.Key()]
	if r.UID == "" {
		return all
	}
	var hash types.UID // kubelets name static Pods by the hash of their manifest
	if r.Kind == "Pod" {
		if p, ok := s.Find(r).(*corev1.Pod); ok {
			hash = types.UID(p.Annotations[corev1.MirrorPodAnnotationKey])
		}
	}
	same := func(u types.UID) bool {
		// Up to Kubernetes 1.34 kubelets write the node's name as the UID of Node Events.
		return u == "" || u == r.UID || u == hash && hash != "" || r.Kind == "Node" && string(u) == r.Name
	}
	var out []*Event
	for _, e := range all {
		if same(e.Object.UID) {
			out = append(out, e)
		}
	}
	return out
}

// LogsOf returns the logs of a Pod's containers, current before previous.
func (s *Snapshot) LogsOf(namespace, pod string) []*Log {
	return s.index.logs[Ref{Kind: "Pod", Namespace: namespace, Name: pod}]
}

// PodsOn returns the Pods bound to the node.
func (s *Snapshot) PodsOn(node string) []*corev1.Pod { return s.index.podsOn[node] }

// PodsIn returns the Pods of the namespace.
func (s *Snapshot) PodsIn(namespace string) []*corev1.Pod { return s.index.podsIn[namespace] }

// Controller returns the controlling owner of the object, as its ownerReferences say; it need not be in the Snapshot.
func Controller(o metav1.Object) (Ref, bool) {
	c := metav1.GetControllerOfNoCopy(o)
	if c == nil {
		return Ref{}, false
	}
	r := Ref{Kind: c.Kind, Namespace: o.GetNamespace(), Name: c.Name, UID: c.UID}
	if c.Kind == "Node" {
		r.Namespace = "" // static Pods are controlled by their Node
	}
	return r, true
}

// DeletionAsked is when the deletion of the object was asked for, or zero: metadata.deletionTimestamp lies a grace period later, so it
// may still be to come. Where the grace period is not recorded, a Pod's is unknown and that of other kinds is none.
func DeletionAsked(o metav1.Object) time.Time {
	at, grace := o.GetDeletionTimestamp(), o.GetDeletionGracePeriodSeconds()
	_, pod := o.(*corev1.Pod)
	switch {
	case at == nil || pod && grace == nil:
		return time.Time{}
	case grace == nil:
		return at.Time
	}
	return at.Add(-time.Duration(*grace) * time.Second)
}

// Workload returns the object that a person deployed and that this one comes from: the Deployment of a Pod's ReplicaSet, the
// CronJob of a Job, or the object itself when nothing controls it. Owners that are not in the Snapshot are followed by
// name as far as names tell.
func (s *Snapshot) Workload(kind string, o metav1.Object) Ref {
	r := RefOf(kind, o)
	for range 8 { // no real chain is longer; ownerReferences of a hostile dump may be a circle
		up, ok := Controller(o)
		if !ok || up.Kind == "Node" {
			return r
		}
		r = up
		owner := s.Find(up)
		if owner == nil || up.UID != "" && owner.GetUID() != "" && owner.GetUID() != up.UID {
			return ownerByName(up, o)
		}
		o = owner
	}
	return r
}

// ownerByName names the owner of an owner that is not in the Snapshot, as far as names tell: the Deployment of a ReplicaSet by
// its Pod's hash label, the CronJob of a Job by the scheduled minute that ends the Job's name.
func ownerByName(owner Ref, pod metav1.Object) Ref {
	i := strings.LastIndexByte(owner.Name, '-')
	if i <= 0 {
		return owner
	}
	name, ending := owner.Name[:i], owner.Name[i+1:]
	switch owner.Kind {
	case "ReplicaSet":
		if ending != "" && ending == pod.GetLabels()[appsv1.DefaultDeploymentUniqueLabelKey] {
			return Ref{Kind: "Deployment", Namespace: owner.Namespace, Name: name}
		}
	case "Job":
		return CronJobOf(owner, pod.GetCreationTimestamp().Time)
	}
	return owner
}

// CronJobOf names the CronJob that made a Job, by the scheduled minute that ends the Job's name; the Job itself where the name ends in
// no minute within a day of the time, at which the Job is known to have been there.
func CronJobOf(job Ref, at time.Time) Ref {
	i := strings.LastIndexByte(job.Name, '-')
	if i <= 0 || len(job.Name)-i-1 != 8 {
		return job
	}
	minutes, err := strconv.ParseInt(job.Name[i+1:], 10, 64)
	if err != nil || at.Sub(time.Unix(minutes*60, 0)).Abs() >= 24*time.Hour {
		return job
	}
	return Ref{Kind: "CronJob", Namespace: job.Namespace, Name: job.Name[:i]}
}
