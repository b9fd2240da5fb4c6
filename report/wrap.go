package report

import (
	"strings"

	"github.com/podtriage/podtriage/report/escape"
)

// wrap breaks text into lines of at most width columns: at spaces, within a word only where the word alone is wider. Line
// ends of the text stay. There is at least one line.
func wrap(text string, width int) []string {
	width = max(width, 12)
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		out = append(out, wrapLine(strings.ReplaceAll(line, "\t", "    "), width)...)
	}
	return out
}

func wrapLine(text string, width int) []string {
	var out []string
	line, used := "", 0
	for word := range strings.SplitSeq(text, " ") {
		n := escape.Width(word)
		if line != "" && used+1+n > width {
			out, line, used = append(out, strings.TrimRight(line, " ")), "", 0
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		for n > width && used == 0 {
			head, tail := breakWord(word, width)
			out, word, n = append(out, head), tail, escape.Width(tail)
		}
		line, used = line+word, used+n
	}
	return append(out, strings.TrimRight(line, " "))
}

// breakWord takes as much from the start of a word as fits, at least one character; where a sign stands in the second half
// of that, it breaks behind the sign.
func breakWord(word string, width int) (head, tail string) {
	used, sign := 0, 0
	for i, r := range word {
		n := escape.Width(string(r))
		if i > 0 && used+n > width {
			if sign > 0 {
				i = sign
			}
			return word[:i], word[i:]
		}
		used += n
		if used > width/2 && strings.ContainsRune("/-._,;:&=", r) {
			sign = i + 1
		}
	}
	return word, ""
}

// wrapCommand breaks a shell command at spaces outside of quotes and ends each line but the last by a backslash, so that
// it still can be pasted.
func wrapCommand(command string, width int) []string {
	var out []string
	line := ""
	for _, word := range pairs(commandWords(command)) {
		if line != "" && escape.Width(line)+1+escape.Width(word)+2 > width {
			out, line = append(out, line+` \`), "  "+word
			continue
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(out, line)
}

// pairs keeps a flag and the word after it together, where they are short.
func pairs(words []string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		w := words[i]
		if strings.HasPrefix(w, "-") && !strings.Contains(w, "=") && i+1 < len(words) && !strings.HasPrefix(words[i+1], "-") &&
			len(w)+len(words[i+1]) < 50 {
			i++
			w += " " + words[i]
		}
		out = append(out, w)
	}
	return out
}

// commandWords splits at spaces that stand outside of quotes and are not escaped.
func commandWords(command string) []string {
	var out []string
	start, quote := 0, byte(0)
	for i := 0; i < len(command); i++ {
		switch c := command[i]; {
		case c == '\\' && quote != '\'':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == ' ':
			out, start = append(out, command[start:i]), i+1
		}
	}
	return append(out, command[start:])
}
