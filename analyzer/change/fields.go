package change

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Field is one difference: what stood in a field before and after. "none" stands for a field that was not set.
type Field struct {
	Path string `json:"path"` // such as spec.containers[app].resources.limits.memory, within the pod template
	Old  string `json:"old"`
	New  string `json:"new"`
}

const (
	none   = "none"
	hidden = "(hidden)" // values of environment variables may be secrets
	// longest is how much of one value is shown.
	longest = 80
)

// templateFields compares two pod templates, field by field, ordered by path.
func templateFields(old, now *corev1.PodTemplateSpec) []Field {
	var d differ
	d.walk("metadata.labels", reflect.ValueOf(old.Labels), reflect.ValueOf(now.Labels))
	d.walk("metadata.annotations", reflect.ValueOf(old.Annotations), reflect.ValueOf(now.Annotations))
	d.walk("spec", reflect.ValueOf(old.Spec), reflect.ValueOf(now.Spec))
	slices.SortStableFunc(d.out, func(x, y Field) int { return cmp.Compare(weight(x.Path), weight(y.Path)) })
	return d.out
}

// weight puts first what most often breaks a workload.
func weight(path string) int {
	for i, part := range []string{".image", ".resources.", ".command", ".args", ".env", "Probe", ".volume", "security", "nodeSelector",
		"affinity", "toleration"} {
		if strings.Contains(path, part) {
			return i
		}
	}
	return 99
}

// differ walks two values of one type side by side.
type differ struct{ out []Field }

func (d *differ) leaf(path, old, now string) {
	if old == now {
		return
	}
	if secretive(path) {
		old, now = hide(old), hide(now)
	}
	d.out = append(d.out, Field{path, short(old), short(now)})
}

// secretive says whether the field's value may be a secret: environment variables and the headers of probes.
func secretive(path string) bool {
	return strings.HasSuffix(path, ".value") && (strings.Contains(path, ".env[") || strings.Contains(path, ".httpHeaders["))
}

func hide(v string) string {
	if v == none {
		return none
	}
	return hidden
}

// short cuts a long value at a rune's border.
func short(v string) string {
	if len(v) <= longest {
		return v
	}
	return strings.ToValidUTF8(v[:longest], "") + "..."
}

func (d *differ) walk(path string, a, b reflect.Value) {
	if v, ok := scalar(a); ok {
		w, _ := scalar(b)
		d.leaf(path, v, w)
		return
	}
	switch a.Kind() {
	case reflect.Pointer:
		d.pointers(path, a, b)
	case reflect.Struct:
		d.structs(path, a, b)
	case reflect.Map:
		d.maps(path, a, b)
	case reflect.Slice:
		d.slices(path, a, b)
	}
}

// scalar prints values that have no parts worth comparing one by one.
func scalar(v reflect.Value) (string, bool) {
	switch x := v.Interface().(type) {
	case resource.Quantity:
		return x.String(), true
	case intstr.IntOrString:
		return x.String(), true
	case metav1.Time:
		return "", true // a template's creationTimestamp is always null
	case []string:
		return list(x), true
	}
	switch v.Kind() {
	case reflect.String:
		return cmp.Or(v.String(), none), true
	case reflect.Bool:
		return strconv.FormatBool(v.Bool()), true
	case reflect.Int32, reflect.Int64, reflect.Int:
		return strconv.FormatInt(v.Int(), 10), true
	}
	return "", false
}

func list(items []string) string {
	if len(items) == 0 {
		return none
	}
	quoted := make([]string, len(items))
	for i, s := range items {
		quoted[i] = strconv.Quote(s)
	}
	return "[" + strings.Join(quoted, " ") + "]"
}

func (d *differ) pointers(path string, a, b reflect.Value) {
	switch {
	case a.IsNil() && b.IsNil():
	case a.IsNil():
		d.leaf(path, none, safely(path, whole(b.Elem())))
	case b.IsNil():
		d.leaf(path, safely(path, whole(a.Elem())), none)
	default:
		d.walk(path, a.Elem(), b.Elem())
	}
}

