// Package decode turns the bytes of one file into typed Kubernetes objects, each with the line it began on.
//
// In go the bytes of a file in any encoding and of any shape that tools write: an object, a List, a typed list, many
// documents, lines of JSON, a watch stream. Out come objects in the order of the file, and a Problem for every part that
// could not be used. One bad field costs that field, one bad document costs that document.
package decode

import (
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
)

// kinds makes an empty object of each kind that rules read. Older API versions decode into the current type: fields of
// the same name and shape survive, which is all that rules use.
var kinds = map[string]func() metav1.Object{
	"Pod":       func() metav1.Object { return &corev1.Pod{} },
	"Node":      func() metav1.Object { return &corev1.Node{} },
	"Namespace": func() metav1.Object { return &corev1.Namespace{} },
	"Service":   func() metav1.Object { return &corev1.Service{} },
	//lint:ignore SA1019 dumps of older clusters hold Endpoints
	"Endpoints":                      func() metav1.Object { return &corev1.Endpoints{} },
	"EndpointSlice":                  func() metav1.Object { return &discoveryv1.EndpointSlice{} },
	"ConfigMap":                      func() metav1.Object { return &corev1.ConfigMap{} },
	"Secret":                         func() metav1.Object { return &corev1.Secret{} },
	"ServiceAccount":                 func() metav1.Object { return &corev1.ServiceAccount{} },
	"PersistentVolumeClaim":          func() metav1.Object { return &corev1.PersistentVolumeClaim{} },
	"PersistentVolume":               func() metav1.Object { return &corev1.PersistentVolume{} },
	"ResourceQuota":                  func() metav1.Object { return &corev1.ResourceQuota{} },
	"LimitRange":                     func() metav1.Object { return &corev1.LimitRange{} },
	"ReplicationController":          func() metav1.Object { return &corev1.ReplicationController{} },
	"Deployment":                     func() metav1.Object { return &appsv1.Deployment{} },
	"ReplicaSet":                     func() metav1.Object { return &appsv1.ReplicaSet{} },
	"StatefulSet":                    func() metav1.Object { return &appsv1.StatefulSet{} },
	"DaemonSet":                      func() metav1.Object { return &appsv1.DaemonSet{} },
	"ControllerRevision":             func() metav1.Object { return &appsv1.ControllerRevision{} },
	"Job":                            func() metav1.Object { return &batchv1.Job{} },
	"CronJob":                        func() metav1.Object { return &batchv1.CronJob{} },
	"HorizontalPodAutoscaler":        func() metav1.Object { return &autoscalingv2.HorizontalPodAutoscaler{} },
	"PodDisruptionBudget":            func() metav1.Object { return &policyv1.PodDisruptionBudget{} },
	"PriorityClass":                  func() metav1.Object { return &schedulingv1.PriorityClass{} },
	"StorageClass":                   func() metav1.Object { return &storagev1.StorageClass{} },
	"CSIDriver":                      func() metav1.Object { return &storagev1.CSIDriver{} },
	"CSINode":                        func() metav1.Object { return &storagev1.CSINode{} },
	"VolumeAttachment":               func() metav1.Object { return &storagev1.VolumeAttachment{} },
	"Ingress":                        func() metav1.Object { return &networkingv1.Ingress{} },
	"IngressClass":                   func() metav1.Object { return &networkingv1.IngressClass{} },
	"NetworkPolicy":                  func() metav1.Object { return &networkingv1.NetworkPolicy{} },
	"RuntimeClass":                   func() metav1.Object { return &nodev1.RuntimeClass{} },
	"ResourceClaim":                  func() metav1.Object { return &resourcev1.ResourceClaim{} },
	"Lease":                          func() metav1.Object { return &coordinationv1.Lease{} },
	"MutatingWebhookConfiguration":   func() metav1.Object { return &admissionv1.MutatingWebhookConfiguration{} },
	"ValidatingWebhookConfiguration": func() metav1.Object { return &admissionv1.ValidatingWebhookConfiguration{} },
	"CertificateSigningRequest":      func() metav1.Object { return &certificatesv1.CertificateSigningRequest{} },
	"Event":                          func() metav1.Object { return &Event{} },
}

// Event holds the fields of both Event APIs, core/v1 and events.k8s.io/v1: they use different names for the same things.
type Event struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`

	InvolvedObject corev1.ObjectReference  `json:"involvedObject"`
	Regarding      corev1.ObjectReference  `json:"regarding"`
	Related        *corev1.ObjectReference `json:"related"`
	Reason         string                  `json:"reason"`
	Message        string                  `json:"message"`
	Note           string                  `json:"note"`
	Type           string                  `json:"type"`

	Source            corev1.EventSource `json:"source"`
	DeprecatedSource  corev1.EventSource `json:"deprecatedSource"`
	Component         string             `json:"reportingComponent"`
	Controller        string             `json:"reportingController"`
	ReportingInstance string             `json:"reportingInstance"`

	EventTime       metav1.MicroTime `json:"eventTime"`
	FirstTimestamp  metav1.Time      `json:"firstTimestamp"`
	LastTimestamp   metav1.Time      `json:"lastTimestamp"`
	DeprecatedFirst metav1.Time      `json:"deprecatedFirstTimestamp"`
	DeprecatedLast  metav1.Time      `json:"deprecatedLastTimestamp"`
	Count           int32            `json:"count"`
	DeprecatedCount int32            `json:"deprecatedCount"`

	Series *struct {
		Count            int32            `json:"count"`
		LastObservedTime metav1.MicroTime `json:"lastObservedTime"`
	} `json:"series"`
}

// newObject returns an empty object for the kind: of its own type, or an [*Unknown].
func newObject(kind string) metav1.Object {
	if f := kinds[kind]; f != nil {
		return f()
	}
	return &Unknown{}
}
