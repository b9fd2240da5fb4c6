package decode

import (
	"bytes"
	"encoding/binary"
)

// The functions here walk JSON text without making values of it. They are lenient: comments, trailing commas and bare
// words such as NaN pass, so that one odd token costs no more than the field it stands in. All return the position after
// what they walked, or -1 where the text ends first or cannot be JSON.

const eightSpaces = 0x2020202020202020

// skipSpace returns the position of the first byte at or after i that is neither white space nor in a comment.
func skipSpace(data []byte, i int) int {
	for i < len(data) {
		switch data[i] {
		case ' ':
			for i+8 <= len(data) && binary.LittleEndian.Uint64(data[i:]) == eightSpaces {
				i += 8
			}
			for i < len(data) && data[i] == ' ' {
				i++
			}
		case '\n', '\r', '\t':
			i++
		case '/':
			if i+1 >= len(data) || data[i+1] != '/' {
				return i
			}
			end := bytes.IndexByte(data[i:], '\n')
			if end < 0 {
				return len(data)
			}
			i += end
		default:
			return i
		}
	}
	return i
}

// skipString walks the string that begins at data[i]; plain reports that it holds no escape.
func skipString(data []byte, i int) (end int, plain bool) {
	plain = true
	for at := i + 1; ; {
		n := bytes.IndexByte(data[at:], '"')
		if n < 0 {
			return -1, false
		}
		if plain && bytes.IndexByte(data[at:at+n], '\\') < 0 {
			return at + n + 1, true
		}
		plain = false
		at += n + 1
		if !escaped(data, at-1) {
			return at, false
		}
	}
}

// escaped reports whether the byte at i stands after an odd number of backslashes.
func escaped(data []byte, i int) bool {
	n := 0
	for i-n > 0 && data[i-n-1] == '\\' {
		n++
	}
	return n%2 == 1
}

// skipValue walks the value that begins at data[i].
func skipValue(data []byte, i int) int {
	if i >= len(data) {
		return -1
	}
	switch data[i] {
	case '"':
		end, _ := skipString(data, i)
		return end
	case '{', '[':
		n := nesting{}
		return n.end(data, i)
	case '}', ']', ',', ':':
		return -1
	}
	return skipBare(data, i)
}

// skipBare walks a number or a word.
func skipBare(data []byte, i int) int {
	for i < len(data) {
		switch data[i] {
		case ',', '}', ']', ' ', '\n', '\r', '\t', ':', '"', '{', '[':
			return i
		}
		i++
	}
	return i
}

// nesting is where a walk over an object or array stands, so that it can go on when more text has been read.
type nesting struct {
	depth    int
	inString bool
}

// structural marks the bytes at which a walk over an object or array has to look.
var structural = [256]bool{'"': true, '{': true, '}': true, '[': true, ']': true}

// end returns the position after the bracket that closes the first one, or -1.
func (n *nesting) end(data []byte, i int) int {
	for i < len(data) {
		if n.inString {
			if i = n.leaveString(data, i); i < 0 {
				return -1
			}
			continue
		}
		c := data[i]
		i++
		if !structural[c] {
			continue
		}
		switch c {
		case '"':
			n.inString = true
		case '{', '[':
			n.depth++
		default:
			if n.depth--; n.depth == 0 {
				return i
			}
		}
	}
	return -1
}

// leaveString returns the position after the quote that ends the string which i is in, or -1.
func (n *nesting) leaveString(data []byte, i int) int {
	for {
		q := bytes.IndexByte(data[i:], '"')
		if q < 0 {
			return -1
		}
		i += q + 1
		if !escaped(data, i-1) {
			n.inString = false
			return i
		}
	}
}
