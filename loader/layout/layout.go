// Package layout knows the conventions of the tools that collect dumps: what the name of a file says about its content.
//
// In goes the path of a file as its container names it; out comes which tool names files so, and which container's log,
// which list of which namespace, or which noise the file is. Names only help: whether a file holds objects is told by its
// content, and objects know their own namespaces.
package layout

import (
	"path"
	"slices"
	"strings"
)

// Producer is a tool that collects dumps.
type Producer string

// The producers whose layout is known.
const (
	ClusterInfoDump Producer = "cluster-info-dump"
	KubectlGet      Producer = "kubectl-get"
	Replicated      Producer = "replicated-support-bundle"
	MustGather      Producer = "must-gather"
	Insights        Producer = "insights-archive"
	Rancher         Producer = "rancher-support-bundle"
	Sonobuoy        Producer = "sonobuoy"
	Velero          Producer = "velero-backup"
	KindLogs        Producer = "kind-logs"
)

// File is what a name says. The zero value says nothing.
type File struct {
	Producer Producer
	Log      Log

	// Kind and Namespace say that the file, or the folder of such files, holds all objects of the kind in the namespace.
	// An empty namespace is that of a cluster-scoped kind, or unknown.
	Kind, Namespace string

	Clock  bool   // the collector wrote down when it ran
	Errors bool   // the file holds the collector's own errors, in place of objects of the kind
	Noise  string // why there is nothing in it for us
}

// Log names the container whose output a file is.
type Log struct {
	Namespace, Pod, Container string // Container may be empty: the file does not say which
	Previous                  bool   // the run before the current one
	Run                       int    // number of the run, where files are numbered; the highest is the current one
	Copy                      bool   // only of use if the file that is usually there is missing or empty
}

// IsZero reports whether it names nothing.
func (l Log) IsZero() bool { return l.Pod == "" }

// name is a path in parts.
type name struct {
	dirs []string
	base string // with its extension
	stem string // without it
	ext  string // lower case
}

func parse(p string) name {
	dir, base := path.Split(p)
	n := name{base: base, ext: strings.ToLower(path.Ext(base))}
	n.stem = base[:len(base)-len(n.ext)]
	if dir != "" {
		n.dirs = strings.Split(strings.TrimSuffix(dir, "/"), "/")
	}
	return n
}

// after returns the parts that follow the last folder of that name, the file last; nil if there is no such folder.
func (n name) after(folder string) []string {
	for i := len(n.dirs) - 1; i >= 0; i-- {
		if n.dirs[i] == folder {
			return append(append([]string{}, n.dirs[i+1:]...), n.base)
		}
	}
	return nil
}

// up returns the i-th folder above the file, counting from 0; "" if there is none.
func (n name) up(i int) string {
	if i >= len(n.dirs) {
		return ""
	}
	return n.dirs[len(n.dirs)-1-i]
}

// isData reports whether the extension is one of object files.
func (n name) isData() bool {
	return n.ext == ".json" || n.ext == ".yaml" || n.ext == ".yml"
}

// readers are the producers' conventions, the most telling folders first.
var readers = []func(name) (File, bool){noise, velero, sonobuoy, replicated, mustGather, insights, rancher, kindLogs, clusterInfo}

// Of returns what the path says.
func Of(p string) File {
	n := parse(p)
	for _, read := range readers {
		if f, ok := read(n); ok {
			return f
		}
	}
	f := File{}
	if n.isData() {
		f.Kind = kindOf(n.stem)
	}
	return f
}

// noise names files that look like objects or logs and are not, and those that tell when the collector ran.
func noise(n name) (File, bool) {
	for _, d := range n.dirs {
		if d == "audit_logs" || d == "audit-logs" {
			return File{Producer: MustGather, Noise: "audit log of the API server"}, true
		}
	}
	if n.ext == ".log" && (n.stem == "audit" || strings.HasPrefix(n.stem, "kube-audit") || strings.HasPrefix(n.stem, "audit-")) {
		return File{Noise: "audit log of the API server"}, true
	}
	if slices.Contains([]string{".md", ".markdown", ".adoc", ".rst"}, n.ext) {
		return File{Noise: "a text for people"}, true
	}
	if n.base == "timestamp" && n.ext == "" || n.base == "velero-backup.json" || n.base == "gathers.json" {
		return File{Clock: true}, true
	}
	return File{}, false
}

// clusterInfo reads kubectl cluster-info dump: <namespace>/<list>.json and <namespace>/<pod>/logs.txt.
func clusterInfo(n name) (File, bool) {
	f := File{Producer: ClusterInfoDump}
	if n.base == "logs.txt" && len(n.dirs) >= 2 {
		f.Log = Log{Namespace: n.up(1), Pod: n.up(0)}
		return f, true
	}
	if !n.isData() && n.ext != ".txt" {
		return File{}, false
	}
	switch n.stem {
	case "nodes":
		f.Kind = "Node"
		if len(n.dirs) == 0 {
			f.Producer = "" // anybody's name
		}
		return f, n.ext != ".txt"
	case "events", "replication-controllers", "services", "daemonsets", "deployments", "replicasets", "pods":
		f.Kind, f.Namespace = kindOf(n.stem), n.up(0)
		if n.stem != "replication-controllers" {
			f.Producer = "" // names that anybody would give
		}
		return f, n.ext != ".txt"
	}
	return File{}, false
}
