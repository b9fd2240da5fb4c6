package loader

import (
	"cmp"
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader/decode"
	"github.com/podtriage/podtriage/loader/layout"
)

// foundLog is a log and where it was.
type foundLog struct {
	*Log
	file *file
	run  int
	copy bool // another copy of what should be elsewhere
}

// attach finds out whose the logs are that their names do not tell of, and drops those of no Pod and second copies.
func (r *reading) attach(pods []*corev1.Pod) []*Log {
	known := podNames(pods)
	var out []*foundLog
	for _, l := range r.allLogs() {
		if l.Pod == "" && l.file.Objects == 0 {
			r.nameLog(l, known)
		}
		if l.Pod == "" {
			if l.file.Form == string(decode.Logs) {
				l.file.Note = "a log of no Pod that the dump holds"
			}
			continue
		}
		if p := known.find(l.Namespace, l.Pod); p != nil {
			l.Container = cmp.Or(l.Container, onlyContainer(p))
			l.forget(p)
		}
		out = append(out, l)
	}
	return newestRuns(out)
}

// forget keeps only the last line of a log in which no line looks like an error, of a container that runs, is ready and has not
// ended before: nothing asks for more of it, and most logs of a dump are such.
func (l *foundLog) forget(p *corev1.Pod) {
	n := len(l.Kept)
	if l.Bad || l.Previous || n < 2 || p.DeletionTimestamp != nil {
		return
	}
	for _, all := range [][]corev1.ContainerStatus{p.Status.ContainerStatuses, p.Status.InitContainerStatuses} {
		for _, c := range all {
			if c.Name == l.Container && c.Ready && c.State.Running != nil && c.RestartCount == 0 && c.LastTerminationState.Terminated == nil {
				last := l.Kept[n-1]
				last.Text = strings.Clone(last.Text) // all lines are in one piece of memory
				l.Kept = []LogLine{last}
				return
			}
		}
	}
}

// nameLog names the log after a link that leads to it, or after the Pod whose name its path holds.
func (r *reading) nameLog(l *foundLog, known podIndex) {
	for _, link := range r.links[l.file.Read.Name] {
		p := link[strings.LastIndexByte(link, '!')+1:]
		if says := layout.Of(p).Log; !says.IsZero() {
			l.Namespace, l.Pod, l.Container, l.Previous = says.Namespace, says.Pod, says.Container, says.Previous
			l.file.Logs++
			return
		}
	}
	if known.guess(l.Log, l.file.Path) {
		l.file.Logs++
	}
}

// newestRuns marks all but the last of numbered runs as previous and drops copies of logs that are there.
func newestRuns(logs []*foundLog) []*Log {
	type key struct {
		namespace, pod, container string
		previous                  bool
	}
	last, whole, copied := map[key]int{}, map[key]bool{}, map[key]bool{}
	for _, l := range logs {
		k := key{l.Namespace, l.Pod, l.Container, false}
		last[k] = max(last[k], l.run)
		k.previous = l.Previous
		whole[k] = whole[k] || !l.copy && len(l.Kept) > 0
		copied[k] = copied[k] || l.copy
	}
	var out []*Log
	for _, l := range logs {
		k := key{l.Namespace, l.Pod, l.Container, false}
		if l.run < last[k] && !l.copy {
			l.Previous = true
		}
		k.previous = l.Previous
		if l.copy == (copied[k] && !whole[k]) {
			out = append(out, l.Log) // the copy only if there is nothing else
		}
	}
	return out
}

// podIndex finds Pods by name.
type podIndex map[string][]*corev1.Pod

func podNames(pods []*corev1.Pod) podIndex {
	out := podIndex{}
	for _, p := range pods {
		out[p.Name] = append(out[p.Name], p)
	}
	return out
}

// find returns the Pod; without a namespace only if its name is the only one.
func (x podIndex) find(namespace, name string) *corev1.Pod {
	all := x[name]
	if namespace == "" && len(all) == 1 {
		return all[0]
	}
	for _, p := range all {
		if p.Namespace == namespace {
			return p
		}
	}
	return nil
}

// guess names the log by a path like <pod>.log, <pod>/<container>.log, <namespace>/<pod>.<container>.previous.log or
// <namespace>_<pod>_<container>.log, if there is such a Pod.
func (x podIndex) guess(l *Log, name string) bool {
	stem, _, _ := strings.Cut(path.Base(name), ".log")
	stem = strings.TrimSuffix(stem, ".txt")
	for _, mark := range []string{"-previous", ".previous", "_previous", "-prev", ".prev"} {
		if s, ok := strings.CutSuffix(stem, mark); ok {
			stem, l.Previous = s, true
		}
	}
	dir := path.Dir(name)
	parent, above := path.Base(dir), path.Base(path.Dir(dir))
	if p := cmp.Or(x.find(above, parent), x.find("", parent)); p != nil {
		l.Namespace, l.Pod = p.Namespace, p.Name
		if slices.Contains(containers(p), stem) {
			l.Container = stem
		}
		return true
	}
	return x.guessStem(l, parent, stem)
}

// guessStem finds namespace, Pod and container in one name.
func (x podIndex) guessStem(l *Log, parent, stem string) bool {
	for start := 0; start < len(stem); start++ {
		if start > 0 && !isSeparator(stem[start-1]) {
			continue
		}
		namespace := parent
		if start > 1 {
			namespace = stem[:start-1]
		}
		for end := len(stem); end > start; end-- {
			if end < len(stem) && !isSeparator(stem[end]) {
				continue
			}
			p := cmp.Or(x.find(namespace, stem[start:end]), x.find("", stem[start:end]))
			if p == nil || end < len(stem) && !slices.Contains(containers(p), stem[end+1:]) {
				continue
			}
			l.Namespace, l.Pod = p.Namespace, p.Name
			if end < len(stem) {
				l.Container = stem[end+1:]
			}
			return true
		}
	}
	return false
}

func isSeparator(c byte) bool { return c == '-' || c == '_' || c == '.' }

// containers lists the names of all containers of the Pod.
func containers(p *corev1.Pod) []string {
	var out []string
	for _, c := range p.Spec.InitContainers {
		out = append(out, c.Name)
	}
	for _, c := range p.Spec.Containers {
		out = append(out, c.Name)
	}
	for _, c := range p.Spec.EphemeralContainers {
		out = append(out, c.Name)
	}
	return out
}

func onlyContainer(p *corev1.Pod) string {
	if all := containers(p); len(all) == 1 {
		return all[0]
	}
	return ""
}
