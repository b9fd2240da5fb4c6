package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/columns"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/view"
)

// collections are kinds that one command collects together, with why they matter.
var collections = []struct {
	kinds []string
	file  string
}{
	{[]string{"Pod", "Event", "Node", "Namespace"}, "cluster.json"},
	{[]string{"Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job", "CronJob"}, "workloads.json"},
	{[]string{"PersistentVolumeClaim", "PersistentVolume", "StorageClass", "VolumeAttachment"}, "volumes.json"},
	{[]string{"Service", "EndpointSlice"}, "services.json"},
	{[]string{"ResourceQuota", "LimitRange", "HorizontalPodAutoscaler", "PodDisruptionBudget", "PriorityClass", "ServiceAccount"}, "policies.json"},
	{[]string{"ConfigMap"}, "configmaps.json"},
}

// secretKeys collects the names and keys of Secrets without their values.
const secretKeys = `kubectl get secrets -A -o json | jq '.items[].data |= ((. // {}) | map_values(""))' > secrets.json`

// writeMissing says what the dump lacks and how it is collected.
func (p *program) writeMissing(w io.Writer, s *loader.Snapshot, sources []string) {
	if len(s.Coverage.Cut) > 0 {
		p.writeCut(w, s)
		return
	}
	var files []string
	head := func() {
		if len(files) == 0 {
			fmt.Fprintln(w, "\nNot in the dump, and the command that collects it")
		}
	}
	for _, group := range collections {
		if kinds, names := lacking(s, group.kinds); len(kinds) > 0 {
			head()
			files = append(files, group.file)
			fmt.Fprintf(w, "%s\n    kubectl get %s -A -o json > %s\n", indent(fold(strings.Join(kinds, ", "), 76), 2), strings.Join(names, ","), group.file)
		}
	}
	if slices.Contains(s.Coverage.NotCollected, "Secret") {
		head()
		files = append(files, "secrets.json")
		fmt.Fprintf(w, "  Secret, names and keys only\n    %s\n", secretKeys)
	}
	p.writeMissingLogs(w, s)
	for _, r := range s.Coverage.Refused {
		fmt.Fprintf(w, "  %s was refused to the collector: %s\n", p.shown(refused(r)), p.shown(r.Message))
	}
	if len(files) > 0 {
		fmt.Fprintf(w, "  then: podtriage analyze %s\n", p.shown(view.Shell(append(slices.Clone(sources), files...))))
	}
}

// lacking are those of the kinds that were not collected, and how kubectl names them.
func lacking(s *loader.Snapshot, of []string) (kinds, names []string) {
	for _, kind := range of {
		if !slices.Contains(s.Coverage.NotCollected, kind) {
			continue
		}
		name := "events"
		if k, ok := columns.Find(kind); ok {
			name = shortest(k)
		}
		kinds, names = append(kinds, kind), append(names, name)
	}
	return kinds, names
}

// writeCut asks for the whole source first: what lacks may stand behind the cut.
func (p *program) writeCut(w io.Writer, s *loader.Snapshot) {
	writeCuts := func(title string, unread bool) {
		for _, cut := range s.Coverage.Cut {
			if cut.Unread != unread {
				continue
			}
			fmt.Fprintf(w, "%s  %s\n", title, p.shown(strings.TrimSpace(cut.File+"  "+cut.Kind)))
			title = ""
		}
	}
	writeCuts("\nCut off: send the whole file again\n", false)
	writeCuts("\nNot read to its end: raise --max-unpacked or --max-time\n", true)
	if n := s.Coverage.NotCollected; len(n) > 0 {
		fmt.Fprintf(w, "Perhaps behind the cut\n%s\n", indent(fold(strings.Join(n, ", "), 76), 2))
	}
	p.writeMissingLogs(w, s)
}

// shortest is the shortest name that kubectl takes for the kind.
func shortest(k columns.Kind) string {
	if len(k.Short) > 0 {
		return k.Short[0]
	}
	return k.Plural
}

func refused(r loader.Refusal) string {
	text := r.Kind
	if text == "" {
		text = r.File
	}
	if r.Namespace != "" {
		text += " of " + r.Namespace
	}
	return text
}

// writeMissingLogs names containers of unhealthy Pods that restarted and whose earlier run left no log in the dump.
func (p *program) writeMissingLogs(w io.Writer, s *loader.Snapshot) {
	commands := analyzer.EarlierLogs(rules.NewContext(s, nil))
	if len(commands) == 0 {
		return
	}
	fmt.Fprintf(w, "  logs of earlier runs of %s\n", view.Count(len(commands), "container"))
	for _, c := range commands[:min(5, len(commands))] {
		fmt.Fprintf(w, "    %s\n", p.shown(c))
	}
	if n := len(commands) - 5; n > 0 {
		fmt.Fprintf(w, "    and %d more; analyze names those that matter\n", n)
	}
}
