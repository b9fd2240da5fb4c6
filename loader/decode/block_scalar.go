package decode

import (
	"bytes"
	"unicode/utf8"
)

// scalar reads the scalar at the position, which belongs to a map or list at the column.
func (b *blockReader) scalar(column int) bool {
	switch b.in[b.pos] {
	case '"':
		return b.doubleQuoted() && b.rest()
	case '\'':
		return b.singleQuoted() && b.rest()
	case '|', '>':
		return b.text(column)
	case '{', '[':
		return b.emptyFlow() && b.rest()
	}
	return b.plain(column)
}

// emptyFlow reads {} or [].
func (b *blockReader) emptyFlow() bool {
	if b.pos+2 > len(b.in) {
		return false
	}
	flow := string(b.in[b.pos : b.pos+2])
	if flow != "{}" && flow != "[]" {
		return false
	}
	b.out = append(b.out, flow...)
	b.pos += 2
	return true
}

// plainStart reports whether a plain scalar may begin so.
func plainStart(text []byte) bool {
	switch text[0] {
	case ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`':
		return false
	case '-', '?', ':':
		return len(text) > 1 && text[1] != ' '
	}
	return true
}

// plain reads a plain scalar, which may go on on lines that are indented deeper.
func (b *blockReader) plain(column int) bool {
	text, ok := b.plainLine()
	if !ok || !plainStart(text) {
		return false
	}
	commented := b.pos < len(b.in) && b.in[b.pos] == ' '
	var folded []byte
	lines := 0
	for {
		feeds := b.peekDeeper(column)
		if feeds == 0 {
			break
		}
		if commented {
			return false
		}
		if folded == nil {
			folded = append(folded, text...)
		}
		if lines += feeds; feeds == 1 {
			folded = append(folded, ' ')
		}
		for range feeds - 1 {
			folded = append(folded, '\n')
		}
		more, ok := b.plainLine()
		if !ok || more[0] == '#' {
			return false
		}
		commented = b.pos < len(b.in) && b.in[b.pos] == ' '
		folded = append(folded, more...)
	}
	if folded != nil {
		text = folded
	}
	if !b.resolve(text) {
		return false
	}
	for range lines {
		b.out = append(b.out, '\n')
	}
	return b.rest()
}

// plainLine reads plain text up to the end of the line or a comment.
func (b *blockReader) plainLine() ([]byte, bool) {
	line := b.in[b.pos:]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	if i := bytes.Index(line, []byte(" #")); i >= 0 {
		line = line[:i]
	}
	text := bytes.TrimRight(line, " ")
	if bytes.Contains(text, []byte(": ")) || len(text) == 0 || text[len(text)-1] == ':' || bytes.IndexByte(text, '\t') >= 0 {
		return nil, false
	}
	b.pos += len(line)
	return text, true
}

// peekDeeper moves to the next line with text if that is indented deeper than the column, and returns how many line feeds
// there were; else it stays and returns 0.
func (b *blockReader) peekDeeper(column int) int {
	at, feeds := b.pos, 0
	if at < len(b.in) && b.in[at] == ' ' { // before a comment
		if i := bytes.IndexByte(b.in[at:], '\n'); i >= 0 {
			at += i
		}
	}
	for at < len(b.in) && b.in[at] == '\n' {
		feeds++
		at++
		start := at
		for at < len(b.in) && b.in[at] == ' ' {
			at++
		}
		if at < len(b.in) && b.in[at] != '\n' {
			if at-start <= column {
				return 0
			}
			b.pos = at
			return feeds
		}
	}
	return 0
}

// string writes text as a JSON string.
func (b *blockReader) string(text []byte) {
	b.out = append(b.out, '"')
	b.escape(text)
	b.out = append(b.out, '"')
}

// escape writes text as the inside of a JSON string.
func (b *blockReader) escape(text []byte) {
	from := 0
	for i, c := range text {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b.out = append(b.out, text[from:i]...)
		from = i + 1
		switch c {
		case '\n':
			b.out = append(b.out, '\\', 'n')
		case '\t':
			b.out = append(b.out, '\\', 't')
		case '"', '\\':
			b.out = append(b.out, '\\', c)
		default:
			const hex = "0123456789abcdef"
			b.out = append(b.out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	b.out = append(b.out, text[from:]...)
}

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
			b.escape(bytes.TrimRight(text, " "))
			n, ok := b.fold()
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
			b.escape(bytes.TrimRight(text, " "))
			n, ok := b.fold()
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
