package loader

import (
	"cmp"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/loader/decode"
	"github.com/podtriage/podtriage/loader/layout"
)

// wanted are the kinds that explain failures and that a complete collection holds.
var wanted = []string{"Pod", "Event", "Node", "Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job", "CronJob", "Service",
	"EndpointSlice", "ConfigMap", "Secret", "ServiceAccount", "PersistentVolumeClaim", "PersistentVolume", "StorageClass", "ResourceQuota",
	"LimitRange", "HorizontalPodAutoscaler", "PodDisruptionBudget", "Namespace", "PriorityClass", "VolumeAttachment"}

// Refusal is a kind that the collector was not given.
type Refusal struct {
	Kind, Namespace string // Kind is empty if the file does not tell
	Message         string // the collector's words
	File            string
}

// Cut is a file or source whose end is missing: what else it held is unknown.
type Cut struct {
	Kind, Namespace string // of the list that is cut off; Kind is empty for a mixed list and for an archive
	File            string
	Unread          bool // a limit of the reader ended it, not the source itself
}

// cut notes that the last list of the file, if it is one, is not whole.
func (r *reading) cut(f *file) {
	c := Cut{Kind: f.says.Kind, Namespace: f.says.Namespace, File: f.Read.Name}
	if n := len(r.lists); n > 0 && r.lists[n-1].file == f {
		r.lists[n-1].cut = true
		c.Kind = cmp.Or(r.lists[n-1].kind, c.Kind)
	}
	if !slices.ContainsFunc(r.cuts, func(o Cut) bool { return o.File == c.File }) {
		r.cuts = append(r.cuts, c)
	}
}

// scope is what one list, or the lists of one folder, were found to span.
type scope struct {
	kinds      map[string]int
	namespaces map[string]bool
}

func (s *scope) add(f *found) {
	s.kinds[f.kind]++
	if ns := f.obj.GetNamespace(); ns != "" {
		s.namespaces[ns] = true
	}
}

func newScope() *scope { return &scope{map[string]int{}, map[string]bool{}} }

// only returns the one namespace of the scope; "" for none, and for many, which means all.
func (s *scope) only() string {
	if len(s.namespaces) != 1 {
		return ""
	}
	for ns := range s.namespaces {
		return ns
	}
	return ""
}

// covering collects scopes while coverage is computed.
type covering struct {
	whole   bool // no source ends too early: where objects were saved one by one, some may stand behind the cut
	lists   map[*list]*scope
	folders map[string]*scope
	scopes  map[string]map[string]bool
	empty   map[string]bool // kinds of empty lists whose namespace is unknown
	listed  map[string]bool
}

// cover notes that the kind was collected in the namespace, "" for all.
func (c *covering) cover(kind, namespace string) {
	if kind == "" {
		return
	}
	if layout.ClusterScoped(kind) {
		namespace = ""
	}
	if c.scopes[kind] == nil {
		c.scopes[kind] = map[string]bool{}
	}
	c.scopes[kind][namespace] = true
}

// see counts one object to its list and folder, and to the folders that hold one file an object.
func (c *covering) see(f *found) {
	if f.list == nil {
		if c.whole && f.file.says.Kind == f.kind && f.file.says.Producer != "" && (f.file.says.Namespace != "" || layout.ClusterScoped(f.kind)) {
			c.cover(f.kind, f.file.says.Namespace)
		}
		return
	}
	folder := path.Dir(f.file.Read.Name)
	if c.lists[f.list] == nil {
		c.lists[f.list] = newScope()
	}
	if c.folders[folder] == nil {
		c.folders[folder] = newScope()
	}
	c.lists[f.list].add(f)
	c.folders[folder].add(f)
}

