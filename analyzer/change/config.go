package change

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/loader"
)

// configs finds ConfigMaps and Secrets whose content is younger than Pods that use them. Pods read environment variables once,
// at start; volumes follow by and by.
func (f *finder) configs() {
	users := configUsers(f.s.Pods)
	for _, c := range f.s.ConfigMaps {
		f.config(loader.RefOf("ConfigMap", c), c, users)
	}
	for _, c := range f.s.Secrets {
		f.config(loader.RefOf("Secret", c), c, users)
	}
}

func (f *finder) config(ref loader.Ref, o metav1.Object, users map[loader.Ref][]*corev1.Pod) {
	pods := users[ref.Key()]
	created := o.GetCreationTimestamp().UTC()
	c := Change{Object: ref, Kind: Config, At: created, Text: "created", Positions: []loader.Position{f.s.Pos(o)}}
	wrote := f.lastData(o)
	if wrote.Manager != "" {
		c.At, c.By, c.Text = wrote.Time.UTC(), wrote.Manager, editText(wrote)
	}
	for _, p := range pods {
		if c.At.Sub(p.CreationTimestamp.Time) > settle {
			c.Affects = append(c.Affects, loader.RefOf("Pod", p))
		}
	}
	n := len(c.Affects)
	if n == 0 && wrote.Manager == "" || len(pods) == 0 {
		return // created before its Pods: not a change
	}
	if n > 0 {
		c.Text += ", after " + plural(n, "pod that uses it had been created", "pods that use it had been created")
	}
	f.out = append(f.out, c)
}

// lastData is the newest write of the object's data after its creation, by whomever; its Manager is empty if there is none.
func (f *finder) lastData(o metav1.Object) metav1.ManagedFieldsEntry {
	var last metav1.ManagedFieldsEntry
	for _, m := range o.GetManagedFields() {
		if m.Time == nil || m.FieldsV1 == nil || m.Time.Sub(o.GetCreationTimestamp().Time) <= settle {
			continue
		}
		raw := m.FieldsV1.GetRawString()
		if (strings.Contains(raw, `"f:data"`) || strings.Contains(raw, `"f:binaryData"`) || strings.Contains(raw, `"f:stringData"`)) &&
			(last.Time == nil || m.Time.After(last.Time.Time)) {
			last = m
		}
	}
	return last
}

// configUsers maps ConfigMaps and Secrets, by Key, to the Pods that use them.
func configUsers(pods []*corev1.Pod) map[loader.Ref][]*corev1.Pod {
	users := map[loader.Ref][]*corev1.Pod{}
	for _, p := range pods {
		seen := map[loader.Ref]bool{}
		use := func(list []loader.Reference) {
			for _, named := range list {
				r := loader.Ref{Kind: named.Kind, Namespace: p.Namespace, Name: named.Name}
				if r.Name != "" && r.Name != loader.RootCA && !seen[r] {
					seen[r] = true
					users[r] = append(users[r], p)
				}
			}
		}
		for i := range p.Spec.Volumes {
			use(loader.VolumeReferences(&p.Spec.Volumes[i]))
		}
		for _, list := range [][]corev1.Container{p.Spec.InitContainers, p.Spec.Containers} {
			for i := range list {
				use(loader.EnvReferences(&list[i]))
			}
		}
	}
	return users
}

// created adds the birth of objects that change what others may do, and of workloads.
func (f *finder) created() {
	born(f, "Deployment", f.s.Deployments)
	born(f, "StatefulSet", f.s.StatefulSets)
	born(f, "DaemonSet", f.s.DaemonSets)
	born(f, "Job", f.s.Jobs)
	born(f, "NetworkPolicy", f.s.NetworkPolicies)
	born(f, "ResourceQuota", f.s.ResourceQuotas)
	born(f, "LimitRange", f.s.LimitRanges)
	born(f, "MutatingWebhookConfiguration", f.s.MutatingWebhookConfigurations)
	born(f, "ValidatingWebhookConfiguration", f.s.ValidatingWebhookConfigurations)
}

func born[T metav1.Object](f *finder, kind string, objects []T) {
	for _, o := range objects {
		at := o.GetCreationTimestamp()
		if at.Unix() > 0 {
			f.out = append(f.out, Change{Object: loader.RefOf(kind, o), Kind: Created, At: at.UTC(), Text: "created",
				Positions: []loader.Position{f.s.Pos(o)}})
		}
	}
}
