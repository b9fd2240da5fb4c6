package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// aboutFiles are the faults whose line may name a file that the Pod's own objects bring.
var aboutFiles = []message.LogFault{message.LogConfig, message.LogMissingFile, message.LogSetting, message.LogCertificate}

// absolutePath finds paths of files in a line.
var absolutePath = regexp.MustCompile(`(?:^|[\s"'=:(\[])((?:/[\w.@+-]*\w)+)`)

// mountedFile is a file that a container names and that one of its volumes brings.
type mountedFile struct {
	path   string
	mount  *corev1.VolumeMount
	source loader.Reference // a ConfigMap or Secret
}

// tellFile says of which ConfigMap or Secret the file is that the container's last words name, and if it holds no such key.
func (c *Context) tellFile(e ended, w lastLines, f *Finding) {
	if !slices.Contains(aboutFiles, w.Fault) {
		return
	}
	lines := []string{w.text, e.exit.Message}
	for _, said := range w.evidence {
		lines = append(lines, said.Text)
	}
	for i, line := range lines {
		m, ok := fileIn(e.pod, e.ct, line)
		if !ok {
			continue
		}
		o := loader.Ref{Kind: m.source.Kind, Namespace: e.pod.Namespace, Name: m.source.Name}
		f.Evidence = append(f.Evidence, c.PodField(e.pod, "spec."+e.ct.Path+".volumeMounts["+m.mount.Name+"]",
			fmt.Sprintf("mountPath: %s, of %s %s", m.mount.MountPath, o.Kind, o.Name)))
		if i == 0 && w.Fault == message.LogMissingFile && c.lacksKey(m, o, f) {
			f.Culprit = Culprit{Ref: o, Field: "data"}
		}
		f.Next = append(f.Next, c.readFile(m, o))
		return
	}
}

// readFile is the step that shows the file's source, which may be in the dump.
func (c *Context) readFile(m mountedFile, o loader.Ref) Step {
	if object := c.Snapshot.Find(o); object != nil {
		pos := c.Snapshot.Pos(object)
		return Step{Kind: Check, Text: fmt.Sprintf("%s comes of %s, which is in the dump: %s:%d", m.path, o, pos.File, pos.Line)}
	}
	verb := "get %s -o yaml"
	if o.Kind == "Secret" {
		verb = "describe %s" // names its keys without their values
	}
	return Step{Kind: Ask, Text: m.path + " comes of this " + o.Kind, Command: Kubectl(o.Namespace, verb, handle(o))}
}

// fileIn is the first file in the line that a ConfigMap or Secret brings.
func fileIn(p *Pod, ct Container, line string) (mountedFile, bool) {
	for _, found := range absolutePath.FindAllStringSubmatch(line, -1) {
		if m := mountOf(ct, found[1]); m != nil {
			if source, ok := sourceOf(p, m.Name); ok {
				return mountedFile{found[1], m, source}, true
			}
		}
	}
	return mountedFile{}, false
}

// mountOf is the innermost mount that holds the path, or nil.
func mountOf(ct Container, path string) *corev1.VolumeMount {
	var best *corev1.VolumeMount
	for i := range ct.Spec.VolumeMounts {
		m := &ct.Spec.VolumeMounts[i]
		at := strings.TrimRight(m.MountPath, "/")
		if (path == at || strings.HasPrefix(path, at+"/")) && (best == nil || len(m.MountPath) > len(best.MountPath)) {
			best = m
		}
	}
	return best
}

// sourceOf is the only ConfigMap or Secret that the volume brings.
func sourceOf(p *Pod, volume string) (loader.Reference, bool) {
	for i := range p.Spec.Volumes {
		if p.Spec.Volumes[i].Name != volume {
			continue
		}
		list := loader.VolumeReferences(&p.Spec.Volumes[i])
		if len(list) == 0 || list[0].Name == loader.RootCA || list[0].Name != list[len(list)-1].Name {
			return loader.Reference{}, false
		}
		return list[0], true
	}
	return loader.Reference{}, false
}

// lacksKey says that the object in the dump has no key of the file's name.
func (c *Context) lacksKey(m mountedFile, o loader.Ref, f *Finding) bool {
	name, ok := strings.CutPrefix(m.path, strings.TrimRight(m.mount.MountPath, "/")+"/")
	object := c.Snapshot.Find(o)
	if !ok || object == nil || m.source.Key != "" || m.mount.SubPath != "" || m.mount.SubPathExpr != "" || strings.Contains(name, "/") {
		return false
	}
	keys := KeysOf(object)
	if slices.Contains(keys, name) {
		return false
	}
	has := "no keys"
	if len(keys) > 0 {
		has = "keys " + Enumerate(keys, alikeRecords)
	}
	f.Cause += fmt.Sprintf(" The file would be key %s of %s %s, which has %s.", name, o.Kind, o.Path(), has)
	f.Evidence = append(f.Evidence, c.Field(o.Kind, object, "data", has))
	return true
}
