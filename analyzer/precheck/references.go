package precheck

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/scheduling"
	"github.com/podtriage/podtriage/loader"
)

// reference is an object that the template names, and a key that it must have ("" for none).
type reference struct {
	loader.Ref
	key   string
	field string
}

// references looks up what the template names: ConfigMaps and Secrets with their keys, claims, the ServiceAccount, classes.
func (w *workload) references() Check {
	return w.lookUp("references", w.named(), "all that the template names exists", "the template names no other object")
}

// pullSecrets looks up the Secrets for the registries.
func (w *workload) pullSecrets() Check {
	var list []reference
	for i, s := range w.template.Spec.ImagePullSecrets {
		list = append(list, reference{w.secret(s.Name), "", fmt.Sprintf("imagePullSecrets[%d].name", i)})
	}
	return w.lookUp("pull secrets", list, "all pull secrets exist", "the template names no pull secret")
}

func (w *workload) lookUp(name string, list []reference, good, none string) Check {
	c := Check{Name: name, Answer: Yes, Text: good}
	if len(list) == 0 {
		c.Text = none
		return c
	}
	var bad, unseen []string
	for _, r := range list {
		o := w.c.Snapshot.Find(r.Ref)
		switch presence := w.c.Snapshot.Lookup(r.Ref); {
		case presence == loader.NotCollected:
			unseen = append(unseen, r.Kind+" "+r.Name)
		case presence == loader.Absent:
			bad = append(bad, r.Kind+" "+r.Name+" does not exist")
			c.Evidence = append(c.Evidence, w.c.Field(w.ref.Kind, w.obj, "spec.template.spec."+r.field, r.Name))
		case r.key != "" && !hasKey(o, r.key):
			bad = append(bad, r.Kind+" "+r.Name+" has no key "+r.key)
			c.Evidence = append(c.Evidence, w.c.Field(r.Kind, o, "data", "no key "+r.key), w.c.Field(w.ref.Kind, w.obj, "spec.template.spec."+r.field, r.key))
		}
	}
	slices.Sort(unseen)
	unseen = slices.Compact(unseen)
	switch {
	case len(bad) > 0:
		c.Answer, c.Text = No, strings.Join(bad, "; ")
		if len(unseen) > 0 {
			c.Text += "; not in the dump: " + strings.Join(unseen, ", ")
		}
	case len(unseen) > 0:
		c.Answer, c.Text = Unknown, "not in the dump: "+strings.Join(unseen, ", ")+"; without it a new Pod does not start"
	}
	return c
}

func hasKey(o any, key string) bool {
	switch o := o.(type) {
	case *corev1.ConfigMap:
		_, text := o.Data[key]
		_, binary := o.BinaryData[key]
		return text || binary
	case *corev1.Secret:
		_, ok := o.Data[key]
		_, text := o.StringData[key]
		return ok || text
	}
	return true
}

func (w *workload) secret(name string) loader.Ref {
	return loader.Ref{Kind: "Secret", Namespace: w.ref.Namespace, Name: name}
}

func (w *workload) configMap(name string) loader.Ref {
	return loader.Ref{Kind: "ConfigMap", Namespace: w.ref.Namespace, Name: name}
}

func (w *workload) named() []reference {
	spec := w.template.Spec
	out := w.fromVolumes(spec.Volumes)
	for _, c := range slices.Concat(spec.InitContainers, spec.Containers) {
		out = append(out, w.fromEnvironment(c)...)
	}
	if spec.ServiceAccountName != "" {
		out = append(out, reference{loader.Ref{Kind: "ServiceAccount", Namespace: w.ref.Namespace, Name: spec.ServiceAccountName}, "", "serviceAccountName"})
	}
	if spec.PriorityClassName != "" && !strings.HasPrefix(spec.PriorityClassName, "system-") {
		out = append(out, reference{loader.Ref{Kind: "PriorityClass", Name: spec.PriorityClassName}, "", "priorityClassName"})
	}
	if spec.RuntimeClassName != nil {
		out = append(out, reference{loader.Ref{Kind: "RuntimeClass", Name: *spec.RuntimeClassName}, "", "runtimeClassName"})
	}
	for _, name := range scheduling.Claims(&corev1.Pod{Spec: corev1.PodSpec{Volumes: slices.DeleteFunc(slices.Clone(spec.Volumes), func(v corev1.Volume) bool { return v.Ephemeral != nil })}}) {
		out = append(out, reference{loader.Ref{Kind: "PersistentVolumeClaim", Namespace: w.ref.Namespace, Name: name}, "", "volumes[].persistentVolumeClaim.claimName"})
	}
	return out
}

func optional(b *bool) bool { return b != nil && *b }

func (w *workload) fromVolumes(volumes []corev1.Volume) []reference {
	var out []reference
	add := func(ref loader.Ref, items []corev1.KeyToPath, field string) {
		if len(items) == 0 {
			out = append(out, reference{ref, "", field})
		}
		for _, it := range items {
			out = append(out, reference{ref, it.Key, field})
		}
	}
	for _, v := range volumes {
		field := "volumes[" + v.Name + "]"
		if s := v.ConfigMap; s != nil && !optional(s.Optional) {
			add(w.configMap(s.Name), s.Items, field+".configMap")
		}
		if s := v.Secret; s != nil && !optional(s.Optional) {
			add(w.secret(s.SecretName), s.Items, field+".secret")
		}
		if v.Projected == nil {
			continue
		}
		for _, s := range v.Projected.Sources {
			if s.ConfigMap != nil && !optional(s.ConfigMap.Optional) && s.ConfigMap.Name != "kube-root-ca.crt" {
				add(w.configMap(s.ConfigMap.Name), s.ConfigMap.Items, field+".projected")
			}
			if s.Secret != nil && !optional(s.Secret.Optional) {
				add(w.secret(s.Secret.Name), s.Secret.Items, field+".projected")
			}
		}
	}
	return out
}

func (w *workload) fromEnvironment(c corev1.Container) []reference {
	var out []reference
	for _, e := range c.EnvFrom {
		if s := e.ConfigMapRef; s != nil && !optional(s.Optional) {
			out = append(out, reference{w.configMap(s.Name), "", "containers[" + c.Name + "].envFrom"})
		}
		if s := e.SecretRef; s != nil && !optional(s.Optional) {
			out = append(out, reference{w.secret(s.Name), "", "containers[" + c.Name + "].envFrom"})
		}
	}
	for _, e := range c.Env {
		field := "containers[" + c.Name + "].env[" + e.Name + "]"
		if e.ValueFrom == nil {
			continue
		}
		if s := e.ValueFrom.ConfigMapKeyRef; s != nil && !optional(s.Optional) {
			out = append(out, reference{w.configMap(s.Name), s.Key, field})
		}
		if s := e.ValueFrom.SecretKeyRef; s != nil && !optional(s.Optional) {
			out = append(out, reference{w.secret(s.Name), s.Key, field})
		}
	}
	return out
}
