package decode

import "bytes"

// blockReader turns YAML in the block style that kubectl and oc write into JSON: maps, lists, plain and quoted scalars,
// literal and folded blocks. It never guesses: whatever it does not know, it gives up on, and the library takes over.
//
// After each value it stands on the next line with content, behind the indentation.
type blockReader struct {
	in     []byte
	pos    int
	out    []byte
	indent int  // column of the line's content
	end    bool // no line with content is left
	depth  int
}

const maxDepth = 200

// blockJSON returns the JSON of a document, and false where it is not all in block style.
func blockJSON(data []byte) ([]byte, bool) {
	if !plainText(data) {
		return nil, false
	}
	b := &blockReader{in: data, out: make([]byte, 0, len(data)+len(data)/4)}
	if !b.content() || !b.block() || !b.end {
		return nil, false
	}
	return b.out, true
}

// controls that the library treats in ways of its own: line breaks of Unicode, byte order marks, what is not printable.
var odd = [256]bool{0x7f: true, 0xc2: true, 0xe2: true, 0xef: true}

func plainText(data []byte) bool {
	for i, c := range data {
		if c >= ' ' && !odd[c] || c == '\n' || c == '\t' {
			continue
		}
		if c < ' ' || c == 0x7f || i+2 >= len(data) || oddRune(data[i:i+3]) {
			return false
		}
	}
	return true
}

func oddRune(b []byte) bool {
	switch b[0] {
	case 0xc2:
		return b[1] < 0xa0
	case 0xe2:
		return b[1] == 0x80 && (b[2] == 0xa8 || b[2] == 0xa9)
	}
	return b[1] == 0xbb && b[2] == 0xbf || b[1] == 0xbf && b[2] >= 0xbe
}

// line moves over the line feed that ends the current line.
func (b *blockReader) line() {
	i := bytes.IndexByte(b.in[b.pos:], '\n')
	if i < 0 {
		b.pos = len(b.in)
		return
	}
	b.pos += i + 1
	b.out = append(b.out, '\n')
}

// content moves from the beginning of a line to the next content and returns false where it cannot be read.
func (b *blockReader) content() bool {
	for {
		start := b.pos
		for b.pos < len(b.in) && b.in[b.pos] == ' ' {
			b.pos++
		}
		if b.pos == len(b.in) {
			b.end, b.indent = true, -1
			return true
		}
		switch b.in[b.pos] {
		case '\n', '#':
			b.line()
			continue
		case '\t':
			return false
		}
		b.indent = b.pos - start
		return b.indent > 0 || !isMarker(b.in[b.pos:min(b.pos+4, len(b.in))]) && !b.marker()
	}
}

// marker reports whether the line parts documents.
func (b *blockReader) marker() bool {
	rest := b.in[b.pos:]
	return bytes.HasPrefix(rest, []byte("---")) || bytes.HasPrefix(rest, []byte("...")) || rest[0] == '%'
}

// rest checks that nothing but a comment stands behind a value, and moves to the next content.
func (b *blockReader) rest() bool {
	if !b.lineEnds() {
		return false
	}
	b.line()
	return b.content()
}

// lineEnds moves over spaces and reports whether the line ends there, or a comment begins.
func (b *blockReader) lineEnds() bool {
	start := b.pos
	for b.pos < len(b.in) && b.in[b.pos] == ' ' {
		b.pos++
	}
	return b.pos == len(b.in) || b.in[b.pos] == '\n' || b.in[b.pos] == '#' && b.pos > start
}

// block reads the map or list that begins at the position.
func (b *blockReader) block() bool {
	if b.end {
		return false
	}
	if b.depth++; b.depth > maxDepth {
		return false
	}
	ok := false
	if b.dash() {
		ok = b.list(b.indent)
	} else {
		ok = b.mapping(b.indent)
	}
	b.depth--
	return ok
}

// dash reports whether an item of a list begins at the position.
func (b *blockReader) dash() bool {
	return b.in[b.pos] == '-' && (b.pos+1 == len(b.in) || b.in[b.pos+1] == ' ' || b.in[b.pos+1] == '\n')
}

