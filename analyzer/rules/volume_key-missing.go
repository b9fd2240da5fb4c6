package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var volumeNoKey = &Rule{
	ID:    "volume/key-missing",
	Title: "ConfigMap or Secret of a volume lacks a key",
	Doc: `The volume lists keys under items, and the ConfigMap or Secret exists without one of them. The Pod stays in ContainerCreating.

Add the key, or correct items in the Pod's template.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		r := f.objectWithoutKey(c)
		x.Culprit, x.Group = Culprit{Ref: r, Field: "data." + f.Key}, r.String()
		if r.Name == "" {
			x.Culprit, x.Group = blame(f.pod, "volumes["+f.Volume+"]"), ""
		}
		x.Title = fmt.Sprintf("%s of a volume lacks key %q", f.Kind, f.Key)
		x.Cause = fmt.Sprintf("%s asks for key %q of %s, which has no such key.", f.what(), f.Key, r)
		c.addKeys(r, f.Key, x)
		x.Next = c.missingKeySteps(f.pod, r, f.Key)
	}, message.MountNoKey),
}

// objectWithoutKey is the ConfigMap or Secret of the volume that lists the key. The kubelet's text does not name it.
func (f *mountFailure) objectWithoutKey(c *Context) loader.Ref {
	r := loader.Ref{Kind: f.Kind, Namespace: f.pod.Namespace}
	if f.volume == nil {
		return r
	}
	for _, named := range loader.VolumeReferences(f.volume) {
		if named.Kind == f.Kind && named.Key == f.Key {
			r.Name = named.Name
		}
	}
	return r
}
