package layout

import (
	"strconv"
	"strings"
)

// velero reads resources/<resource>[.<group>]/[<version>/](namespaces/<namespace>|cluster)/<name>.json.
func velero(n name) (File, bool) {
	p := n.after("resources")
	if len(p) < 3 || n.ext != ".json" || p[0] == "ns" || p[0] == "cluster" || p[0] == "non-ns" {
		return File{}, false
	}
	f := File{Producer: Velero, Kind: kindOf(p[0])}
	p = p[1:]
	if strings.HasPrefix(p[0], "v") && len(p) > 2 {
		p = p[1:]
	}
	switch {
	case p[0] == "namespaces" && len(p) == 3:
		f.Namespace = p[1]
	case p[0] != "cluster":
		return File{}, false
	}
	return f, true
}

// sonobuoy reads resources/ns/<namespace>/<list>.json, resources/cluster/<list>.json (resources/non-ns up to 0.10) and
// podlogs/<namespace>/<pod>/logs/<container>.txt. Lists are Pods.json in old versions and core_v1_pods.json in new ones.
func sonobuoy(n name) (File, bool) {
	f := File{Producer: Sonobuoy}
	if p := n.after("podlogs"); len(p) == 4 && p[2] == "logs" {
		f.Log = Log{Namespace: p[0], Pod: p[1], Container: strings.TrimSuffix(n.base, n.ext)}
		return f, true
	}
	switch {
	case len(n.after("plugins")) >= 3 && n.after("plugins")[1] == "results", n.base == "sonobuoy_results.yaml":
		f.Noise = "results of a sonobuoy plugin"
		return f, true
	case n.up(0) == "meta" && n.base == "query-time.json", n.base == "results.json" && n.contains("resources", "ns"),
		n.base == "results.json" && n.up(0) == "non-ns":
		f.Noise = "how sonobuoy's queries went"
		return f, true
	}
	p := n.after("resources")
	if len(p) == 3 && p[0] == "ns" {
		f.Kind, f.Namespace = kindOf(n.stem), p[1]
		return f, true
	}
	if len(p) == 2 && (p[0] == "cluster" || p[0] == "non-ns") {
		f.Kind = kindOf(n.stem)
		return f, true
	}
	return File{}, false
}

// replicated reads cluster-resources/<resource>/<namespace>.json, cluster-resources/<resource>.json, either with -errors
// before the extension, and cluster-resources/pods/logs/<namespace>/<pod>/<container>[-previous].log, which newer versions
// make as a link to where a logs collector put it.
func replicated(n name) (File, bool) {
	p := n.after("cluster-resources")
	f := File{Producer: Replicated}
	if n.base == "analysis.json" {
		f.Noise = "what the collector's own analyzers said"
		return f, true
	}
	if p == nil {
		return File{}, false
	}
	if len(p) == 5 && p[0] == "pods" && p[1] == "logs" {
		container, previous := strings.CutSuffix(n.stem, "-previous")
		f.Log = Log{Namespace: p[2], Pod: p[3], Container: container, Previous: previous}
		return f, true
	}
	stem, errors := strings.CutSuffix(n.stem, "-errors")
	f.Errors = errors
	switch {
	case p[0] == "custom-resources", p[0] == "auth-cani-list":
	case len(p) == 1:
		f.Kind = kindOf(stem)
	case len(p) == 2:
		f.Kind, f.Namespace = kindOf(p[0]), stem
		if errors && kindOf(stem) != "" {
			f.Kind, f.Namespace = kindOf(stem), ""
		}
	}
	return f, true
}

// mustGather reads the trees of oc adm must-gather and oc adm inspect: namespaces/<namespace>/<group>/<list>.yaml,
// namespaces/<namespace>/pods/<pod>/<pod>.yaml, .../pods/<pod>/<container>[/<container>]/logs/(current|previous).log, and
// cluster-scoped-resources/<group>/<resource>[/<name>].yaml.
func mustGather(n name) (File, bool) {
	f := File{Producer: MustGather}
	if p := n.after("cluster-scoped-resources"); len(p) >= 2 {
		f.Kind = kindOf(strings.TrimSuffix(p[1], n.ext))
		return f, true
	}
	p := n.after("namespaces")
	if len(p) < 2 {
		return File{}, false
	}
	if n.contains("conditional", "namespaces") {
		f.Producer = Insights
	}
	f.Namespace = p[0]
	switch {
	case p[1] == "pods" && len(p) >= 5:
		return podFile(f, n, p[2:])
	case p[1] == "pods" && len(p) == 4:
		f.Kind = "Pod"
	case len(p) == 3:
		f.Kind = kindOf(n.stem)
	case len(p) >= 4:
		f.Kind = kindOf(p[2])
	}
	return f, true
}

