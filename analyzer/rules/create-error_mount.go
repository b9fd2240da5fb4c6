package rules

import (
	"cmp"
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startMount = &Rule{
	ID:    "create-error/mount",
	Title: "Runtime cannot mount a volume into the container",
	Doc: `The kubelet has the volume ready, and the runtime cannot put it at its mountPath: a directory onto a file or the reverse ("not a directory", often a ConfigMap mounted
over a file, or subPath of a key that does not exist), a mount point inside a read-only mount, or a source that vanished
(a subPath of a ConfigMap that changed while the container restarted; deleting the Pod heals that).`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "volume cannot be mounted into the container"
		x.Cause = fmt.Sprintf("The runtime%s could not mount %s at %s in container %q",
			onNode(t.pod), c.mounted(t), cmp.Or(t.Mount, "its place"), t.container.Name)
		if t.Why != "" {
			x.Cause += ": " + t.Why
		}
		x.Cause += "."
		if t.Why == "not a directory" {
			x.Cause += " A directory cannot be mounted on a file, nor a file on a directory."
		}
		x.Culprit.Field += ".volumeMounts"
		x.Culprit.Field += bracketed(t.mountName())
		x.RuledOut = append(x.RuledOut, "a volume that is not ready: the kubelet had mounted it")
		x.Next = []Step{editWorkload(t.pod, "correct mountPath or subPath"), t.lookInside()}
	}, message.StartMount),
}

// mountName is the volume that the container mounts at the destination of the text, or "".
func (t *startTrouble) mountName() string {
	for _, m := range t.container.Spec.VolumeMounts {
		if m.MountPath == t.Mount || t.Mount == "" && len(t.container.Spec.VolumeMounts) == 1 {
			return m.Name
		}
	}
	return ""
}

// mounted names the volume in a sentence.
func (c *Context) mounted(t *startTrouble) string {
	if name := t.mountName(); name != "" {
		return fmt.Sprintf("volume %q", name)
	}
	return cmp.Or(t.From, "a volume")
}

func bracketed(s string) string {
	if s == "" {
		return ""
	}
	return "[" + s + "]"
}
