package decode

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// structPlan reads an object into a struct. Its fields lie in a hash table: a key costs about one comparison.
type structPlan struct {
	fields []*field
	slots  [][]*field // a power of two of them
}

type field struct {
	name  string
	index []int
	read  plan
}

func newStructPlan(t reflect.Type) *structPlan {
	p := &structPlan{}
	p.add(t, nil)
	size := 4
	for size < 4*len(p.fields) {
		size *= 2
	}
	p.slots = make([][]*field, size)
	for _, f := range p.fields {
		at := slot([]byte(f.name)) & uint32(size-1)
		p.slots[at] = append(p.slots[at], f)
	}
	return p
}

// add gathers the fields of t; those of inlined structs too, unless an outer field has the name.
func (p *structPlan) add(t reflect.Type, index []int) {
	var inlined []reflect.StructField
	for i := range t.NumField() {
		f := t.Field(i)
		name, ok := fieldName(f)
		switch {
		case !ok:
		case name == "" && f.Type.Kind() == reflect.Struct:
			inlined = append(inlined, f)
		case p.named(name) == nil:
			at := append(append([]int{}, index...), i)
			p.fields = append(p.fields, &field{name, at, fieldPlan(t, name, f.Type)})
		}
	}
	for _, f := range inlined {
		p.add(f.Type, append(append([]int{}, index...), f.Index...))
	}
}

func (p *structPlan) named(name string) *field {
	for _, f := range p.fields {
		if f.name == name {
			return f
		}
	}
	return nil
}

// slot is a hash of a few bytes of the key, which is enough to part the fields of one struct.
func slot(key []byte) uint32 {
	if len(key) == 0 {
		return 0
	}
	n := len(key)
	h := uint32(n)*131 + uint32(key[0])
	h = h*31 + uint32(key[n-1])
	h = h*31 + uint32(key[n/2])
	h = h*31 + uint32(key[n/3])
	return h ^ h>>7
}

func (p *structPlan) find(key []byte, fold bool) *field {
	for _, f := range p.slots[slot(key)&uint32(len(p.slots)-1)] {
		if f.name == string(key) {
			return f
		}
	}
	if fold {
		return p.folded(key)
	}
	return nil
}

func (p *structPlan) read(d *decoder, v reflect.Value) bool {
	if d.data[d.pos] != '{' {
		return d.null() || d.fault("is not a map")
	}
	return d.entries(func(key []byte) bool { return p.field(d, v, key) })
}

func (p *structPlan) field(d *decoder, v reflect.Value, key []byte) bool {
	f := p.find(key, d.fold)
	if f == nil {
		return d.skip()
	}
	for _, i := range f.index {
		v = v.Field(i)
	}
	return f.read(d, v)
}

// fieldPlan is the plan for a field: that of its type, but for what must not be kept and what no rule reads.
func fieldPlan(in reflect.Type, name string, t reflect.Type) plan {
	switch in {
	case reflect.TypeFor[metav1.ObjectMeta]():
		if name == "managedFields" {
			return managedPlan(t)
		}
	case reflect.TypeFor[corev1.NodeStatus]():
		if name == "images" {
			return skipPlan
		}
	case reflect.TypeFor[corev1.Secret](), reflect.TypeFor[corev1.ConfigMap]():
		if t.Kind() == reflect.Map {
			return keysPlan(t)
		}
	case reflect.TypeFor[corev1.ContainerStateTerminated]():
		if name == "exitCode" {
			return readExitCode
		}
	}
	return lazy(t)
}

func managedPlan(t reflect.Type) plan {
	read := lazy(t)
	return func(d *decoder, v reflect.Value) bool {
		if !d.managed {
			return d.skip()
		}
		return read(d, v)
	}
}

// keysPlan keeps the keys of a map and empties its values.
func keysPlan(t reflect.Type) plan {
	empty := reflect.New(t.Elem()).Elem()
	return func(d *decoder, v reflect.Value) bool {
		if d.data[d.pos] != '{' {
			return d.null() || d.fault("is not a map")
		}
		m := reflect.MakeMap(t)
		v.Set(m)
		return d.entries(func(key []byte) bool {
			m.SetMapIndex(reflect.ValueOf(string(key)), empty)
			return d.skip()
		})
	}
}
