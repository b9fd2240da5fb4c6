package jira

import (
	"regexp"
	"strings"
	"unicode"
)

// text writes text as one line that the wiki leaves as it is: each sign that it may act on stands behind a backslash. A
// hyphen or an underscore within a word is no sign, unless the word looks like the key of an issue; addresses and smileys
// are broken up.
func text(s string) string {
	list := []rune(strings.Join(strings.Fields(s), " "))
	at := func(i int) rune {
		if i < 0 || i >= len(list) {
			return ' '
		}
		return list[i]
	}
	var b strings.Builder
	for i, r := range list {
		if acts(r, at(i-1), at(i+1)) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return picture.ReplaceAllString(www.Replace(b.String()), `\$0`)
}

// picture is what the wiki draws in place of a word.
var picture = regexp.MustCompile(`\((?:y|n|i|x|on|off|flag|flagoff)\)`)

// www are the starts of addresses that need no colon.
var www = strings.NewReplacer("www.", `www\.`, "WWW.", `WWW\.`)

// acts reports a sign that the wiki may act on between its neighbours.
func acts(r, before, after rune) bool {
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	switch r {
	case '\\', '{', '}', '[', ']', '|', '*', '+', '^', '~', '!', '@', '#':
		return true
	case '-', '_':
		return !letter(before) || !letter(after) || unicode.IsDigit(after) && unicode.IsUpper(before)
	case '?':
		return before == '?' || after == '?'
	case '/':
		return before == ':' || before == '(' && after == ')'
	case ':', ';':
		return strings.ContainsRune("()PpDd", after)
	}
	return false
}

// verbatim writes text as a noformat block. The block's own end within the text is parted by a space.
func verbatim(title, s string) string {
	return "{noformat" + title + "}\n" + strings.ReplaceAll(s, "{noformat", "{ noformat") + "\n{noformat}\n"
}
