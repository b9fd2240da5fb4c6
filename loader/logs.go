package loader

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
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

// containerLogs reads a file that its name calls a log: one container's, or blocks between START and END marks.
func (r *reading) containerLogs(f *file, data io.Reader) {
	f.Form = string(decode.Logs)
	l := f.says.Log
	log := Log{Namespace: l.Namespace, Pod: l.Pod, Container: l.Container, Previous: l.Previous, File: f.Read.Name}
	text := r.text
	text.Reset(data)
	if head, _ := text.Peek(4); bytes.IndexByte(head, 0) >= 0 || bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff}) {
		text = bufio.NewReader(decode.Text(text)) // UTF-16, as PowerShell redirects
	}
	mark, _ := text.Peek(len(startMark))
	if string(mark) != startMark {
		r.logs = append(r.logs, &foundLog{Log: scanLog(text, &log, 1), file: f, run: l.Run, copy: l.Copy})
		f.Logs++
		return
	}
	b := blocks{owner: log, keep: func(l *Log) { r.logs = append(r.logs, &foundLog{Log: l, file: f}); f.Logs++ }}
	b.read(text)
}

// logBlock reads a log inside the one-file form of a dump.
func (r *reading) logBlock(f *file, b decode.LogBlock) {
	log := &Log{Namespace: b.Namespace, Pod: b.Pod, Container: b.Container, File: f.Read.Name}
	r.logs = append(r.logs, &foundLog{Log: scanLog(b.Text, log, b.Line), file: f})
	f.Logs++
	f.says.Producer = layout.ClusterInfoDump
}

// The marks that kubectl cluster-info dump writes around the log of each container (kubectl clusterinfo_dump.go, v1.37).
const (
	startMark = "==== START logs for container "
	endMark   = "==== END logs for container "
)

// blocks cuts a logs.txt into the logs of its containers. A block ends only at the mark of its own container, and only
// then can another begin, so that a log cannot forge one.
type blocks struct {
	owner Log // namespace, pod and file
	keep  func(*Log)
	now   *scanner
	line  int
}

func (b *blocks) read(r *bufio.Reader) {
	for {
		piece, err := r.ReadSlice('\n')
		b.line++
		b.take(piece)
		for err == bufio.ErrBufferFull { // the rest of a long line
			piece, err = r.ReadSlice('\n')
			if b.now != nil {
				b.now.Write(piece)
			}
		}
		if err != nil {
			b.end()
			return
		}
	}
}

// take reads one line.
func (b *blocks) take(line []byte) {
	if b.now == nil {
		if c, ok := b.container(line, startMark); ok {
			l := b.owner
			l.Container = c
			b.now = newScanner(&l, b.line+1)
		}
		return
	}
	if i := bytes.Index(line, []byte(endMark)); i >= 0 {
		if c, ok := b.container(line[i:], endMark); ok && c == b.now.log.Container {
			b.now.Write(line[:i])
			b.end()
			return
		}
	}
	b.now.Write(line)
}

// container reads the container of a mark of this Pod.
func (b *blocks) container(line []byte, mark string) (string, bool) {
	rest, ok := strings.CutPrefix(string(line[:min(len(line), lineText)]), mark)
	c, of, _ := strings.Cut(rest, " of pod ")
	return c, ok && strings.TrimRight(of, " =\r\n") == b.owner.Namespace+"/"+b.owner.Pod
}

func (b *blocks) end() {
	if b.now != nil {
		b.keep(b.now.finish())
		b.now = nil
	}
}

// attach finds out whose the logs are that their names do not tell of, and drops those of no Pod and second copies.
func (r *reading) attach(pods []*corev1.Pod) []*Log {
	known := podNames(pods)
	var out []*foundLog
	for _, l := range r.logs {
		if l.Pod == "" && l.file.Objects == 0 {
			r.nameLog(l, known)
		}
		if l.Pod == "" {
			if l.file.Form == string(decode.Logs) {
				l.file.Note = "a log of no Pod that the dump holds"
			}
			continue
		}
		if p := known.find(l.Namespace, l.Pod); p != nil && l.Container == "" {
			l.Container = onlyContainer(p)
		}
		out = append(out, l)
	}
	return newestRuns(out)
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
