package columns

import (
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"

	"github.com/podtriage/podtriage/loader"
)

// Kinds lists every kind with a table, in the order in which "kubectl get all" would print them, then the others.
func Kinds() []Kind {
	return append(append(Workloads(), core()...), other()...)
}

// Workloads are the kinds of "kubectl get all".
func Workloads() []Kind {
	return []Kind{
		table("Pod", "v1", "pods po", "NAME,READY,STATUS,RESTARTS,AGE,+IP,+NODE,+NOMINATED NODE,+READINESS GATES",
			func(s *loader.Snapshot) []*corev1.Pod { return s.Pods }, pod),
		table("ReplicationController", "v1", "replicationcontrollers rc", "NAME,DESIRED,CURRENT,READY,AGE,+CONTAINERS,+IMAGES,+SELECTOR",
			func(s *loader.Snapshot) []*corev1.ReplicationController { return s.ReplicationControllers }, replicationController),
		table("Service", "v1", "services svc", "NAME,TYPE,CLUSTER-IP,EXTERNAL-IP,PORT(S),AGE,+SELECTOR",
			func(s *loader.Snapshot) []*corev1.Service { return s.Services }, service),
		table("DaemonSet", "apps/v1", "daemonsets ds",
			"NAME,DESIRED,CURRENT,READY,UP-TO-DATE,AVAILABLE,NODE SELECTOR,AGE,+CONTAINERS,+IMAGES,+SELECTOR",
			func(s *loader.Snapshot) []*appsv1.DaemonSet { return s.DaemonSets }, daemonSet),
		table("Deployment", "apps/v1", "deployments deploy", "NAME,READY,UP-TO-DATE,AVAILABLE,AGE,+CONTAINERS,+IMAGES,+SELECTOR",
			func(s *loader.Snapshot) []*appsv1.Deployment { return s.Deployments }, deployment),
		table("ReplicaSet", "apps/v1", "replicasets rs", "NAME,DESIRED,CURRENT,READY,AGE,+CONTAINERS,+IMAGES,+SELECTOR",
			func(s *loader.Snapshot) []*appsv1.ReplicaSet { return s.ReplicaSets }, replicaSet),
		table("StatefulSet", "apps/v1", "statefulsets sts", "NAME,READY,AGE,+CONTAINERS,+IMAGES",
			func(s *loader.Snapshot) []*appsv1.StatefulSet { return s.StatefulSets }, statefulSet),
		table("HorizontalPodAutoscaler", "autoscaling/v2", "horizontalpodautoscalers hpa", "NAME,REFERENCE,TARGETS,MINPODS,MAXPODS,REPLICAS,AGE",
			func(s *loader.Snapshot) []*autoscalingv2.HorizontalPodAutoscaler { return s.HorizontalPodAutoscalers }, autoscaler),
		table("CronJob", "batch/v1", "cronjobs cj", "NAME,SCHEDULE,TIMEZONE,SUSPEND,ACTIVE,LAST SCHEDULE,AGE,+CONTAINERS,+IMAGES,+SELECTOR",
			func(s *loader.Snapshot) []*batchv1.CronJob { return s.CronJobs }, cronJob),
		table("Job", "batch/v1", "jobs", "NAME,STATUS,COMPLETIONS,DURATION,AGE,+CONTAINERS,+IMAGES,+SELECTOR",
			func(s *loader.Snapshot) []*batchv1.Job { return s.Jobs }, job),
	}
}

func core() []Kind {
	return []Kind{
		table("Node", "v1", "nodes no", "NAME,STATUS,ROLES,AGE,VERSION,+INTERNAL-IP,+EXTERNAL-IP,+OS-IMAGE,+KERNEL-VERSION,+CONTAINER-RUNTIME",
			func(s *loader.Snapshot) []*corev1.Node { return s.Nodes }, node),
		table("Namespace", "v1", "namespaces ns", "NAME,STATUS,AGE",
			func(s *loader.Snapshot) []*corev1.Namespace { return s.Namespaces }, namespace),
		table("Endpoints", "v1", "endpoints ep", "NAME,ENDPOINTS,AGE",
			//lint:ignore SA1019 dumps of older clusters hold Endpoints
			func(s *loader.Snapshot) []*corev1.Endpoints { return s.Endpoints }, endpoints),
		table("EndpointSlice", "discovery.k8s.io/v1", "endpointslices", "NAME,ADDRESSTYPE,PORTS,ENDPOINTS,AGE",
			func(s *loader.Snapshot) []*discoveryv1.EndpointSlice { return s.EndpointSlices }, endpointSlice),
		table("PersistentVolumeClaim", "v1", "persistentvolumeclaims pvc",
			"NAME,STATUS,VOLUME,CAPACITY,ACCESS MODES,STORAGECLASS,VOLUMEATTRIBUTESCLASS,AGE,+VOLUMEMODE",
			func(s *loader.Snapshot) []*corev1.PersistentVolumeClaim { return s.PersistentVolumeClaims }, claim),
		table("PersistentVolume", "v1", "persistentvolumes pv",
			"NAME,CAPACITY,ACCESS MODES,RECLAIM POLICY,STATUS,CLAIM,STORAGECLASS,VOLUMEATTRIBUTESCLASS,REASON,AGE,+VOLUMEMODE",
			func(s *loader.Snapshot) []*corev1.PersistentVolume { return s.PersistentVolumes }, volume),
		table("ConfigMap", "v1", "configmaps cm", "NAME,DATA,AGE",
			func(s *loader.Snapshot) []*corev1.ConfigMap { return s.ConfigMaps }, configMap),
		table("Secret", "v1", "secrets", "NAME,TYPE,DATA,AGE",
			func(s *loader.Snapshot) []*corev1.Secret { return s.Secrets }, secret),
		table("ServiceAccount", "v1", "serviceaccounts sa", "NAME,AGE",
			func(s *loader.Snapshot) []*corev1.ServiceAccount { return s.ServiceAccounts }, nameAge),
		table("ResourceQuota", "v1", "resourcequotas quota", "NAME,REQUEST,LIMIT,AGE",
			func(s *loader.Snapshot) []*corev1.ResourceQuota { return s.ResourceQuotas }, quota),
		table("LimitRange", "v1", "limitranges limits", "NAME,CREATED AT",
			func(s *loader.Snapshot) []*corev1.LimitRange { return s.LimitRanges }, limitRange),
		table("PodDisruptionBudget", "policy/v1", "poddisruptionbudgets pdb", "NAME,MIN AVAILABLE,MAX UNAVAILABLE,ALLOWED DISRUPTIONS,AGE",
			func(s *loader.Snapshot) []*policyv1.PodDisruptionBudget { return s.PodDisruptionBudgets }, budget),
		table("Ingress", "networking.k8s.io/v1", "ingresses ing", "NAME,CLASS,HOSTS,ADDRESS,PORTS,AGE",
			func(s *loader.Snapshot) []*networkingv1.Ingress { return s.Ingresses }, ingress),
		table("NetworkPolicy", "networking.k8s.io/v1", "networkpolicies netpol", "NAME,POD-SELECTOR,AGE",
			func(s *loader.Snapshot) []*networkingv1.NetworkPolicy { return s.NetworkPolicies }, networkPolicy),
		table("ControllerRevision", "apps/v1", "controllerrevisions", "NAME,CONTROLLER,REVISION,AGE",
			func(s *loader.Snapshot) []*appsv1.ControllerRevision { return s.ControllerRevisions }, revision),
	}
}
