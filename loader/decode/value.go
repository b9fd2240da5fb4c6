package decode

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decoder reads one JSON text into one typed value. A field of the wrong type is noted and left out; the rest is read.
type decoder struct {
	data    []byte
	pos     int
	fold    bool // match keys without regard to case: Go-internal JSON has capitalised ones
	managed bool // keep managedFields
	memory  *memory
	faults  []fault
}

// fault is a field that could not be read.
type fault struct {
	at   int    // where its value begins
	what string // "is not a number"
}

// memory remembers short strings, quantities and parts of objects: the same few come in every object.
type memory struct {
	strings    [4096]string
	quantities [256]knownQuantity
	shared     [1024]sharedValue
}

// limits of what memory remembers, in bytes of text.
const memorable = 64

func (m *memory) text(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if len(b) > memorable {
		return string(b)
	}
	slot := &m.strings[hash(b)%uint64(len(m.strings))]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}

// fault notes that the value at d.pos is not what its field needs, and walks over it.
func (d *decoder) fault(what string) bool {
	d.faults = append(d.faults, fault{d.pos, what})
	return d.skip()
}

// faultAt notes that the value at that place, which has been read, is not what its field needs.
func (d *decoder) faultAt(at int, what string) bool {
	d.faults = append(d.faults, fault{at, what})
	return true
}

func (d *decoder) skip() bool {
	end := skipValue(d.data, d.pos)
	if end < 0 {
		return false
	}
	d.pos = end
	return true
}

// next walks over white space and returns the byte at which a token begins, 0 at the end.
func (d *decoder) next() byte {
	if d.pos < len(d.data) && d.data[d.pos] > ' ' && d.data[d.pos] != '/' {
		return d.data[d.pos]
	}
	d.pos = skipSpace(d.data, d.pos)
	if d.pos >= len(d.data) {
		return 0
	}
	return d.data[d.pos]
}

// null reports whether the value is null, and walks over it.
func (d *decoder) null() bool {
	if d.data[d.pos] != 'n' || !strings.HasPrefix(string(d.data[d.pos:min(d.pos+4, len(d.data))]), "null") {
		return false
	}
	d.pos += 4
	return true
}

// text reads the string at d.pos. The bytes are valid until the next call and may be part of the data.
func (d *decoder) text() ([]byte, bool) {
	end, plain := skipString(d.data, d.pos)
	if end < 0 {
		return nil, false
	}
	raw := d.data[d.pos+1 : end-1]
	d.pos = end
	if plain {
		return raw, true
	}
	return unescape(raw), true
}

// bare reads the number or word at d.pos.
func (d *decoder) bare() []byte {
	start := d.pos
	d.pos = skipBare(d.data, d.pos)
	return d.data[start:d.pos]
}

// unescape resolves the escapes of JSON; an unknown one stays as it is written, a lone surrogate becomes U+FFFD.
func unescape(raw []byte) []byte {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' || i+1 == len(raw) {
			out = append(out, raw[i])
			continue
		}
		i++
		switch c := raw[i]; c {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r, n := unicodeEscape(raw[i+1:])
			out = utf8.AppendRune(out, r)
			i += n
		default:
			out = append(out, c)
		}
	}
	return out
}

// unicodeEscape reads the digits after \u, and the second half of a surrogate pair; it returns how many bytes it took.
func unicodeEscape(b []byte) (rune, int) {
	r, ok := hex4(b)
	if !ok {
		return utf8.RuneError, 0
	}
	if !utf16.IsSurrogate(r) {
		return r, 4
	}
	if len(b) >= 10 && b[4] == '\\' && b[5] == 'u' {
		if low, ok := hex4(b[6:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, 10
			}
		}
	}
	return utf8.RuneError, 4
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[:4]), 16, 16)
	return rune(n), err == nil
}

// integer reads a whole number; 1e3 and 3.0 are whole.
func integer(b []byte) (int64, bool) {
	if len(b) > 0 && len(b) < 18 {
		if n, ok := digits(b); ok {
			return n, true
		}
	}
	if n, err := strconv.ParseInt(string(b), 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(string(b), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int64(f), true
}

func digits(b []byte) (n int64, ok bool) {
	i := 0
	if b[0] == '-' {
		i = 1
	}
	if i == len(b) {
		return 0, false
	}
	for ; i < len(b); i++ {
		if b[i] < '0' || b[i] > '9' {
			return 0, false
		}
		n = n*10 + int64(b[i]-'0')
	}
	if b[0] == '-' {
		n = -n
	}
	return n, true
}
