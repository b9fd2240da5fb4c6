package layout

import "strings"

// kinds maps the names of resources, in lower case and without dashes, to kinds.
var kinds = map[string]string{
	"pods": "Pod", "po": "Pod", "nodes": "Node", "namespaces": "Namespace", "ns": "Namespace", "events": "Event",
	"services": "Service", "svc": "Service", "endpoints": "Endpoints", "endpointslices": "EndpointSlice",
	"configmaps": "ConfigMap", "cm": "ConfigMap", "secrets": "Secret", "serviceaccounts": "ServiceAccount",
	"persistentvolumeclaims": "PersistentVolumeClaim", "pvcs": "PersistentVolumeClaim", "pvc": "PersistentVolumeClaim",
	"persistentvolumes": "PersistentVolume", "pvs": "PersistentVolume", "pv": "PersistentVolume",
	"resourcequotas": "ResourceQuota", "resourcequota": "ResourceQuota", "limitranges": "LimitRange",
	"replicationcontrollers": "ReplicationController", "deployments": "Deployment", "replicasets": "ReplicaSet",
	"statefulsets": "StatefulSet", "daemonsets": "DaemonSet", "controllerrevisions": "ControllerRevision",
	"jobs": "Job", "cronjobs": "CronJob", "horizontalpodautoscalers": "HorizontalPodAutoscaler", "hpa": "HorizontalPodAutoscaler",
	"poddisruptionbudgets": "PodDisruptionBudget", "pdb": "PodDisruptionBudget", "priorityclasses": "PriorityClass",
	"storageclasses": "StorageClass", "csidrivers": "CSIDriver", "csinodes": "CSINode", "volumeattachments": "VolumeAttachment",
	"ingress": "Ingress", "ingresses": "Ingress", "ingressclasses": "IngressClass",
	"networkpolicies": "NetworkPolicy", "networkpolicy": "NetworkPolicy", "runtimeclasses": "RuntimeClass",
	"resourceclaims": "ResourceClaim", "leases": "Lease",
	"mutatingwebhookconfigurations":   "MutatingWebhookConfiguration",
	"validatingwebhookconfigurations": "ValidatingWebhookConfiguration",
	"certificatesigningrequests":      "CertificateSigningRequest",
	"apiservices":                     "APIService",
}

// kindOf returns the kind that the name of a resource stands for, or "". It reads pods, replication-controllers,
// Pods, deployments.apps, core_v1_pods and apps_v1_deployments.
func kindOf(resource string) string {
	r := strings.ToLower(resource)
	if i := strings.LastIndexByte(r, '_'); i >= 0 {
		r = r[i+1:]
	}
	r, _, _ = strings.Cut(r, ".")
	if kind := kinds[strings.ReplaceAll(r, "-", "")]; kind != "" || resource == "" || resource[0] < 'A' || resource[0] > 'Z' {
		return kind
	}
	return strings.TrimSuffix(resource, "s") // ClusterRoles, as old versions of Sonobuoy write
}

// clusterScoped are the kinds that live in no namespace.
var clusterScoped = map[string]bool{
	"Node": true, "Namespace": true, "PersistentVolume": true, "PriorityClass": true, "StorageClass": true, "CSIDriver": true,
	"CSINode": true, "VolumeAttachment": true, "IngressClass": true, "RuntimeClass": true, "MutatingWebhookConfiguration": true,
	"ValidatingWebhookConfiguration": true, "CertificateSigningRequest": true, "APIService": true,
}

// ClusterScoped reports whether objects of the kind live in no namespace.
func ClusterScoped(kind string) bool { return clusterScoped[kind] }
