package loader

import (
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// uuidLength is the length of the UIDs that an API server gives; what a person wrote is mostly shorter.
const uuidLength = 36

// tellsCluster reports whether a cluster has the object from its start and keeps it: Namespaces that admission does not let anyone
// delete (namespace lifecycle, v1.37), and what the API server and the controllers make by themselves.
func tellsCluster(r Ref) bool {
	ours := r.Namespace == metav1.NamespaceDefault || r.Namespace == metav1.NamespaceSystem || r.Namespace == metav1.NamespacePublic
	if len(r.UID) != uuidLength {
		return false
	}
	switch r.Kind {
	case "Namespace":
		return r.Name == metav1.NamespaceDefault || r.Name == metav1.NamespaceSystem || r.Name == metav1.NamespacePublic
	case "Service":
		return r.Namespace == metav1.NamespaceDefault && r.Name == "kubernetes"
	case "ConfigMap":
		return r.Namespace == metav1.NamespaceSystem && r.Name == "extension-apiserver-authentication" ||
			r.Namespace == metav1.NamespacePublic && r.Name == "cluster-info"
	case "ServiceAccount":
		return ours && r.Name == "default"
	case "ClusterRole", "ClusterRoleBinding":
		return r.Name == "cluster-admin" || strings.HasPrefix(r.Name, "system:")
	case "Role", "RoleBinding":
		return ours && strings.HasPrefix(r.Name, "system:")
	}
	return false
}

// hint returns what an object helps to tell the cluster by, or zero. Nodes come and go and add-ons are installed again, so neither tells
// it alone; all Nodes count as one.
func hint(r Ref) Ref {
	switch {
	case r.Kind == "Node":
		return Ref{Kind: "Node", Name: "all"}
	case r.Namespace != metav1.NamespaceSystem:
	case r.Kind == "Service" && r.Name == "kube-dns", r.Kind == "DaemonSet" && r.Name == "kube-proxy",
		r.Kind == "Deployment" && r.Name == "coredns":
		return r.Key()
	}
	return Ref{}
}
