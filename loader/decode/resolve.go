package decode

import (
	"bytes"
	"strconv"
)

// words are the plain scalars that YAML 1.1 takes for something else than text (yaml resolve.go, v2.4); the infinities,
// which JSON lacks, are left to the library.
var words = map[string]string{
	"y": "true", "Y": "true", "yes": "true", "Yes": "true", "YES": "true", "true": "true", "True": "true", "TRUE": "true",
	"on": "true", "On": "true", "ON": "true",
	"n": "false", "N": "false", "no": "false", "No": "false", "NO": "false", "false": "false", "False": "false", "FALSE": "false",
	"off": "false", "Off": "false", "OFF": "false",
	"~": "null", "null": "null", "Null": "null", "NULL": "null",
}

// resolve writes a plain scalar as what it means.
func (b *blockReader) resolve(text []byte) bool {
	switch c := text[0]; {
	case c >= '0' && c <= '9', c == '-', c == '+':
		return b.number(text)
	case c == '.':
		if _, err := strconv.ParseFloat(string(text), 64); err == nil || len(text) <= 5 {
			return false
		}
	case len(text) <= 5:
		if w, ok := words[string(text)]; ok {
			b.out = append(b.out, w...)
			return true
		}
	}
	b.string(text)
	return true
}

// isText reports whether a plain scalar is text and nothing else; it may say no where it would take long to tell.
func isText(text []byte) bool {
	switch c := text[0]; {
	case c >= '0' && c <= '9', c == '-', c == '+':
		return !numeric(text)
	case c == '.':
		return false
	}
	return len(text) > 5 || words[string(text)] == ""
}

// number writes a plain scalar that begins like a number.
func (b *blockReader) number(text []byte) bool {
	if len(text) < 18 && (text[0] != '0' || len(text) == 1) && allDigits(text) {
		b.out = append(b.out, text...)
		return true
	}
	if !numeric(text) {
		b.string(text)
		return true
	}
	plain := string(bytes.ReplaceAll(text, []byte("_"), nil))
	if n, err := strconv.ParseInt(plain, 0, 64); err == nil {
		b.out = strconv.AppendInt(b.out, n, 10)
		return true
	}
	if n, err := strconv.ParseUint(plain, 0, 64); err == nil {
		b.out = strconv.AppendUint(b.out, n, 10)
		return true
	}
	if isFloat(plain) {
		f, err := strconv.ParseFloat(plain, 64)
		if err != nil {
			b.string(text)
			return true
		}
		b.out = strconv.AppendFloat(b.out, f, 'g', -1, 64)
		return true
	}
	b.string(text)
	return len(plain) < 2 || plain[0] != '0' && plain[0] != '-' && plain[0] != '+' || !bytes.ContainsAny(text, "bB.")
}

func allDigits(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// numeric reports whether text holds no byte that no number has, and at most one point.
func numeric(text []byte) bool {
	points := 0
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
		case c == '+', c == '-', c == '_', c == 'x', c == 'X', c == 'o', c == 'O':
		case c == '.':
			points++
		default:
			return false
		}
	}
	return points < 2
}

// isFloat matches ^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$.
func isFloat(s string) bool {
	i := sign(s, 0)
	whole := skipDigits(s, i)
	point := whole
	if whole < len(s) && s[whole] == '.' {
		if point = skipDigits(s, whole+1); whole == i && point == whole+1 {
			return false
		}
	}
	if point == i {
		return false
	}
	if point == len(s) {
		return true
	}
	if s[point] != 'e' && s[point] != 'E' {
		return false
	}
	exponent := sign(s, point+1)
	return exponent < len(s) && skipDigits(s, exponent) == len(s)
}

func sign(s string, i int) int {
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		return i + 1
	}
	return i
}

func skipDigits(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}
