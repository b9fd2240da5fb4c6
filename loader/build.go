package loader

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	networkingv1 "k8s.io/api/networking/v1"
	nodev1 "k8s.io/api/node/v1"
	policyv1 "k8s.io/api/policy/v1"
	resourcev1 "k8s.io/api/resource/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podtriage/podtriage/loader/decode"
)

// found is one object as it came out of a file.
type found struct {
	kind string
	obj  metav1.Object
	pos  Position
}

// builder gathers what files hold and makes the Snapshot of it. The order in which files arrive does not matter.
type builder struct {
	objects  []found
	logs     []*Log
	problems []Problem
	scopes   map[string]map[string]bool // see Coverage.scopes
}

// collected notes that the kind was listed in the namespace ("" for all), even if the list is empty.
func (b *builder) collected(kind, namespace string) {
	if b.scopes == nil {
		b.scopes = map[string]map[string]bool{}
	}
	if b.scopes[kind] == nil {
		b.scopes[kind] = map[string]bool{}
	}
	b.scopes[kind][namespace] = true
}

// snapshot merges, sorts and indexes. Of one object read several times the newest version is kept and the others stay
// as versions.
func (b *builder) snapshot() *Snapshot {
	slices.SortStableFunc(b.objects, func(x, y found) int {
		return cmp.Or(RefOf(x.kind, x.obj).Key().Compare(RefOf(y.kind, y.obj).Key()), compareVersions(x, y))
	})
	s := &Snapshot{index: index{
		objects: map[Ref]metav1.Object{}, byUID: map[types.UID]Ref{}, pos: map[*metav1.ObjectMeta]Position{},
		events: map[Ref][]*Event{}, podsOn: map[string][]*corev1.Pod{}, podsIn: map[string][]*corev1.Pod{},
		owned: map[types.UID][]Ref{}, logs: map[Ref][]*Log{}, versions: map[Ref][]metav1.Object{},
	}}
	for i, f := range b.objects {
		s.index.pos[f.obj.(metav1.ObjectMetaAccessor).GetObjectMeta().(*metav1.ObjectMeta)] = f.pos
		key := RefOf(f.kind, f.obj).Key()
		if i+1 < len(b.objects) && RefOf(b.objects[i+1].kind, b.objects[i+1].obj).Key() == key {
			s.index.versions[key] = append(s.index.versions[key], f.obj)
			continue
		}
		s.add(f, key)
	}
	slices.SortStableFunc(s.Events, func(x, y *Event) int {
		return cmp.Or(x.First.Compare(y.First), x.Last.Compare(y.Last), x.Ref.Compare(y.Ref))
	})
	for _, e := range s.Events {
		k := e.Object.Key()
		s.index.events[k] = append(s.index.events[k], e)
	}
	s.addLogs(b.logs)
	s.Problems = b.problems
	slices.SortStableFunc(s.Problems, func(x, y Problem) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Message, y.Message))
	})
	s.Coverage = b.coverage(s)
	return s
}

// compareVersions orders two readings of one object, older first: by resourceVersion where both are numbers, else by
// creation, else by where they were read.
func compareVersions(x, y found) int {
	c := x.obj.GetCreationTimestamp().Compare(y.obj.GetCreationTimestamp().Time)
	if x.obj.GetUID() == y.obj.GetUID() || c == 0 {
		xv, xe := strconv.ParseUint(x.obj.GetResourceVersion(), 10, 64)
		yv, ye := strconv.ParseUint(y.obj.GetResourceVersion(), 10, 64)
		if xe == nil && ye == nil && xv != yv {
			return cmp.Compare(xv, yv)
		}
	}
	return cmp.Or(c, cmp.Compare(x.pos.File, y.pos.File), cmp.Compare(x.pos.Line, y.pos.Line), cmp.Compare(x.pos.Column, y.pos.Column))
}

