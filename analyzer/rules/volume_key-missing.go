package rules

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"

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
		x.Next = missingKeySteps(f.pod, r, f.Key)
	}, message.MountNoKey),
}

// objectWithoutKey is the ConfigMap or Secret of the volume that lists the key. The kubelet's text does not name it.
func (f *mountFailure) objectWithoutKey(c *Context) loader.Ref {
	r := loader.Ref{Kind: f.Kind, Namespace: f.pod.Namespace}
	if f.volume == nil {
		return r
	}
	type source struct {
		kind, name string
		items      []corev1.KeyToPath
	}
	var sources []source
	if s := f.volume.ConfigMap; s != nil {
		sources = append(sources, source{"ConfigMap", s.Name, s.Items})
	}
	if s := f.volume.Secret; s != nil {
		sources = append(sources, source{"Secret", s.SecretName, s.Items})
	}
	if f.volume.Projected != nil {
		for _, p := range f.volume.Projected.Sources {
			if p.ConfigMap != nil {
				sources = append(sources, source{"ConfigMap", p.ConfigMap.Name, p.ConfigMap.Items})
			}
			if p.Secret != nil {
				sources = append(sources, source{"Secret", p.Secret.Name, p.Secret.Items})
			}
		}
	}
	for _, s := range sources {
		for _, item := range s.items {
			if s.kind == f.Kind && item.Key == f.Key {
				r.Name = s.name
			}
		}
	}
	return r
}
