package loader

import corev1 "k8s.io/api/core/v1"

// Reference is a place in a Pod's spec that names a ConfigMap or a Secret of the Pod's namespace.
type Reference struct {
	Kind, Name string
	Key        string // that must be there; "" where no single one is asked for
	Optional   bool   // the Pod starts without it
	Path       string // below spec for a volume, such as volumes[settings].configMap; below the container for its environment
}

// RootCA is the ConfigMap that every namespace has for the API server's certificate, and every Pod's token volume names.
const RootCA = "kube-root-ca.crt"

// VolumeReferences are what a volume names: a Reference for each key that it lists, or one for the whole object.
func VolumeReferences(v *corev1.Volume) []Reference {
	var out []Reference
	add := func(kind, name, path string, optional *bool, items []corev1.KeyToPath) {
		r := Reference{Kind: kind, Name: name, Optional: optional != nil && *optional, Path: "volumes[" + v.Name + "]." + path}
		if len(items) == 0 {
			out = append(out, r)
		}
		for _, item := range items {
			r.Key = item.Key
			out = append(out, r)
		}
	}
	if s := v.ConfigMap; s != nil {
		add("ConfigMap", s.Name, "configMap", s.Optional, s.Items)
	}
	if s := v.Secret; s != nil {
		add("Secret", s.SecretName, "secret", s.Optional, s.Items)
	}
	if v.Projected == nil {
		return out
	}
	for _, source := range v.Projected.Sources {
		if s := source.ConfigMap; s != nil {
			add("ConfigMap", s.Name, "projected", s.Optional, s.Items)
		}
		if s := source.Secret; s != nil {
			add("Secret", s.Name, "projected", s.Optional, s.Items)
		}
	}
	return out
}

// EnvReferences are what a container's environment names: first single variables, which ask for a key, then whole objects.
func EnvReferences(c *corev1.Container) []Reference {
	var out []Reference
	add := func(kind, name, key, path string, optional *bool) {
		out = append(out, Reference{Kind: kind, Name: name, Key: key, Optional: optional != nil && *optional, Path: path})
	}
	for _, e := range c.Env {
		if e.ValueFrom == nil {
			continue
		}
		if s := e.ValueFrom.ConfigMapKeyRef; s != nil {
			add("ConfigMap", s.Name, s.Key, "env["+e.Name+"]", s.Optional)
		}
		if s := e.ValueFrom.SecretKeyRef; s != nil {
			add("Secret", s.Name, s.Key, "env["+e.Name+"]", s.Optional)
		}
	}
	for _, e := range c.EnvFrom {
		if s := e.ConfigMapRef; s != nil {
			add("ConfigMap", s.Name, "", "envFrom", s.Optional)
		}
		if s := e.SecretRef; s != nil {
			add("Secret", s.Name, "", "envFrom", s.Optional)
		}
	}
	return out
}
