package loader

import (
	"cmp"
	"slices"

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

	"github.com/podtriage/podtriage/loader/decode"
)

// add puts the object into its slice and into the index. It is as long as there are kinds: a table of them would need reflection.
func (s *Snapshot) add(f found, key Ref) {
	s.index.objects[key] = f.obj
	s.index.byUID[f.obj.GetUID()] = RefOf(f.kind, f.obj)
	switch o := f.obj.(type) {
	case *corev1.Pod:
		s.Pods = append(s.Pods, o)
		s.index.podsIn[o.Namespace] = append(s.index.podsIn[o.Namespace], o)
		if o.Spec.NodeName != "" {
			s.index.podsOn[o.Spec.NodeName] = append(s.index.podsOn[o.Spec.NodeName], o)
		}
	case *recorded:
		s.Events = append(s.Events, o.event)
	case *decode.Unknown:
		other := newOther(o)
		s.index.objects[key], s.index.pos[&other.ObjectMeta] = other, f.pos
		s.Others = append(s.Others, other)
	case *corev1.Node:
		s.Nodes = append(s.Nodes, o)
	case *corev1.Namespace:
		s.Namespaces = append(s.Namespaces, o)
	case *corev1.Service:
		s.Services = append(s.Services, o)
	//lint:ignore SA1019 dumps of older clusters hold Endpoints
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

// addLogs orders the logs and finds those of each Pod.
func (s *Snapshot) addLogs(logs []*Log) {
	slices.SortFunc(logs, func(x, y *Log) int {
		if c := cmp.Or(cmp.Compare(x.Namespace, y.Namespace), cmp.Compare(x.Pod, y.Pod), cmp.Compare(x.Container, y.Container)); c != 0 {
			return c
		}
		if x.Previous != y.Previous {
			if y.Previous {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.First, y.First))
	})
	s.Logs, s.index.logs = logs, make(map[Ref][]*Log, len(logs))
	for _, l := range logs {
		k := Ref{Kind: "Pod", Namespace: l.Namespace, Name: l.Pod}
		s.index.logs[k] = append(s.index.logs[k], l)
	}
}
