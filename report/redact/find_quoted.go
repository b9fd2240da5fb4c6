package redact

import "strings"

const kindWords = `(secrets?|configmaps?|config map|persistentvolumeclaims?|pvc|persistentvolumes?|pods?|nodes?|services?|serviceaccounts?|service account|deployments?(?:\.apps)?|statefulsets?(?:\.apps)?|daemonsets?(?:\.apps)?|replicasets?(?:\.apps)?|jobs?(?:\.batch)?|cronjobs?(?:\.batch)?|namespaces?|storageclass(?:es)?(?:\.storage\.k8s\.io)?|runtimeclass(?:es)?(?:\.node\.k8s\.io)?|priorityclass(?:es)?(?:\.scheduling\.k8s\.io)?|containers?|volumes?|webhooks?|quota|endpoints|ingress(?:es)?|scheduler)`

const typed = `(Pod|Node|Deployment|StatefulSet|DaemonSet|ReplicaSet|ReplicationController|Job|CronJob|Service|Endpoints|ConfigMap|Secret|PersistentVolumeClaim|PersistentVolume|StorageClass|ServiceAccount|HorizontalPodAutoscaler|PodDisruptionBudget|ResourceQuota|PriorityClass|RuntimeClass|Ingress|Namespace)`

// typedWords are what typed and a space need.
var typedWords = strings.Split(strings.ToLower(strings.ReplaceAll(strings.Trim(typed, "()"), "|", " |"))+" ", "|")

const object = `([a-z0-9][a-z0-9._-]*/)?([a-z0-9][a-z0-9._-]*)`

// quoted find names that stand after a kind: secret "x" not found, Pod shop/x, kubectl get pod x, deployment/x.
var quoted = []finder{
	pattern(`(?i)\b`+kindWords+`:? \\?["'\x60]`+object+`\\?["'\x60]`, `"`, "'", "`"),
	pattern(`\b`+typed+` ([a-z0-9][a-z0-9-]*/)([a-z0-9][a-z0-9._-]*)`, typedWords...),
	pattern(`\b`+typed+`( )([a-z0-9]+(?:-[a-z0-9]+)+)\b`, typedWords...),
	pattern(`\b(StorageClass|PriorityClass|RuntimeClass|IngressClass|exceeded quota:)( )([a-z0-9][a-z0-9.-]*)`, "class ", "exceeded quota:"),
	pattern(`\b(quota)( )([a-z0-9][a-z0-9.-]*) is used up`, "is used up"),
	pattern(`\bkubectl\b[^\n]* (?:get|describe|logs|edit|patch|scale|delete|cordon|drain|top) `+kindWords+`( )([a-z0-9][a-z0-9._-]*)`,
		"kubectl"),
	pattern(`\b(deployment|deploy|statefulset|sts|daemonset|ds|replicaset|rs|job|cronjob|pod|service|svc|secret|configmap|cm|node)(/)([a-z0-9][a-z0-9._-]*)`, "/"),
}

var (
	ownFlags = pattern(`\bkubectl\b[^\n]* -(n|c) ([a-z0-9][a-z0-9-]*)`, "kubectl")
	brackets = pattern(`(?:ontainers|ontainerStatuses|olumes|olumeMounts|laims)\[([^\]=]+)\]`, "[")
	labels   = pattern(`\b(?:k8s-)?(?:app|name|instance|component|part-of|release|team|tenant|owner)=([A-Za-z0-9][\w.-]*)`, "=")
)

// learnText learns every name that the text shows to be one.
func (n *names) learnText(s string) {
	if aWord(s) {
		return
	}
	lower := strings.ToLower(s)
	for _, f := range quoted {
		for _, m := range f.in(s, lower) {
			n.learnQuoted(m[1], strings.Trim(m[2], "/ "), strings.TrimRight(m[3], "."))
		}
	}
	for _, m := range ownFlags.in(s, lower) {
		n.add(map[string]string{"n": "ns", "c": "container"}[m[1]], m[2])
	}
	for _, m := range brackets.in(s, lower) {
		n.add("container", m[1])
	}
	for _, m := range labels.in(s, lower) {
		n.add("name", m[1])
	}
	n.learnShapes(s)
}

func (n *names) learnQuoted(kind, namespace, name string) {
	if len(name) >= 32 && strings.Trim(name, "0123456789abcdef") == "" {
		return // the id of a container
	}
	kind, _, _ = strings.Cut(strings.TrimPrefix(strings.TrimSuffix(strings.ToLower(kind), ":"), "exceeded "), ".")
	if long, ok := shortKinds[kind]; ok {
		kind = long
	}
	if namespace != "" {
		n.add("ns", namespace)
	}
	n.add(shortKind(strings.TrimSuffix(strings.ReplaceAll(kind, " ", ""), "s")), name)
}

// shortKinds are kubectl's short names.
var shortKinds = map[string]string{"deploy": "deployment", "sts": "statefulset", "ds": "daemonset", "rs": "replicaset",
	"svc": "service", "cm": "configmap", "storageclasses": "storageclass", "runtimeclasses": "runtimeclass",
	"priorityclasses": "priorityclass", "ingresses": "ingress"}
