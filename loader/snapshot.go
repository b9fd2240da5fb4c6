package loader

import (
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
)

// Snapshot is everything that could be read from the sources. It is read-only after Load.
// Slices of objects are ordered by namespace and name; times are UTC; values of Secrets and ConfigMaps are gone, their
// keys are kept; managedFields are kept only where they tell who changed what.
type Snapshot struct {
	Source   Source
	Capture  Capture
	Coverage Coverage
	Problems []Problem // ordered by file and line
	Files    []Read    // how each file was read, in the order of reading

	Pods       []*corev1.Pod
	Nodes      []*corev1.Node
	Namespaces []*corev1.Namespace
	Services   []*corev1.Service
	//lint:ignore SA1019 dumps of older clusters hold Endpoints
	Endpoints              []*corev1.Endpoints
	EndpointSlices         []*discoveryv1.EndpointSlice
	ConfigMaps             []*corev1.ConfigMap
	Secrets                []*corev1.Secret
	ServiceAccounts        []*corev1.ServiceAccount
	PersistentVolumeClaims []*corev1.PersistentVolumeClaim
	PersistentVolumes      []*corev1.PersistentVolume
	ResourceQuotas         []*corev1.ResourceQuota
	LimitRanges            []*corev1.LimitRange
	ReplicationControllers []*corev1.ReplicationController

	Deployments         []*appsv1.Deployment
	ReplicaSets         []*appsv1.ReplicaSet
	StatefulSets        []*appsv1.StatefulSet
	DaemonSets          []*appsv1.DaemonSet
	ControllerRevisions []*appsv1.ControllerRevision
	Jobs                []*batchv1.Job
	CronJobs            []*batchv1.CronJob

	HorizontalPodAutoscalers []*autoscalingv2.HorizontalPodAutoscaler
	PodDisruptionBudgets     []*policyv1.PodDisruptionBudget
	PriorityClasses          []*schedulingv1.PriorityClass
	StorageClasses           []*storagev1.StorageClass
	CSIDrivers               []*storagev1.CSIDriver
	CSINodes                 []*storagev1.CSINode
	VolumeAttachments        []*storagev1.VolumeAttachment
	Ingresses                []*networkingv1.Ingress
	IngressClasses           []*networkingv1.IngressClass
	NetworkPolicies          []*networkingv1.NetworkPolicy
	RuntimeClasses           []*nodev1.RuntimeClass
	ResourceClaims           []*resourcev1.ResourceClaim
	Leases                   []*coordinationv1.Lease

	MutatingWebhookConfigurations   []*admissionv1.MutatingWebhookConfiguration
	ValidatingWebhookConfigurations []*admissionv1.ValidatingWebhookConfiguration
	CertificateSigningRequests      []*certificatesv1.CertificateSigningRequest

	Others []*Other // objects of kinds that have no type here, as metadata and what such kinds share
	Events []*Event // ordered by First, then Last, then name
	Logs   []*Log   // ordered by namespace, pod, container; previous after current

	index index
}

// Source says what was read.
type Source struct {
	Paths   []string `json:"paths"`
	Layouts []string `json:"layouts"` // producers that were recognised, such as cluster-info-dump
	Files   int      `json:"files"`   // files seen inside the sources
	Bytes   int64    `json:"bytes"`   // after decompression
	// Clusters are set where the sources hold several, of which one was read into the Snapshot.
	Clusters []Cluster `json:"clusters,omitempty"`
}

// Capture says when the dump was taken and how that is known.
type Capture struct {
	Time        time.Time // ages are as of this time; zero when nothing in the dump tells a time
	Earliest    time.Time // when the collection began, where file times tell; else Time
	Basis       string    // such as "file times in the dump"
	Newest      time.Time // the newest record inside; zero without any
	EventsSince time.Time // oldest Event's last time; zero without Events
}

// Coverage says which kinds of which namespaces were collected.
type Coverage struct {
	Objects    map[string]int // objects by kind; a kind that was collected and is empty has 0
	Namespaces []string       // namespaces that were collected
	// NotCollected lists kinds that rules can use and that this source does not hold.
	NotCollected []string
	Refused      []Refusal // what the collector asked for and was not given
	Cut          []Cut     // what ends too early: archives, and the lists that the cut goes through

	scopes map[string]map[string]bool // kind to namespaces in which it was collected; "" is all of them
	listed map[string]bool            // kinds of which a list of only them was read
}

// Presence is the answer to "does the cluster have this object".
type Presence int

const (
	// NotCollected says that the source cannot tell: the kind was not collected in that namespace.
	NotCollected Presence = iota
	// Absent says that the kind was collected there and the object is not among them.
	Absent
	// Present says that the object is in the Snapshot.
	Present
)
