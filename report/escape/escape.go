// Package escape makes text that came out of a dump safe to show. In goes any string, out comes valid UTF-8 without a
// character that a reader could not see: each of those is written out, such as \x1b or \u202e.
//
// The rules: control characters of ASCII and C1, DEL, bytes that are not UTF-8, marks that turn the direction of text,
// characters without width, line and paragraph separators, private use and unassigned characters are written out; letters
// of any script stay. A letter keeps two combining marks, further ones are written out.
package escape

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line makes text safe to stand within one line: line ends and tabs are written out too.
func Line(s string) string { return visible(s, false) }

// Text makes text safe and keeps its line ends and tabs. A carriage return before a line end is dropped.
func Text(s string) string { return visible(s, true) }

// Clean reports whether the text is ASCII without a control character, so that nothing needs to be written out.
func Clean(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

func visible(s string, lines bool) string {
	if Clean(s) {
		return s
	}
	var b strings.Builder
	marks := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if unicode.Is(unicode.M, r) {
			marks++
		} else {
			marks = 0
		}
		switch {
		case lines && (r == '\n' || r == '\t'):
			b.WriteRune(r)
		case lines && r == '\r' && strings.HasPrefix(s[i+1:], "\n"):
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case Hidden(r) || marks > 2:
			b.WriteString(written(r))
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// Hidden reports whether a reader could not see the character, or could be misled by it.
func Hidden(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7f
	}
	switch {
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return true
	case r == 0x2800: // a Braille pattern without a dot
		return true
	}
	return !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r)
}

func written(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	switch {
	case r < utf8.RuneSelf:
		return fmt.Sprintf(`\x%02x`, r)
	case r > 0xffff:
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// Short cuts text to at most n bytes, at a character's border, and marks the cut.
func Short(s string, n int) string {
	const mark = " [...]"
	if len(s) <= n {
		return s
	}
	n = max(n-len(mark), 0)
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + mark
}

// Width is how many columns of a terminal the text fills: characters of East Asian scripts fill two, marks none.
func Width(s string) int {
	if Clean(s) {
		return len(s)
	}
	n := 0
	for _, r := range s {
		switch {
		case unicode.Is(unicode.M, r):
		case wide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// wide reports whether a terminal gives the character two columns (Unicode's East Asian Width W and F, in blocks).
func wide(r rune) bool {
	return r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff ||
		r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 || r >= 0xffe0 && r <= 0xffe6 || r >= 0x1f300 && r <= 0x1faff ||
		r >= 0x20000 && r <= 0x3fffd)
}