// whole prints a value that has no counterpart.
func whole(v reflect.Value) string {
	if s, ok := scalar(v); ok {
		return s
	}
	raw, err := json.Marshal(v.Interface())
	if err != nil {
		return fmt.Sprint(v.Kind())
	}
	return string(raw)
}

func (d *differ) structs(path string, a, b reflect.Value) {
	for i := range a.NumField() {
		name, _, _ := strings.Cut(a.Type().Field(i).Tag.Get("json"), ",")
		if name != "" {
			name = "." + name
		}
		d.walk(path+name, a.Field(i), b.Field(i))
	}
}

func (d *differ) maps(path string, a, b reflect.Value) {
	seen := map[string]bool{}
	var keys []string
	for _, m := range []reflect.Value{a, b} {
		for _, k := range m.MapKeys() {
			if !seen[k.String()] && !generated(k.String()) {
				keys = append(keys, k.String())
			}
			seen[k.String()] = true
		}
	}
	slices.Sort(keys)
	for _, k := range keys {
		key := reflect.ValueOf(k).Convert(a.Type().Key())
		d.leaf(path+"."+k, wholeOrNone(a.MapIndex(key)), wholeOrNone(b.MapIndex(key)))
	}
}

// generated says whether a label is written by the controller for each revision anew.
func generated(label string) bool {
	return label == "pod-template-hash" || label == "controller-revision-hash" || label == "pod-template-generation"
}

func wholeOrNone(v reflect.Value) string {
	if !v.IsValid() {
		return none
	}
	return whole(v)
}

// slices compares lists of named things by name, other lists as sets.
func (d *differ) slices(path string, a, b reflect.Value) {
	if a.Len() == 0 && b.Len() == 0 || reflect.DeepEqual(a.Interface(), b.Interface()) {
		return
	}
	left, right := keyed(a), keyed(b)
	for _, k := range left.order {
		if v, ok := right.items[k]; !ok {
			d.lost(path, k, whole(left.items[k]), none)
		} else {
			d.walk(path+"["+k+"]", left.items[k], v)
		}
	}
	for _, k := range right.order {
		if _, ok := left.items[k]; !ok {
			d.lost(path, k, none, whole(right.items[k]))
		}
	}
}

// lost adds an item that only one side has. Of an environment variable no more than the name is told.
func (d *differ) lost(path, key, old, now string) {
	if strings.HasSuffix(path, ".env") {
		d.leaf(path+"["+key+"].value", old, now)
		return
	}
	if strings.HasPrefix(key, "{") { // an item without a name is its own key
		d.leaf(path, old, now)
		return
	}
	d.leaf(path+"["+key+"]", safely(path, old), safely(path, now))
}

// safely leaves out the content of what may hold secrets inside: containers with their environment, probes and hooks with
// their headers.
func safely(path, v string) string {
	if v != none && (strings.HasSuffix(path, "ontainers") || strings.HasSuffix(path, "Probe") || strings.Contains(path, "lifecycle")) {
		return "present"
	}
	return v
}

// items are the elements of a list by what tells them apart.
type items struct {
	order []string
	items map[string]reflect.Value
}

func keyed(list reflect.Value) items {
	out := items{items: map[string]reflect.Value{}}
	for i := range list.Len() {
		v := list.Index(i)
		k := itemKey(v)
		if _, ok := out.items[k]; !ok {
			out.order = append(out.order, k)
		}
		out.items[k] = v
	}
	return out
}

func itemKey(v reflect.Value) string {
	if v.Kind() == reflect.Struct {
		for _, name := range []string{"MountPath", "Name", "ContainerPort"} {
			if f := v.FieldByName(name); f.IsValid() && !f.IsZero() {
				return fmt.Sprint(f.Interface())
			}
		}
	}
	return whole(v)
}