// list decides what a list covers. One that spans several namespaces is one of all of them: kubectl knows only one and all.
func (c *covering) list(l *list, namespaces map[string]bool) {
	if l.cut {
		return // an object that is not in it may be behind the cut
	}
	if s := c.lists[l]; s != nil {
		for kind := range s.kinds {
			c.cover(kind, s.only())
			c.listed[kind] = c.listed[kind] || len(s.kinds) == 1
		}
		c.coverEmpty(l, s)
		return
	}
	kind := l.kind
	if kind == "" {
		kind = l.file.says.Kind
	}
	folder := c.folders[path.Dir(l.file.Read.Name)]
	says := l.file.says
	switch {
	case kind == "":
	case layout.ClusterScoped(kind):
		c.cover(kind, "")
	case says.Namespace != "" && (says.Producer != "" || namespaces[says.Namespace]):
		c.cover(kind, says.Namespace)
	case folder != nil && len(folder.namespaces) > 0:
		c.cover(kind, folder.only())
	default:
		c.empty[kind] = true
	}
}

// coverEmpty is for a typed list whose items are of another kind than it says.
func (c *covering) coverEmpty(l *list, s *scope) {
	if l.kind != "" && s.kinds[l.kind] == 0 {
		c.empty[l.kind] = true
	}
}

// coverage says what was collected. Single objects cover nothing: they tell of no others.
func (r *reading) coverage(s *Snapshot) Coverage {
	c := covering{!r.partial, map[*list]*scope{}, map[string]*scope{}, map[string]map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for f := range r.eachFound() {
		c.see(f)
	}
	out := Coverage{Objects: map[string]int{}, Refused: r.refused, Cut: r.cuts}
	namespaces := map[string]bool{}
	for ref := range s.index.objects {
		out.Objects[ref.Kind]++
		namespaces[ref.Namespace] = true
	}
	for _, n := range s.Namespaces {
		namespaces[n.Name] = true
	}
	for _, l := range r.lists { // a file that only one producer names so vouches for its neighbours
		namespaces[l.file.says.Namespace] = namespaces[l.file.says.Namespace] || l.file.says.Producer != ""
	}
	maps.DeleteFunc(namespaces, func(_ string, known bool) bool { return !known })
	for _, l := range r.lists {
		c.list(l, namespaces)
	}
	for kind, in := range c.scopes {
		out.Objects[kind] += 0
		for ns := range in {
			namespaces[ns] = true
		}
	}
	for kind := range c.empty {
		out.Objects[kind] += 0
	}
	delete(namespaces, "")
	out.scopes, out.listed, out.Namespaces = c.scopes, c.listed, slices.Sorted(maps.Keys(namespaces))
	for _, k := range wanted {
		cut := slices.ContainsFunc(out.Cut, func(c Cut) bool { return c.Kind == k })
		if _, ok := out.Objects[k]; !ok && !cut {
			out.NotCollected = append(out.NotCollected, k)
		}
	}
	return out
}

// collectorErrors reads a file that its name calls the collector's own errors.
func (r *reading) collectorErrors(f *file, data io.Reader) error {
	f.Form = string(decode.Refused)
	text, _ := io.ReadAll(io.LimitReader(data, 64<<10))
	message := strings.Trim(string(text), " \t\r\n[]{}\",")
	if message == "" || message == "null" {
		return nil
	}
	message, _, _ = strings.Cut(message, "\n")
	message = strings.ToValidUTF8(message[:min(len(message), lineText)], "\uFFFD")
	r.refuse(f, strings.Trim(message, ` ",`))
	return nil
}

// refuse notes that the collector was not given what the file should hold.
func (r *reading) refuse(f *file, message string) {
	f.Note = "the collector's own error"
	r.refused = append(r.refused, Refusal{Kind: f.says.Kind, Namespace: f.says.Namespace, Message: message, File: f.Read.Name})
	r.problems.add(Problem{File: f.Read.Name, Line: 1, Message: "holds the collector's own error in place of objects: " + message,
		Loses: f.says.Kind == "Pod" || f.says.Kind == "Event"})
}

// layouts are the producers that the names of files tell, or kubectl get if none does.
func (r *reading) layouts() []string {
	seen := map[string]bool{}
	for _, f := range r.files {
		if p := f.says.Producer; p != "" && (f.Objects > 0 || f.Logs > 0 || f.says.Kind != "") {
			seen[string(p)] = true
		}
	}
	if len(seen) == 0 {
		return []string{string(layout.KubectlGet)}
	}
	return slices.Sorted(maps.Keys(seen))
}
