package decode

import (
	"math"
	"reflect"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

func readTime(d *decoder, v reflect.Value) bool {
	t, ok := d.time()
	v.Addr().Interface().(*metav1.Time).Time = t
	return ok
}

func readMicroTime(d *decoder, v reflect.Value) bool {
	t, ok := d.time()
	v.Addr().Interface().(*metav1.MicroTime).Time = t
	return ok
}

// time reads RFC 3339 text, as UTC; null is the zero time.
func (d *decoder) time() (time.Time, bool) {
	if d.data[d.pos] != '"' {
		return time.Time{}, d.null() || d.fault("is not a time")
	}
	at := d.pos
	s, ok := d.text()
	if t, plain := plainTime(s); plain {
		return t, ok
	}
	t, err := time.Parse(time.RFC3339, string(s))
	if err != nil {
		d.faultAt(at, "is not a time")
	}
	return t.UTC(), ok
}

// plainTime reads the form that the API server writes, 2006-01-02T15:04:05Z.
func plainTime(s []byte) (time.Time, bool) {
	if len(s) != 20 || s[4] != '-' || s[7] != '-' || s[10] != 'T' || s[13] != ':' || s[16] != ':' || s[19] != 'Z' {
		return time.Time{}, false
	}
	century, c := two(s[0:])
	year, y := two(s[2:])
	month, mo := two(s[5:])
	day, da := two(s[8:])
	hour, h := two(s[11:])
	minute, mi := two(s[14:])
	second, se := two(s[17:])
	if !c || !y || !mo || !da || !h || !mi || !se || month < 1 || month > 12 || day < 1 || day > 28 || hour > 23 ||
		minute > 59 || second > 59 {
		return time.Time{}, false
	}
	return time.Date(century*100+year, time.Month(month), day, hour, minute, second, 0, time.UTC), true
}

func two(s []byte) (int, bool) {
	a, b := s[0]-'0', s[1]-'0'
	return int(a)*10 + int(b), a <= 9 && b <= 9
}

// knownQuantity is a quantity that was read before, with its text.
type knownQuantity struct {
	text  string
	value resource.Quantity
}

func readQuantity(d *decoder, v reflect.Value) bool {
	at := d.pos
	var s []byte
	ok := true
	switch c := d.data[d.pos]; {
	case c == '"':
		s, ok = d.text()
	case c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9':
		s = d.bare()
	default:
		return d.null() || d.fault("is not a quantity")
	}
	q := v.Addr().Interface().(*resource.Quantity)
	known := &d.memory.quantities[hash(s)%uint64(len(d.memory.quantities))]
	if known.text == string(s) && known.text != "" {
		*q = known.value
		return ok
	}
	read, err := parseQuantity(s)
	if err != nil {
		d.faultAt(at, "is not a quantity")
		return ok
	}
	*q = read
	// A large number is held by pointer, so copies would share it: only small ones are remembered.
	if n, small := read.AsInt64(); small && n < math.MaxInt64 && len(s) <= memorable {
		*known = knownQuantity{string(s), read}
	}
	return ok
}

// parseQuantity refuses exponents that no machine has: formatting 1e999999 would take minutes.
func parseQuantity(s []byte) (resource.Quantity, error) {
	if len(s) > memorable {
		return resource.Quantity{}, resource.ErrFormatWrong
	}
	return resource.ParseQuantity(string(s))
}

func readIntOrString(d *decoder, v reflect.Value) bool {
	out := v.Addr().Interface().(*intstr.IntOrString)
	at := d.pos
	switch c := d.data[d.pos]; {
	case c == '"':
		s, ok := d.text()
		*out = intstr.FromString(d.memory.text(s))
		return ok
	case c == '-' || c >= '0' && c <= '9':
		n, ok := integer(d.bare())
		if !ok || n > math.MaxInt32 || n < math.MinInt32 {
			return d.faultAt(at, "is not a whole number that fits")
		}
		*out = intstr.FromInt32(int32(n))
		return true
	}
	return d.null() || d.fault("is neither a number nor text")
}
