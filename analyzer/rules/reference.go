package rules

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

// addReference adds what the dump says of an object that a component could not find: whether it was collected, and which
// objects may have been meant.
func (c *Context) addReference(p *Pod, r loader.Ref, field string, x *Finding) {
	switch c.Snapshot.Lookup(r) {
	case loader.Absent:
		x.RuledOut = append(x.RuledOut, fmt.Sprintf("a slow API server: the dump holds the %ss of namespace %s, and %s is not among them",
			r.Kind, r.Namespace, r.Name))
	case loader.Present:
		o := c.Snapshot.Find(r)
		x.Note = fmt.Sprintf("The dump does hold %s, created %s: the kubelet's next try should find it.",
			r, o.GetCreationTimestamp().UTC().Format(time.RFC3339))
		x.Evidence = append(x.Evidence, c.Field(r.Kind, o, "metadata.name", r.Name))
	}
	c.addGotBefore(p, r, x)
	for _, other := range c.lookalikes(r) {
		x.Cause += fmt.Sprintf(" There is a %s.", other)
		x.Evidence = append(x.Evidence, c.Field(other.Kind, c.Snapshot.Find(other), "metadata.name", other.Name))
	}
	if where := referencePath(p, r); where != "" {
		x.Evidence = append(x.Evidence, c.PodField(p, "spec."+where, r.Name))
	} else if field != "" && r.Kind == "ServiceAccount" {
		x.Evidence = append(x.Evidence, c.PodField(p, "spec."+field, r.Name))
	}
}

// missingObjectSteps ask whether the object is there now, and create it or correct the reference.
func (c *Context) missingObjectSteps(p *Pod, r loader.Ref) []Step {
	kind := strings.ToLower(r.Kind)
	steps := []Step{{Kind: Ask, Text: "is it there now, and under which name", Command: Kubectl(r.Namespace, "get %s", kind)}}
	if r.Kind != "ConfigMap" && r.Kind != "Secret" {
		return append(steps, editWorkload(p, "create the "+r.Kind+", or correct its name"))
	}
	create := "create configmap " + r.Name + " --from-literal=<key>=<value>"
	if r.Kind == "Secret" {
		create = "create secret generic " + r.Name + " --from-literal=<key>=<value>"
	}
	if _, ok := c.gotBefore(p, r); ok {
		return append(steps, Step{Kind: Check, Text: "who deleted or renamed it: the audit log of the API server tells"},
			Step{Kind: Fix, Text: "restore it from where it is kept (adds a " + r.Kind + "; the kubelet tries again by itself)",
				Command: Kubectl(r.Namespace, "%s", create)})
	}
	return append(steps,
		Step{Kind: Fix, Text: "create it (adds a " + r.Kind + "; the kubelet tries again by itself)",
			Command: Kubectl(r.Namespace, "%s", create)},
		editWorkload(p, "or correct the name of the "+r.Kind))
}

// addKeys says which keys the object has, and which of them is nearest to the missing one.
func (c *Context) addKeys(r loader.Ref, key string, x *Finding) {
	o := c.Snapshot.Find(r)
	keys := KeysOf(o)
	switch {
	case o == nil && c.Snapshot.Lookup(r) == loader.NotCollected:
		x.Unknown = append(x.Unknown, fmt.Sprintf("which keys it has: %ss of namespace %s are not in the dump", r.Kind, r.Namespace))
		return
	case o == nil:
		return
	case slices.Contains(keys, key):
		x.Note = fmt.Sprintf("In the dump %s has the key: it was added after the failure, and the next try should find it.", r)
	case len(keys) == 0:
		x.Cause += " It has no keys at all."
	default:
		x.Cause += fmt.Sprintf(" It has %s.", strings.Join(keys[:min(8, len(keys))], ", "))
	}
	x.Evidence = append(x.Evidence, c.Field(r.Kind, o, "data", "keys: "+strings.Join(keys, ", ")))
	x.RuledOut = append(x.RuledOut, fmt.Sprintf("a missing %s: it exists", r.Kind))
}

// KeysOf lists the keys of a ConfigMap or Secret in order.
func KeysOf(o any) []string {
	keys := map[string]bool{}
	add := func(names iter.Seq[string]) {
		for k := range names {
			keys[k] = true
		}
	}
	switch o := o.(type) {
	case *corev1.ConfigMap:
		add(maps.Keys(o.Data))
		add(maps.Keys(o.BinaryData))
	case *corev1.Secret:
		add(maps.Keys(o.Data))
		add(maps.Keys(o.StringData))
	}
	return slices.Sorted(maps.Keys(keys))
}

// missingKeySteps ask for the keys, unless the dump holds the object, and add the one or correct the reference.
func (c *Context) missingKeySteps(p *Pod, r loader.Ref, key string) []Step {
	kind := strings.ToLower(r.Kind)
	var steps []Step
	if c.Snapshot.Find(r) == nil {
		steps = append(steps, Step{Kind: Ask, Text: "the keys it has (no values)", Command: Kubectl(p.Namespace,
			"get %s %s -o go-template='{{range $k, $v := .data}}{{$k}}{{\"\\n\"}}{{end}}'", kind, r.Name)})
	}
	return append(steps,
		Step{Kind: Fix, Text: fmt.Sprintf("add the key %q to %s (changes the %s; the kubelet tries again by itself)", key, r, r.Kind),
			Command: Kubectl(p.Namespace, "edit %s %s", kind, r.Name)},
		editWorkload(p, "or correct the key, or set optional: true"))
}

// referencePath is where the Pod's spec names the object, or "".
func referencePath(p *Pod, r loader.Ref) string {
	for i := range p.Spec.Volumes {
		if where := pathOf(loader.VolumeReferences(&p.Spec.Volumes[i]), r, ""); where != "" {
			return where
		}
	}
	for _, ct := range p.Containers {
		if where := pathOf(loader.EnvReferences(ct.Spec), r, ""); where != "" {
			return ct.Path + "." + where
		}
	}
	return ""
}

// pathOf is the first of the places that names the object, and the key if one is given; or "".
func pathOf(list []loader.Reference, r loader.Ref, key string) string {
	for _, named := range list {
		if named.Kind == r.Kind && named.Name == r.Name && (key == "" || named.Key == "" || named.Key == key) {
			return named.Path
		}
	}
	return ""
}
