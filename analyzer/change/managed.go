package change

import (
	"maps"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/json"

	"github.com/podtriage/podtriage/loader"
)

// settle is how soon after an object's creation a write still belongs to it.
const settle = 3 * time.Second

// mostPaths is how many fields of an edit are named; a tool that owns more than that wrote the whole object.
const mostPaths = 3

// edits reads managedFields as a log of changes: for each tool the time of its last one.
func (f *finder) edits() {
	edited(f, "Deployment", f.s.Deployments)
	edited(f, "StatefulSet", f.s.StatefulSets)
	edited(f, "DaemonSet", f.s.DaemonSets)
	edited(f, "CronJob", f.s.CronJobs)
	edited(f, "Service", f.s.Services)
	edited(f, "Ingress", f.s.Ingresses)
	edited(f, "HorizontalPodAutoscaler", f.s.HorizontalPodAutoscalers)
	edited(f, "NetworkPolicy", f.s.NetworkPolicies)
	edited(f, "ResourceQuota", f.s.ResourceQuotas)
	edited(f, "LimitRange", f.s.LimitRanges)
	edited(f, "PodDisruptionBudget", f.s.PodDisruptionBudgets)
	edited(f, "Node", f.s.Nodes)
	edited(f, "MutatingWebhookConfiguration", f.s.MutatingWebhookConfigurations)
	edited(f, "ValidatingWebhookConfiguration", f.s.ValidatingWebhookConfigurations)
}

func edited[T metav1.Object](f *finder, kind string, objects []T) {
	for _, o := range objects {
		ref := loader.RefOf(kind, o)
		for _, m := range people(o) {
			if m.Time.Sub(o.GetCreationTimestamp().Time) > settle && !f.told(ref, m.Time.Time) && !empty(m) {
				f.out = append(f.out, Change{
					Object: ref, Kind: Edit, At: m.Time.UTC(), By: m.Manager, Text: editText(m),
					Positions: []loader.Position{f.s.Pos(o)},
				})
			}
		}
	}
}

// told reports whether a revision of that moment already tells the edit.
func (f *finder) told(ref loader.Ref, at time.Time) bool {
	for _, t := range f.revised[ref.Key()] {
		if d := t.Sub(at); d >= 0 && d <= reaction {
			return true
		}
	}
	return false
}

// empty says whether nothing but bookkeeping was written.
func empty(m metav1.ManagedFieldsEntry) bool {
	return m.FieldsV1 != nil && len(managedPaths(m.FieldsV1.GetRawBytes())) == 0
}

func editText(m metav1.ManagedFieldsEntry) string {
	text := "last written by " + m.Manager
	if m.FieldsV1 == nil {
		return text
	}
	paths := managedPaths(m.FieldsV1.GetRawBytes())
	if len(paths) == 0 || len(paths) > mostPaths {
		return text
	}
	return text + ": " + strings.Join(paths, ", ")
}

// managedPaths lists the fields of a FieldsV1 set, ordered; bookkeeping annotations are left out.
func managedPaths(raw []byte) []string {
	var set map[string]any
	if json.Unmarshal(raw, &set) != nil {
		return nil
	}
	var out []string
	collect(set, "", &out)
	return out
}

func collect(set map[string]any, path string, out *[]string) {
	leaf := true
	for _, k := range slices.Sorted(maps.Keys(set)) {
		if k == "." {
			continue
		}
		leaf = false
		if inner, ok := set[k].(map[string]any); ok && !bookkeeping(k) {
			collect(inner, join(path, k), out)
		}
	}
	if leaf && path != "" {
		*out = append(*out, path)
	}
}

// bookkeeping says whether the key is an annotation that tools write for themselves.
func bookkeeping(key string) bool {
	return strings.HasSuffix(key, "last-applied-configuration") || strings.HasSuffix(key, "change-cause") ||
		strings.HasSuffix(key, "/revision")
}

// join appends one key of FieldsV1: f:name is a field, k:{"name":"app"} the item of that name, v:"x" an item itself.
func join(path, key string) string {
	kind, name, _ := strings.Cut(key, ":")
	switch {
	case kind == "f" && path == "":
		return name
	case kind == "f":
		return path + "." + name
	}
	var keys struct{ Name string }
	if json.Unmarshal([]byte(name), &keys) == nil && keys.Name != "" {
		name = keys.Name
	}
	return path + "[" + name + "]"
}
