package markdown

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/report/escape"
)

// Rules of escaping: GitHub links a mention, a number sign, an address and a commit wherever they stand in prose, and a
// backslash does not stop it; code does. So each word that holds more than letters, digits and plain punctuation becomes a
// code span, with a fence longer than any within. In a table a pipe ends the cell even in code, so there such a word is
// written as HTML code of character references.

// Prose writes text as one line of Markdown, for writers of other documents.
func Prose(s string) string { return prose(s) }

// Cell writes text as one cell of a table.
func Cell(s string) string { return cell(s) }

// prose writes text as one line of Markdown.
func prose(s string) string { return words(s, code) }

// cell writes text as one cell of a table.
func cell(s string) string { return words(s, cellCode) }

func words(s string, code func(string) string) string {
	fields := strings.Fields(s)
	var b strings.Builder
	for i := 0; i < len(fields); i++ {
		if i > 0 {
			b.WriteByte(' ')
		}
		w := fields[i]
		if plain(w, i == 0) {
			b.WriteString(w)
			continue
		}
		before, inner, after := parts(w)
		for after == "" && i+1 < len(fields) && !plain(fields[i+1], false) { // neighbours share one span
			next, rest, end := parts(fields[i+1])
			if next != "" {
				break
			}
			i++
			inner, after = inner+" "+rest, end
		}
		b.WriteString(before + code(inner) + after)
	}
	return b.String()
}

// plain reports a word that Markdown leaves as it is; the first one may begin a list.
func plain(w string, first bool) bool {
	for i, r := range w {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		case r == '-' || r == '+' || r == '=':
			if i == 0 && (first || strings.Trim(w, "-+=") == "") {
				return false // may begin a list or underline a heading
			}
		case strings.ContainsRune(`.,;()"'%/?`, r):
		case r == ':':
			if i != len(w)-1 && !clock(w, i) {
				return false
			}
		case r > 0x7f && !escape.Hidden(r):
		default:
			return false
		}
	}
	return !autolink(w) && !(first && numbered(w))
}

// clock reports a colon between digits, as in a time.
func clock(w string, i int) bool {
	return i > 0 && '0' <= w[i-1] && w[i-1] <= '9' && '0' <= w[i+1] && w[i+1] <= '9'
}

// autolink reports addresses that GitHub links without any sign: www.x, and anything that looks like a commit.
func autolink(w string) bool {
	l := strings.ToLower(w)
	if strings.Contains(l, "www.") || strings.Contains(l, "gh-") {
		return true
	}
	return len(w) >= 7 && strings.Trim(l, "0123456789abcdef") == ""
}

// numbered reports "1." and "1)", which begin a list at the start of a line.
func numbered(w string) bool {
	rest := strings.TrimLeft(w, "0123456789")
	return rest != w && (rest == "." || rest == ")")
}

// parts splits a word that is to be code from the punctuation at its ends, which stays outside.
func parts(w string) (before, inner, after string) {
	start := len(w) - len(strings.TrimLeft(w, `("'`))
	end := len(strings.TrimRight(w, `.,;:)"'`))
	if end <= start {
		return "", w, ""
	}
	return w[:start], w[start:end], w[end:]
}

// code writes text as a code span of one line.
func code(s string) string {
	if s = strings.Join(strings.Fields(s), " "); s == "" {
		return ""
	}
	fence := strings.Repeat("`", longestRun(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// cellCode is code that may stand in a table.
func cellCode(s string) string {
	if !strings.Contains(s, "|") {
		return code(s)
	}
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(s), " ") {
		if r == ' ' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	return "<code>" + b.String() + "</code>"
}

// block writes text as a fenced block, each line behind the indent.
func block(indent, language, s string) string {
	fence := strings.Repeat("`", max(longestRun(s)+1, 3))
	var b strings.Builder
	for _, l := range strings.Split(fence+language+"\n"+strings.TrimRight(s, "\n")+"\n"+fence, "\n") {
		b.WriteString(strings.TrimRight(indent+l, " ") + "\n")
	}
	return b.String()
}

// longestRun is the longest run of backticks.
func longestRun(s string) int {
	longest, n := 0, 0
	for i := range len(s) {
		if s[i] != '`' {
			n = 0
			continue
		}
		n++
		longest = max(longest, n)
	}
	return longest
}