// add puts the object into its slice and into the index.
func (s *Snapshot) add(f found, key Ref) {
	s.index.objects[key] = f.obj
	s.index.byUID[f.obj.GetUID()] = RefOf(f.kind, f.obj)
	if up, ok := Controller(f.obj); ok {
		s.index.owned[up.UID] = append(s.index.owned[up.UID], RefOf(f.kind, f.obj))
	}
	switch o := f.obj.(type) {
	case *corev1.Pod:
		s.Pods = append(s.Pods, o)
		s.index.podsIn[o.Namespace] = append(s.index.podsIn[o.Namespace], o)
		if o.Spec.NodeName != "" {
			s.index.podsOn[o.Spec.NodeName] = append(s.index.podsOn[o.Spec.NodeName], o)
		}
	case *decode.Event:
		s.Events = append(s.Events, newEvent(o, f.pos))
	case *decode.Unknown:
		s.Others = append(s.Others, &Other{o.TypeMeta, o.ObjectMeta, o.Status.Conditions})
	case *corev1.Node:
		s.Nodes = append(s.Nodes, o)
	case *corev1.Namespace:
		s.Namespaces = append(s.Namespaces, o)
	case *corev1.Service:
		s.Services = append(s.Services, o)
	case *corev1.Endpoints:
		s.Endpoints = append(s.Endpoints, o)
	case *discoveryv1.EndpointSlice:
		s.EndpointSlices = append(s.EndpointSlices, o)
	case *corev1.ConfigMap:
		s.ConfigMaps = append(s.ConfigMaps, o)
	case *corev1.Secret:
		s.Secrets = append(s.Secrets, o)
	case *corev1.ServiceAccount:
		s.ServiceAccounts = append(s.ServiceAccounts, o)
	case *corev1.PersistentVolumeClaim:
		s.PersistentVolumeClaims = append(s.PersistentVolumeClaims, o)
	case *corev1.PersistentVolume:
		s.PersistentVolumes = append(s.PersistentVolumes, o)
	case *corev1.ResourceQuota:
		s.ResourceQuotas = append(s.ResourceQuotas, o)
	case *corev1.LimitRange:
		s.LimitRanges = append(s.LimitRanges, o)
	case *corev1.ReplicationController:
		s.ReplicationControllers = append(s.ReplicationControllers, o)
	default:
		s.addGrouped(f.obj)
	}
}

// addGrouped does the same for kinds outside the core API group.
func (s *Snapshot) addGrouped(obj metav1.Object) {
	switch o := obj.(type) {
	case *appsv1.Deployment:
		s.Deployments = append(s.Deployments, o)
	case *appsv1.ReplicaSet:
		s.ReplicaSets = append(s.ReplicaSets, o)
	case *appsv1.StatefulSet:
		s.StatefulSets = append(s.StatefulSets, o)
	case *appsv1.DaemonSet:
		s.DaemonSets = append(s.DaemonSets, o)
	case *appsv1.ControllerRevision:
		s.ControllerRevisions = append(s.ControllerRevisions, o)
	case *batchv1.Job:
		s.Jobs = append(s.Jobs, o)
	case *batchv1.CronJob:
		s.CronJobs = append(s.CronJobs, o)
	case *autoscalingv2.HorizontalPodAutoscaler:
		s.HorizontalPodAutoscalers = append(s.HorizontalPodAutoscalers, o)
	case *policyv1.PodDisruptionBudget:
		s.PodDisruptionBudgets = append(s.PodDisruptionBudgets, o)
	case *schedulingv1.PriorityClass:
		s.PriorityClasses = append(s.PriorityClasses, o)
	case *storagev1.StorageClass:
		s.StorageClasses = append(s.StorageClasses, o)
	case *storagev1.CSIDriver:
		s.CSIDrivers = append(s.CSIDrivers, o)
	case *storagev1.CSINode:
		s.CSINodes = append(s.CSINodes, o)
	case *storagev1.VolumeAttachment:
		s.VolumeAttachments = append(s.VolumeAttachments, o)
	case *networkingv1.Ingress:
		s.Ingresses = append(s.Ingresses, o)
	case *networkingv1.IngressClass:
		s.IngressClasses = append(s.IngressClasses, o)
	case *networkingv1.NetworkPolicy:
		s.NetworkPolicies = append(s.NetworkPolicies, o)
	case *nodev1.RuntimeClass:
		s.RuntimeClasses = append(s.RuntimeClasses, o)
	case *resourcev1.ResourceClaim:
		s.ResourceClaims = append(s.ResourceClaims, o)
	case *coordinationv1.Lease:
		s.Leases = append(s.Leases, o)
	case *admissionv1.MutatingWebhookConfiguration:
		s.MutatingWebhookConfigurations = append(s.MutatingWebhookConfigurations, o)
	case *admissionv1.ValidatingWebhookConfiguration:
		s.ValidatingWebhookConfigurations = append(s.ValidatingWebhookConfigurations, o)
	case *certificatesv1.CertificateSigningRequest:
		s.CertificateSigningRequests = append(s.CertificateSigningRequests, o)
	}
}

