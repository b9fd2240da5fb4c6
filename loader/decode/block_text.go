package decode

import "bytes"

// text reads a literal (|) or folded (>) block that belongs to a map or list at the column (yaml scannerc.go,
// yaml_parser_scan_block_scalar, v2.4).
func (b *blockReader) text(column int) bool {
	literal := b.in[b.pos] == '|'
	b.pos++
	chomp, indent, ok := b.header()
	if !ok {
		return false
	}
	if indent > 0 {
		indent += column
	}
	start := b.pos
	text, feed, feeds, ok := b.textLines(literal, indent, column)
	if !ok {
		return false
	}
	if chomp != '-' {
		text = append(text, feed...)
	}
	if chomp == '+' {
		text = append(text, feeds...)
	}
	b.string(text)
	for range 1 + bytes.Count(b.in[start:b.pos], []byte{'\n'}) {
		b.out = append(b.out, '\n')
	}
	b.pos -= b.indent
	return b.content()
}

// textLines reads the lines of a block; feed is the line feed of the last one and feeds those after it.
func (b *blockReader) textLines(literal bool, indent, column int) (text, feed, feeds []byte, ok bool) {
	feeds, indent, ok = b.breaks(indent, column)
	blank := false
	for ok && b.pos < len(b.in) && b.indent == indent {
		now := b.in[b.pos] == ' ' || b.in[b.pos] == '\t'
		if literal || len(feed) == 0 || blank || now {
			text = append(text, feed...)
		} else if len(feeds) == 0 {
			text = append(text, ' ')
		}
		text = append(text, feeds...)
		blank = now
		line := b.in[b.pos:]
		if feed = nil; bytes.IndexByte(line, '\n') >= 0 {
			line, feed = line[:bytes.IndexByte(line, '\n')], []byte{'\n'}
		}
		text = append(text, line...)
		b.pos += len(line) + len(feed)
		feeds, indent, ok = b.breaks(indent, column)
	}
	return text, feed, feeds, ok
}

// header reads what stands behind | or >: how the end is treated and how deep the text is indented.
func (b *blockReader) header() (chomp byte, indent int, ok bool) {
	for b.pos < len(b.in) {
		switch c := b.in[b.pos]; {
		case (c == '-' || c == '+') && chomp == 0:
			chomp = c
		case c >= '1' && c <= '9' && indent == 0:
			indent = int(c - '0')
		default:
			if !b.lineEnds() || b.pos == len(b.in) || b.in[b.pos] == '#' {
				return 0, 0, false
			}
			b.pos++
			return chomp, indent, true
		}
		b.pos++
	}
	return 0, 0, false
}

// breaks reads empty lines and the indentation of the line after them, which b.indent then holds. An indent of 0 is found
// here: that of the deepest line so far, but deeper than the column.
func (b *blockReader) breaks(indent, column int) (feeds []byte, found int, ok bool) {
	deepest := 0
	for {
		start := b.pos
		for b.pos < len(b.in) && b.in[b.pos] == ' ' && (indent == 0 || b.pos-start < indent) {
			b.pos++
		}
		b.indent = b.pos - start
		deepest = max(deepest, b.indent)
		if b.pos < len(b.in) && b.in[b.pos] == '\t' && (indent == 0 || b.indent < indent) {
			return nil, 0, false
		}
		if b.pos == len(b.in) || b.in[b.pos] != '\n' {
			break
		}
		feeds = append(feeds, '\n')
		b.pos++
	}
	if indent == 0 {
		indent = max(deepest, column+1, 1)
	}
	return feeds, indent, true
}