func (b *blockReader) mapping(column int) bool {
	b.out = append(b.out, '{')
	for {
		if !b.key() || !b.member(column) {
			return false
		}
		if b.indent < column {
			break
		}
		if b.indent > column || b.dash() {
			return false
		}
		b.out = append(b.out, ',')
	}
	b.out = append(b.out, '}')
	return true
}

// member reads the value behind a key of a map at the column.
func (b *blockReader) member(column int) bool {
	if !b.lineEnds() {
		return b.scalar(column)
	}
	b.line()
	if !b.content() {
		return false
	}
	switch {
	case b.indent > column, b.indent == column && b.dash():
		if b.indent > column && !b.dash() && b.keyEnd() < 0 {
			return b.scalar(column)
		}
		if b.indent > column {
			return b.block()
		}
		return b.nested(column)
	}
	b.out = append(b.out, "null"...)
	return true
}

// nested reads a list that is indented like the map it is in.
func (b *blockReader) nested(column int) bool {
	if b.depth++; b.depth > maxDepth {
		return false
	}
	ok := b.list(column)
	b.depth--
	return ok
}

func (b *blockReader) list(column int) bool {
	b.out = append(b.out, '[')
	for {
		b.pos++
		if !b.element(column) {
			return false
		}
		if b.indent != column || !b.dash() {
			break
		}
		b.out = append(b.out, ',')
	}
	b.out = append(b.out, ']')
	return b.indent <= column
}

// element reads what stands behind the dash of a list at the column.
func (b *blockReader) element(column int) bool {
	start := b.pos
	if b.lineEnds() {
		b.line()
		if !b.content() {
			return false
		}
		if b.indent > column {
			return (b.dash() || b.keyEnd() > 0) && b.block()
		}
		b.out = append(b.out, "null"...)
		return true
	}
	if b.dash() || b.keyEnd() > 0 {
		b.indent = column + 1 + b.pos - start
		return b.block()
	}
	return b.scalar(column)
}

// maxKey is below the 1024 characters that YAML allows a key.
const maxKey = 1000

// keyEnd returns the position of the colon behind the key at the position, -1 where none is.
func (b *blockReader) keyEnd() int {
	line := b.in[b.pos:min(b.pos+maxKey, len(b.in))]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	from := 0
	switch line[0] {
	case '"', '\'':
		if from = quotedEnd(line); from < 0 || from == len(line) || line[from] != ':' {
			return -1
		}
	}
	for {
		i := bytes.IndexByte(line[from:], ':')
		if i < 0 {
			return -1
		}
		from += i
		if from+1 == len(line) && b.pos+from+1 < b.pos+maxKey || from+1 < len(line) && line[from+1] == ' ' {
			return b.pos + from
		}
		from++
	}
}

// quotedEnd returns the offset behind the closing quote of a line that begins with a quote, -1 where it is not closed.
func quotedEnd(line []byte) int {
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '\\' && line[0] == '"':
			i++
		case line[i] != line[0]:
		case line[0] == '\'' && i+1 < len(line) && line[i+1] == '\'':
			i++
		default:
			return i + 1
		}
	}
	return -1
}

// key reads a key and its colon.
func (b *blockReader) key() bool {
	end := b.keyEnd()
	if end <= b.pos {
		return false
	}
	switch b.in[b.pos] {
	case '"':
		if !b.doubleQuoted() || b.pos != end {
			return false
		}
	case '\'':
		if !b.singleQuoted() || b.pos != end {
			return false
		}
	default:
		text := b.in[b.pos:end]
		if !plainStart(text) || text[len(text)-1] == ' ' || bytes.Contains(text, []byte(" #")) || bytes.IndexByte(text, '\t') >= 0 {
			return false
		}
		if string(text) == "<<" || !isText(text) {
			return false
		}
		b.string(text)
		b.pos = end
	}
	b.out = append(b.out, ':')
	b.pos++
	return true
}
