package decode

import (
	"encoding/base64"
	stdjson "encoding/json"
	"reflect"
	"strconv"
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
	p, _ := plans.LoadOrStore(t, newPlan(t))
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
	return func(d *decoder, v reflect.Value) bool {
		if d.null() {
			return true
		}
		if d.data[d.pos] != '[' {
			return d.fault("is not a list")
		}
		d.pos++
		n := 0
		out := v
		out.Set(reflect.MakeSlice(t, 0, 0))
		for d.next() != ']' {
			if d.pos >= len(d.data) {
				return false
			}
			if d.data[d.pos] == 'n' && d.null() {
				d.faults = append(d.faults, fault{d.pos - 4, "is null"})
			} else {
				out.Grow(1)
				out.SetLen(n + 1)
				before := d.pos
				if !read(d, out.Index(n)) {
					return false
				}
				if bad := len(d.faults) - 1; bad >= 0 && d.faults[bad].at == before {
					out.Index(n).SetZero()
					out.SetLen(n)
				} else {
					n++
				}
			}
			if !d.comma(']') {
				return false
			}
		}
		d.pos++
		return true
	}
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

func readString(d *decoder, v reflect.Value) bool {
	if d.data[d.pos] != '"' {
		return d.null() || d.fault("is not text")
	}
	s, ok := d.text()
	v.SetString(d.memory.text(s))
	return ok
}

func readBool(d *decoder, v reflect.Value) bool {
	if d.data[d.pos] != 't' && d.data[d.pos] != 'f' {
		return d.null() || d.fault("is not true or false")
	}
	v.SetBool(d.data[d.pos] == 't')
	return d.skip()
}

func readInt(d *decoder, v reflect.Value) bool {
	if c := d.data[d.pos]; c != '-' && (c < '0' || c > '9') {
		return d.null() || d.fault("is not a number")
	}
	at := d.pos
	n, ok := integer(d.bare())
	if !ok || v.OverflowInt(n) {
		d.faults = append(d.faults, fault{at, "is not a whole number that fits"})
		return true
	}
	v.SetInt(n)
	return true
}

// readExitCode reads an int32; Windows NTSTATUS codes such as 0xC0000005, which some tools write unsigned, wrap to the
// negative numbers that others write.
func readExitCode(d *decoder, v reflect.Value) bool {
	at := d.pos
	if c := d.data[d.pos]; c >= '1' && c <= '9' {
		if n, ok := integer(d.bare()); ok && n > 1<<31-1 && n < 1<<32 {
			v.SetInt(int64(int32(uint32(n))))
			return true
		}
		d.pos = at
	}
	return readInt(d, v)
}

func readFloat(d *decoder, v reflect.Value) bool {
	at := d.pos
	if d.data[d.pos] == '"' || d.data[d.pos] == '{' || d.data[d.pos] == '[' {
		return d.fault("is not a number")
	}
	if d.null() {
		return true
	}
	f, err := strconv.ParseFloat(string(d.bare()), 64)
	if err != nil {
		d.faults = append(d.faults, fault{at, "is not a number"})
		return true
	}
	v.SetFloat(f)
	return true
}

func readBase64(d *decoder, v reflect.Value) bool {
	if d.data[d.pos] != '"' {
		return d.null() || d.fault("is not base64 text")
	}
	at := d.pos
	s, ok := d.text()
	b, err := base64.StdEncoding.AppendDecode(nil, s)
	if err != nil {
		d.faults = append(d.faults, fault{at, "is not base64 text"})
		return ok
	}
	v.SetBytes(b)
	return ok
}

func readUnmarshaler(d *decoder, v reflect.Value) bool {
	start := d.pos
	if !d.skip() {
		return false
	}
	if v.Addr().Interface().(stdjson.Unmarshaler).UnmarshalJSON(d.data[start:d.pos]) != nil {
		d.faults = append(d.faults, fault{start, "is not as its kind should be"})
	}
	return true
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