// podFile reads what stands below pods/<pod>/ in a must-gather.
func podFile(f File, n name, p []string) (File, bool) {
	container := p[1]
	if container == "containers" && len(p) > 3 { // Insights' conditional gathering
		f.Producer, container = Insights, p[2]
	}
	if n.up(0) != "logs" && n.up(1) != "logs" {
		return f, true
	}
	f.Log = Log{Namespace: f.Namespace, Pod: p[0], Container: container, Previous: strings.HasPrefix(n.stem, "previous")}
	f.Log.Copy = strings.Contains(n.stem, "insecure")
	if n.up(0) != "logs" {
		f.Log, f.Noise = Log{}, "an older part of a log"
	}
	return f, true
}

// insights reads config/pod/<namespace>/<pod>.json, config/pod/<namespace>/logs/<pod>/<what>.log, config/node/<name>.json
// and events/<namespace>.json. Pods there are only those that are not well, so they are no complete list.
func insights(n name) (File, bool) {
	f := File{Producer: Insights}
	if p := n.after("pod"); n.contains("config", "pod") && len(p) >= 2 {
		if len(p) == 4 && p[1] == "logs" {
			f.Log = Log{Namespace: p[0], Pod: p[2], Previous: strings.Contains(n.stem, "previous")}
		}
		return f, true
	}
	switch {
	case n.contains("config", "node"):
		f.Kind = "Node"
	case n.contains("config", "persistentvolumes"), n.contains("config", "clusteroperator"):
	case n.up(0) == "events" && n.ext == ".json":
		f.Kind, f.Namespace = "Event", n.stem
	default:
		return File{}, false
	}
	return f, true
}

// contains reports whether the two folders follow each other.
func (n name) contains(a, b string) bool {
	for i := range n.dirs {
		if i > 0 && n.dirs[i-1] == a && n.dirs[i] == b {
			return true
		}
	}
	return false
}

// rancher reads the support-bundle-kit of Harvester and Longhorn: yamls/namespaced/<namespace>/<group>/<version>/<list>.yaml,
// yamls/cluster/<group>/<version>/<list>.yaml and logs/<namespace>/<pod>/<container>.log[.<n>].
func rancher(n name) (File, bool) {
	f := File{Producer: Rancher}
	if p := n.after("yamls"); len(p) >= 3 {
		f.Kind = kindOf(n.stem)
		if p[0] == "namespaced" {
			f.Namespace = p[1]
		}
		return f, p[0] == "namespaced" || p[0] == "cluster"
	}
	if p := n.after("logs"); len(p) == 3 && len(n.dirs) >= 3 {
		container, rest, ok := strings.Cut(n.base, ".log")
		if !ok || rest != "" && rest[0] != '.' {
			return File{}, false
		}
		container, previous := strings.CutSuffix(container, "-previous")
		f.Log = Log{Namespace: p[0], Pod: p[1], Container: container, Previous: previous || rest != ""}
		return f, true
	}
	return File{}, false
}

// kindLogs reads kind export logs, which are the folders of the nodes: pods/<namespace>_<pod>_<uid>/<container>/<run>.log
// and containers/<pod>_<namespace>_<container>-<id>.log, a second name of the same.
func kindLogs(n name) (File, bool) {
	f := File{Producer: KindLogs}
	if p := n.after("pods"); len(p) == 3 {
		who := strings.Split(p[0], "_")
		run, _, _ := strings.Cut(n.base, ".log")
		if number, err := strconv.Atoi(run); err == nil && len(who) == 3 {
			f.Log = Log{Namespace: who[0], Pod: who[1], Container: p[1], Run: number}
			if strings.Contains(n.base, ".log.") {
				f.Log, f.Noise = Log{}, "an older part of a log"
			}
			return f, true
		}
	}
	if who := strings.Split(n.stem, "_"); n.up(0) == "containers" && len(who) == 3 && n.ext == ".log" {
		container, _, _ := cutLast(who[2], '-')
		f.Log = Log{Namespace: who[1], Pod: who[0], Container: container, Copy: true}
		return f, true
	}
	return File{}, false
}

// cutLast cuts the text at the last such byte.
func cutLast(s string, sep byte) (before, after string, ok bool) {
	if i := strings.LastIndexByte(s, sep); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}
