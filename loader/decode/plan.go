package decode

import (
	stdjson "encoding/json"
	"reflect"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// plan reads the value at d.pos, which is not white space, into v. It returns false where the text is not JSON.
type plan func(d *decoder, v reflect.Value) bool

// plans holds one plan for each type, made when it is first met.
var plans sync.Map // reflect.Type to plan

func planOf(t reflect.Type) plan {
	if p, ok := plans.Load(t); ok {
		return p.(plan)
	}
	made := newPlan(t)
	if shareable[t] {
		made = share(t, made)
	}
	p, _ := plans.LoadOrStore(t, made)
	return p.(plan)
}

var special = map[reflect.Type]plan{
	reflect.TypeFor[metav1.Time]():        readTime,
	reflect.TypeFor[metav1.MicroTime]():   readMicroTime,
	reflect.TypeFor[resource.Quantity]():  readQuantity,
	reflect.TypeFor[intstr.IntOrString](): readIntOrString,
	reflect.TypeFor[[]byte]():             readBase64,
	reflect.TypeFor[map[string]string]():  readStringMap,
}

var unmarshaler = reflect.TypeFor[stdjson.Unmarshaler]()

func newPlan(t reflect.Type) plan {
	if p := special[t]; p != nil {
		return p
	}
	if reflect.PointerTo(t).Implements(unmarshaler) {
		return readUnmarshaler
	}
	switch t.Kind() {
	case reflect.Struct:
		return newStructPlan(t).read
	case reflect.Pointer:
		return pointerPlan(t)
	case reflect.Slice:
		return slicePlan(t)
	case reflect.Map:
		return mapPlan(t)
	case reflect.String:
		return readString
	case reflect.Bool:
		return readBool
	case reflect.Int32, reflect.Int64, reflect.Int:
		return readInt
	case reflect.Float64:
		return readFloat
	}
	return skipPlan
}

func skipPlan(d *decoder, _ reflect.Value) bool { return d.skip() }

func pointerPlan(t reflect.Type) plan {
	elem := t.Elem()
	read := lazy(elem)
	return func(d *decoder, v reflect.Value) bool {
		if d.null() {
			v.SetZero()
			return true
		}
		n := len(d.faults)
		p := reflect.New(elem)
		if !read(d, p.Elem()) {
			return false
		}
		if len(d.faults) == n || elem.Kind() == reflect.Struct {
			v.Set(p)
		}
		return true
	}
}

// lazy finds the plan when it is first used, so that types may be recursive.
func lazy(t reflect.Type) plan {
	find := sync.OnceValue(func() plan { return planOf(t) })
	return func(d *decoder, v reflect.Value) bool { return find()(d, v) }
}

func slicePlan(t reflect.Type) plan {
	read := lazy(t.Elem())
	grown := sync.Pool{New: func() any { return reflect.New(t).Interface() }} // empty slices with room
	return func(d *decoder, v reflect.Value) bool {
		if d.data[d.pos] != '[' {
			return d.null() || d.fault("is not a list")
		}
		d.pos++
		room := grown.Get()
		list := reflect.ValueOf(room).Elem()
		whole := d.elements(list, read)
		exact := reflect.MakeSlice(t, list.Len(), list.Len())
		reflect.Copy(exact, list)
		v.Set(exact)
		list.Clear()
		list.SetLen(0)
		grown.Put(room)
		return whole
	}
}

// elements reads what follows the opening bracket of a list to the end of the slice.
func (d *decoder) elements(v reflect.Value, read plan) bool {
	for d.next() != ']' {
		if d.pos >= len(d.data) || !d.element(v, read) || !d.comma(']') {
			return false
		}
	}
	d.pos++
	return true
}

// element reads the element at d.pos to the end of the slice; one that is null or of the wrong type is left out.
func (d *decoder) element(v reflect.Value, read plan) bool {
	at, n := d.pos, v.Len()
	if d.null() {
		return d.faultAt(at, "is null")
	}
	v.Grow(1)
	v.SetLen(n + 1)
	if !read(d, v.Index(n)) {
		return false
	}
	if bad := len(d.faults) - 1; bad >= 0 && d.faults[bad].at == at {
		v.Index(n).SetZero()
		v.SetLen(n)
	}
	return true
}

// comma walks over the comma after an element; the closing bracket may follow it or stand in its place.
func (d *decoder) comma(closing byte) bool {
	switch d.next() {
	case ',':
		d.pos++
		return true
	case closing:
		return true
	}
	return false
}

// entries walks the members of the object at d.pos. The key is valid until read returns.
func (d *decoder) entries(read func(key []byte) bool) bool {
	d.pos++
	for d.next() != '}' {
		if d.pos >= len(d.data) || d.data[d.pos] != '"' {
			return false
		}
		key, ok := d.text()
		if !ok || d.next() != ':' {
			return false
		}
		d.pos++
		if d.next() == 0 || !read(key) || !d.comma('}') {
			return false
		}
	}
	d.pos++
	return true
}

func mapPlan(t reflect.Type) plan {
	read, elem := lazy(t.Elem()), t.Elem()
	if t.Key().Kind() != reflect.String {
		return skipPlan
	}
	return func(d *decoder, v reflect.Value) bool {
		if d.null() {
			return true
		}
		if d.data[d.pos] != '{' {
			return d.fault("is not a map")
		}
		m := reflect.MakeMap(t)
		v.Set(m)
		return d.entries(func(key []byte) bool {
			k := reflect.New(t.Key()).Elem()
			k.SetString(d.memory.text(key))
			e := reflect.New(elem).Elem()
			n := len(d.faults)
			if !read(d, e) {
				return false
			}
			if len(d.faults) == n {
				m.SetMapIndex(k, e)
			}
			return true
		})
	}
}

// lastApplied is a copy of the object as the user wrote it, secrets included.
const lastApplied = corev1.LastAppliedConfigAnnotation

func readStringMap(d *decoder, v reflect.Value) bool {
	if d.null() {
		return true
	}
	if d.data[d.pos] != '{' {
		return d.fault("is not a map")
	}
	m := map[string]string{}
	v.Set(reflect.ValueOf(m))
	return d.entries(func(key []byte) bool {
		if string(key) == lastApplied {
			return d.skip()
		}
		k := d.memory.text(key)
		switch {
		case d.data[d.pos] == '"':
			s, ok := d.text()
			m[k] = d.memory.text(s)
			return ok
		case d.null():
			m[k] = ""
			return true
		}
		return d.fault("is not text")
	})
}

// fieldName returns the JSON name of a struct field, "" for one that is inlined, and false for one that has none.
func fieldName(f reflect.StructField) (string, bool) {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" || !f.IsExported() {
		return "", false
	}
	if name == "" && !f.Anonymous {
		name = f.Name
	}
	return name, true
}
