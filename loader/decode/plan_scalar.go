package decode

import (
	"encoding/base64"
	stdjson "encoding/json"
	"reflect"
	"strconv"
)

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
		return d.faultAt(at, "is not a whole number that fits")
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
		return d.faultAt(at, "is not a number")
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
		d.faultAt(at, "is not base64 text")
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
		d.faultAt(start, "is not as its kind should be")
	}
	return true
}
