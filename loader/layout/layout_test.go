package layout

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOf holds the conventions of each producer; docs/formats.md says the same in words.
func TestOf(t *testing.T) {
	log := func(p Producer, l Log) File { return File{Producer: p, Log: l} }
	list := func(p Producer, kind, namespace string) File {
		return File{Producer: p, Kind: kind, Namespace: namespace}
	}
	for path, want := range map[string]File{
		// kubectl cluster-info dump
		"dump/nodes.json":                        list(ClusterInfoDump, "Node", ""),
		"nodes.json":                             list("", "Node", ""),
		"dump/shop/pods.json":                    list("", "Pod", "shop"),
		"shop/replication-controllers.yaml":      list(ClusterInfoDump, "ReplicationController", "shop"),
		"dump/shop/web-6c9f7d5b8-x2k4q/logs.txt": log(ClusterInfoDump, Log{Namespace: "shop", Pod: "web-6c9f7d5b8-x2k4q"}),
		"shop/pods.txt":                          {},

		// kubectl get, saved
		"pods.yaml":              list("", "Pod", ""),
		"configmaps.json":        list("", "ConfigMap", ""),
		"out/statefulsets.json":  list("", "StatefulSet", ""),
		"whatever-i-called.yaml": {},

		// Replicated support bundle
		"support-bundle/cluster-resources/pods/shop.json":                   list(Replicated, "Pod", "shop"),
		"support-bundle/cluster-resources/nodes.json":                       list(Replicated, "Node", ""),
		"support-bundle/cluster-resources/pvcs/shop.json":                   list(Replicated, "PersistentVolumeClaim", "shop"),
		"support-bundle/cluster-resources/pods-errors.json":                 {Producer: Replicated, Kind: "Pod", Errors: true},
		"support-bundle/cluster-resources/pods/shop-errors.json":            {Producer: Replicated, Kind: "Pod", Namespace: "shop", Errors: true},
		"support-bundle/cluster-resources/custom-resources/x.y.z/shop.yaml": {Producer: Replicated},
		"b/cluster-resources/pods/logs/shop/web-0/app.log": log(Replicated,
			Log{Namespace: "shop", Pod: "web-0", Container: "app"}),
		"b/cluster-resources/pods/logs/shop/web-0/app-previous.log": log(Replicated,
			Log{Namespace: "shop", Pod: "web-0", Container: "app", Previous: true}),
		"support-bundle/cluster-resources/horizontalpodautoscalers/shop.json":   list(Replicated, "HorizontalPodAutoscaler", "shop"),
		"support-bundle/cluster-resources/pod-disruption-budgets/kube-dns.json": list(Replicated, "PodDisruptionBudget", "kube-dns"),

		// OpenShift must-gather and inspect
		"must-gather/q/namespaces/shop/core/pods.yaml":                 list(MustGather, "Pod", "shop"),
		"must-gather/q/namespaces/shop/apps/deployments.yaml":          list(MustGather, "Deployment", "shop"),
		"inspect/namespaces/shop/pods/web-0/web-0.yaml":                list(MustGather, "Pod", "shop"),
		"inspect/cluster-scoped-resources/core/nodes/w1.yaml":          list(MustGather, "Node", ""),
		"inspect/cluster-scoped-resources/core/persistentvolumes.yaml": list(MustGather, "PersistentVolume", ""),
		"m/namespaces/shop/pods/web-0/app/app/logs/current.log": {Producer: MustGather, Namespace: "shop",
			Log: Log{Namespace: "shop", Pod: "web-0", Container: "app"}},
		"m/namespaces/shop/pods/web-0/app/logs/previous.log": {Producer: MustGather, Namespace: "shop",
			Log: Log{Namespace: "shop", Pod: "web-0", Container: "app", Previous: true}},
		"m/namespaces/shop/pods/web-0/app/app/logs/previous.insecure.log": {Producer: MustGather, Namespace: "shop",
			Log: Log{Namespace: "shop", Pod: "web-0", Container: "app", Previous: true, Copy: true}},
		"m/timestamp": {Clock: true},
		"m/audit_logs/kube-apiserver/master-0-audit.log": {Producer: MustGather, Noise: "audit log of the API server"},

		// Insights
		"config/pod/shop/web-0.json":            {Producer: Insights},
		"config/pod/shop/logs/web-0/errors.log": log(Insights, Log{Namespace: "shop", Pod: "web-0"}),
		"config/node/w1.json":                   list(Insights, "Node", ""),
		"events/shop.json":                      list(Insights, "Event", "shop"),
		"conditional/namespaces/shop/pods/web-0/containers/app/logs/last-50-lines.log": {Producer: Insights, Namespace: "shop",
			Log: Log{Namespace: "shop", Pod: "web-0", Container: "app"}},

		// Rancher, Harvester, Longhorn
		"bundle/yamls/namespaced/shop/v1/pods.yaml":            list(Rancher, "Pod", "shop"),
		"bundle/yamls/namespaced/shop/apps/v1/daemonsets.yaml": list(Rancher, "DaemonSet", "shop"),
		"bundle/yamls/cluster/v1/nodes.yaml":                   list(Rancher, "Node", ""),
		"bundle/logs/shop/web-0/app.log":                       log(Rancher, Log{Namespace: "shop", Pod: "web-0", Container: "app"}),
		"bundle/logs/shop/web-0/app.log.1": log(Rancher,
			Log{Namespace: "shop", Pod: "web-0", Container: "app", Previous: true}),

		// Sonobuoy, old and new
		"resources/ns/shop/Pods.json":                list(Sonobuoy, "Pod", "shop"),
		"resources/ns/shop/core_v1_pods.json":        list(Sonobuoy, "Pod", "shop"),
		"resources/ns/shop/apps_v1_deployments.json": list(Sonobuoy, "Deployment", "shop"),
		"resources/non-ns/Nodes.json":                list(Sonobuoy, "Node", ""),
		"resources/cluster/core_v1_nodes.json":       list(Sonobuoy, "Node", ""),
		"podlogs/shop/web-0/logs/app.txt":            log(Sonobuoy, Log{Namespace: "shop", Pod: "web-0", Container: "app"}),
		"plugins/e2e/results/global/e2e.log":         {Producer: Sonobuoy, Noise: "results of a sonobuoy plugin"},

		// Velero
		"resources/pods/namespaces/shop/web-0.json":                               list(Velero, "Pod", "shop"),
		"resources/deployments.apps/v1-preferredversion/namespaces/shop/web.json": list(Velero, "Deployment", "shop"),
		"resources/persistentvolumes/cluster/pv1.json":                            list(Velero, "PersistentVolume", ""),
		"velero-backup.json": {Clock: true},

		// kind export logs
		"kind-worker/pods/shop_web-0_0a1b/app/3.log": log(KindLogs,
			Log{Namespace: "shop", Pod: "web-0", Container: "app", Run: 3}),
		"kind-worker/pods/shop_web-0_0a1b/app/2.log.20261118-100231": {Producer: KindLogs, Noise: "an older part of a log"},
		"kind-worker/containers/web-0_shop_app-0123456789abcdef.log": log(KindLogs,
			Log{Namespace: "shop", Pod: "web-0", Container: "app", Copy: true}),
		"kind-worker/kubelet.log": {},
	} {
		if d := cmp.Diff(want, Of(path)); d != "" {
			t.Errorf("%s: -want +got:\n%s", path, d)
		}
	}
}
