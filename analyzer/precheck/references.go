package precheck

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/rules"
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
		switch presence, f := w.c.Snapshot.Lookup(r.Ref), w.blamed(r.Ref); {
		case presence == loader.NotCollected && f != nil:
			bad, c.Evidence = append(bad, f.Title), append(c.Evidence, f.Evidence[0])
		case presence == loader.NotCollected:
			unseen = append(unseen, r.Kind+" "+r.Name)
		case presence == loader.Absent:
			bad = append(bad, r.Kind+" "+r.Name+" does not exist")
			c.Evidence = append(c.Evidence, w.c.Field(w.ref.Kind, w.obj, "spec.template.spec."+r.field, r.Name))
		case r.key != "" && !slices.Contains(rules.KeysOf(o), r.key):
			bad = append(bad, r.Kind+" "+r.Name+" has no key "+r.key)
			c.Evidence = append(c.Evidence, w.c.Field(r.Kind, o, "data", "no key "+r.key),
				w.c.Field(w.ref.Kind, w.obj, "spec.template.spec."+r.field, r.key))
		}
	}
	slices.Sort(unseen)
	bad = slices.Compact(bad)
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

// blamed returns the Finding by which the object is at fault: the kubelet's or a controller's own word on what the dump does not hold.
func (w *workload) blamed(r loader.Ref) *rules.Finding {
	for i := range w.found {
		f := &w.found[i]
		if f.Culprit.Key() == r.Key() && f.Severity == rules.Error && f.Confidence == rules.Confirmed && len(f.Evidence) > 0 {
			return f
		}
	}
	return nil
}

func (w *workload) secret(name string) loader.Ref {
	return loader.Ref{Kind: "Secret", Namespace: w.ref.Namespace, Name: name}
}

func (w *workload) named() []reference {
	spec := w.template.Spec
	var out []reference
	for i := range spec.Volumes {
		out = w.addReferences(out, "", loader.VolumeReferences(&spec.Volumes[i]))
	}
	for i := range spec.InitContainers {
		out = w.addReferences(out, "initContainers["+spec.InitContainers[i].Name+"].", loader.EnvReferences(&spec.InitContainers[i]))
	}
	for i := range spec.Containers {
		out = w.addReferences(out, "containers["+spec.Containers[i].Name+"].", loader.EnvReferences(&spec.Containers[i]))
	}
	if spec.ServiceAccountName != "" {
		out = append(out, reference{loader.Ref{Kind: "ServiceAccount", Namespace: w.ref.Namespace, Name: spec.ServiceAccountName},
			"", "serviceAccountName"})
	}
	if spec.PriorityClassName != "" && !strings.HasPrefix(spec.PriorityClassName, "system-") {
		out = append(out, reference{loader.Ref{Kind: "PriorityClass", Name: spec.PriorityClassName}, "", "priorityClassName"})
	}
	if spec.RuntimeClassName != nil {
		out = append(out, reference{loader.Ref{Kind: "RuntimeClass", Name: *spec.RuntimeClassName}, "", "runtimeClassName"})
	}
	lasting := slices.DeleteFunc(slices.Clone(spec.Volumes), func(v corev1.Volume) bool { return v.Ephemeral != nil })
	for _, name := range scheduling.Claims(&corev1.Pod{Spec: corev1.PodSpec{Volumes: lasting}}) {
		out = append(out, reference{loader.Ref{Kind: "PersistentVolumeClaim", Namespace: w.ref.Namespace, Name: name}, "",
			"volumes[].persistentVolumeClaim.claimName"})
	}
	return out
}

// addReferences adds what must be there of the references at the path.
func (w *workload) addReferences(out []reference, path string, list []loader.Reference) []reference {
	for _, r := range list {
		if !r.Optional && r.Name != loader.RootCA {
			out = append(out, reference{loader.Ref{Kind: r.Kind, Namespace: w.ref.Namespace, Name: r.Name}, r.Key, path + r.Path})
		}
	}
	return out
}