func (s *Snapshot) addLogs(logs []*Log) {
	slices.SortStableFunc(logs, func(x, y *Log) int {
		previous := 0
		if x.Previous != y.Previous {
			previous = 1
			if y.Previous {
				previous = -1
			}
		}
		return cmp.Or(cmp.Compare(x.Namespace, y.Namespace), cmp.Compare(x.Pod, y.Pod), cmp.Compare(x.Container, y.Container),
			previous, cmp.Compare(x.File, y.File), cmp.Compare(x.First, y.First))
	})
	s.Logs = logs
	for _, l := range logs {
		k := Ref{Kind: "Pod", Namespace: l.Namespace, Name: l.Pod}
		s.index.logs[k] = append(s.index.logs[k], l)
	}
}

// wanted are the kinds that explain failures and that a complete collection holds.
var wanted = []string{"Pod", "Event", "Node", "Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job", "CronJob", "Service",
	"EndpointSlice", "ConfigMap", "Secret", "ServiceAccount", "PersistentVolumeClaim", "PersistentVolume", "StorageClass", "ResourceQuota",
	"LimitRange", "HorizontalPodAutoscaler", "PodDisruptionBudget", "Namespace", "PriorityClass", "VolumeAttachment"}

func (b *builder) coverage(s *Snapshot) Coverage {
	c := Coverage{Objects: map[string]int{}, scopes: b.scopes}
	namespaces := map[string]bool{}
	for kind, in := range b.scopes {
		c.Objects[kind] = 0
		for ns := range in {
			namespaces[ns] = ns != ""
		}
	}
	for ref := range s.index.objects {
		c.Objects[ref.Kind]++
		namespaces[ref.Namespace] = ref.Namespace != ""
	}
	delete(namespaces, "")
	c.Namespaces = slices.Sorted(maps.Keys(namespaces))
	for _, k := range wanted {
		if len(b.scopes[k]) == 0 && c.Objects[k] == 0 {
			c.NotCollected = append(c.NotCollected, k)
		}
	}
	return c
}

// newEvent brings both Event APIs into one shape (K8S: core/v1 and events.k8s.io/v1 types.go, v1.37).
func newEvent(e *decode.Event, pos Position) *Event {
	obj := e.InvolvedObject
	if obj.Name == "" {
		obj = e.Regarding
	}
	source := e.Source
	if source.Component == "" && source.Host == "" {
		source = e.DeprecatedSource
	}
	out := &Event{
		Ref: RefOf("Event", e), Type: e.Type, Reason: e.Reason, Message: cmp.Or(e.Message, e.Note),
		Object: refOf(obj), FieldPath: obj.FieldPath,
		Component: cmp.Or(source.Component, e.Component, e.Controller), Host: cmp.Or(source.Host, e.ReportingInstance),
		Count: int(max(1, e.Count, e.DeprecatedCount)), Created: e.CreationTimestamp.UTC(), Pos: pos,
	}
	if e.Related != nil {
		out.Related = refOf(*e.Related)
	}
	out.First = firstTime(e.FirstTimestamp.Time, e.DeprecatedFirst.Time, e.EventTime.Time, e.CreationTimestamp.Time)
	out.Last = firstTime(e.LastTimestamp.Time, e.DeprecatedLast.Time, out.First)
	if e.Series != nil {
		out.Last = firstTime(e.Series.LastObservedTime.Time, out.Last)
		out.Count = max(out.Count, int(e.Series.Count))
	}
	if out.First.IsZero() {
		out.First = out.Last
	}
	if out.Last.Before(out.First) {
		out.Last = out.First
	}
	return out
}

func refOf(o corev1.ObjectReference) Ref {
	return Ref{Kind: o.Kind, Namespace: o.Namespace, Name: o.Name, UID: o.UID}
}

// firstTime returns the first that is a real time, in UTC; the zero time and the epoch are none.
func firstTime(times ...time.Time) time.Time {
	for _, t := range times {
		if t.Unix() > 0 {
			return t.UTC()
		}
	}
	return time.Time{}
}
