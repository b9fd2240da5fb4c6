package decode

import (
	"bytes"
	"unicode/utf8"
)

// singleQuoted reads text in single quotes.
func (b *blockReader) singleQuoted() bool {
	b.out = append(b.out, '"')
	feeds := 0
	for b.pos++; b.pos < len(b.in); {
		i := bytes.IndexAny(b.in[b.pos:], "'\n")
		if i < 0 {
			return false
		}
		text := b.in[b.pos : b.pos+i]
		b.pos += i
		if b.in[b.pos] == '\n' {
			n, ok := b.lineEnd(text)
			if !ok {
				return false
			}
			feeds += n
			continue
		}
		b.escape(text)
		if b.pos++; b.pos == len(b.in) || b.in[b.pos] != '\'' {
			b.close(feeds)
			return true
		}
		b.out = append(b.out, '\'')
		b.pos++
	}
	return false
}

// close ends a JSON string that took some line feeds.
func (b *blockReader) close(feeds int) {
	b.out = append(b.out, '"')
	for range feeds {
		b.out = append(b.out, '\n')
	}
}

// lineEnd takes the last text of a line, without the spaces at its end, and what folds it. Of tabs there the library drops some and
// keeps some.
func (b *blockReader) lineEnd(text []byte) (feeds int, ok bool) {
	text = bytes.TrimRight(text, " ")
	if bytes.HasSuffix(text, []byte{'\t'}) {
		return 0, false
	}
	b.escape(text)
	return b.fold()
}

// fold reads line feeds inside a quoted scalar: one is a space, more are one less.
func (b *blockReader) fold() (feeds int, ok bool) {
	for b.pos < len(b.in) && b.in[b.pos] == '\n' {
		feeds++
		b.pos++
		start := b.pos
		for b.pos < len(b.in) && b.in[b.pos] == ' ' {
			b.pos++
		}
		if b.pos < len(b.in) && (b.in[b.pos] == '\t' || b.pos == start && b.in[b.pos] != '\n') {
			return 0, false
		}
	}
	if feeds == 1 {
		b.out = append(b.out, ' ')
	}
	for range feeds - 1 {
		b.out = append(b.out, '\\', 'n')
	}
	return feeds, true
}

// doubleQuoted reads text in double quotes.
func (b *blockReader) doubleQuoted() bool {
	b.out = append(b.out, '"')
	feeds := 0
	for b.pos++; b.pos < len(b.in); {
		i := bytes.IndexAny(b.in[b.pos:], "\"\\\n")
		if i < 0 {
			return false
		}
		text := b.in[b.pos : b.pos+i]
		b.pos += i
		switch b.in[b.pos] {
		case '"':
			b.escape(text)
			b.pos++
			b.close(feeds)
			return true
		case '\n':
			n, ok := b.lineEnd(text)
			if !ok {
				return false
			}
			feeds += n
		default:
			b.escape(text)
			n, ok := b.escaped()
			if !ok {
				return false
			}
			feeds += n
		}
	}
	return false
}

// simpleEscapes are the escapes of one letter.
var simpleEscapes = map[byte]rune{'0': 0, 'a': 7, 'b': 8, 't': 9, 'n': 10, 'v': 11, 'f': 12, 'r': 13, 'e': 27, ' ': ' ', '"': '"',
	'\\': '\\', 'N': 0x85, '_': 0xa0, 'L': 0x2028, 'P': 0x2029}

// escaped reads an escape in double quotes; one at the end of a line joins the next line.
func (b *blockReader) escaped() (feeds int, ok bool) {
	if b.pos+1 >= len(b.in) {
		return 0, false
	}
	c := b.in[b.pos+1]
	b.pos += 2
	if c == '\n' {
		return b.join()
	}
	r, simple := simpleEscapes[c]
	if !simple {
		n := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
		if n == 0 || b.pos+n > len(b.in) {
			return 0, false
		}
		if r, ok = hexRune(b.in[b.pos : b.pos+n]); !ok {
			return 0, false
		}
		b.pos += n
	}
	b.escape(utf8.AppendRune(nil, r))
	return 0, true
}

// join passes the white space before the text that follows an escaped line feed.
func (b *blockReader) join() (int, bool) {
	start := b.pos
	for b.pos < len(b.in) && b.in[b.pos] == ' ' {
		b.pos++
	}
	if b.pos == start || b.pos == len(b.in) || b.in[b.pos] == '\n' || b.in[b.pos] == '\t' {
		return 0, false
	}
	return 1, true
}

func hexRune(digits []byte) (r rune, ok bool) {
	for _, c := range digits {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		if r = r<<4 | rune(c); r > utf8.MaxRune {
			return 0, false
		}
	}
	return r, utf8.ValidRune(r)
}
