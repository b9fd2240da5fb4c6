package analyzer

import (
	"slices"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

// Collection is a command that collects kinds which the dump lacks.
type Collection struct {
	Kinds   string // such as "Service, EndpointSlice"
	Command string
	File    string // that the command writes
	Note    string // what to mind about it, or ""
}

// collections are the kinds that one command collects together, by the names that kubectl takes them by.
var collections = []struct {
	file  string
	kinds []string // kind and name in turn
	note  string
}{
	{"cluster.json", []string{"Pod", "pods", "Event", "events", "Node", "nodes", "Namespace", "ns"}, ""},
	{"workloads.json", []string{"Deployment", "deploy", "ReplicaSet", "rs", "StatefulSet", "sts", "DaemonSet", "ds", "Job", "job",
		"CronJob", "cronjob"}, ""},
	{"volumes.json", []string{"PersistentVolumeClaim", "pvc", "PersistentVolume", "pv", "StorageClass", "sc", "VolumeAttachment",
		"volumeattachment"}, ""},
	{"services.json", []string{"Service", "svc", "EndpointSlice", "endpointslice"}, ""},
	{"policies.json", []string{"ResourceQuota", "quota", "LimitRange", "limits", "HorizontalPodAutoscaler", "hpa", "PodDisruptionBudget",
		"pdb", "PriorityClass", "pc", "ServiceAccount", "sa"}, ""},
	{"configmaps.json", []string{"ConfigMap", "cm"}, "read them before you share them, they hold settings"},
}

// secretKeys collects the names and keys of Secrets without their values, which annotations may hold as well.
const secretKeys = "kubectl get secrets -A -o json | jq 'del(.items[].metadata.annotations)\n" +
	`  | .items[].data |= ((. // {}) | map_values(""))' > secrets.json`

// Collections are the commands that collect what the dump lacks. Of Secrets only names and keys are asked for.
func Collections(s *loader.Snapshot) []Collection {
	var out []Collection
	for _, c := range collections {
		var kinds, names []string
		for i := 0; i < len(c.kinds); i += 2 {
			if slices.Contains(s.Coverage.NotCollected, c.kinds[i]) {
				kinds, names = append(kinds, c.kinds[i]), append(names, c.kinds[i+1])
			}
		}
		if len(kinds) > 0 {
			command := "kubectl get " + strings.Join(names, ",") + " -A -o json > " + c.file
			out = append(out, Collection{strings.Join(kinds, ", "), command, c.file, c.note})
		}
	}
	if slices.Contains(s.Coverage.NotCollected, "Secret") {
		out = append(out, Collection{"names and keys of Secrets", secretKeys, "secrets.json", "values are never needed"})
	}
	return out
}
