package decode

import "bytes"

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
	text, lines, ok := b.foldPlain(text, column)
	if !ok || !b.resolve(text) {
		return false
	}
	for range lines {
		b.out = append(b.out, '\n')
	}
	return b.rest()
}

// foldPlain adds the lines on which a plain scalar goes on, and returns how many they were.
func (b *blockReader) foldPlain(text []byte, column int) (folded []byte, lines int, ok bool) {
	for {
		commented := b.pos < len(b.in) && b.in[b.pos] == ' '
		feeds := b.peekDeeper(column)
		if feeds == 0 {
			return text, lines, true
		}
		if commented {
			return nil, 0, false
		}
		if lines == 0 {
			text = bytes.Clone(text)
		}
		if lines += feeds; feeds == 1 {
			text = append(text, ' ')
		}
		for range feeds - 1 {
			text = append(text, '\n')
		}
		more, ok := b.plainLine()
		if !ok || more[0] == '#' {
			return nil, 0, false
		}
		text = append(text, more...)
	}
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
