package redact

import (
	"strings"
)

// findKeys finds values that stand after the key of a secret: password=x, "token": "x", --api-key x, <secret>x</secret>.
func findKeys(s string) []span {
	var out []span
	for i := 0; i < len(s); {
		if !keyByte(s[i]) {
			i++
			continue
		}
		end := i
		for end < len(s) && keyByte(s[end]) {
			end++
		}
		if kind, secret := secretKey(s[i:end]); secret {
			if from, to := valueAfter(s, i, end, kind); to > from {
				out = append(out, span{from, to, kind})
				end = max(end, to)
			}
		} else if s[i:end] == "value" {
			if from, to := envValue(s, i, end); to > from {
				out = append(out, span{from, to, "env"})
				end = to
			}
		}
		i = end
	}
	return out
}

func keyByte(c byte) bool { return isAlnum(c) || c == '_' || c == '-' || c == '.' }

// valueAfter returns where the value of the key at s[start:end] stands, or nothing.
func valueAfter(s string, start, end int, kind string) (from, to int) {
	i, quoted := skipQuote(s, end)
	spaced := quoted && skipSpace(s, i) > i
	i = skipSpace(s, i)
	flag := strings.HasPrefix(s[start:end], "-")
	switch {
	case i < len(s) && s[i] == '=':
		for i < len(s) && (s[i] == '=' || s[i] == '>' || s[i] == ' ') {
			i++
		}
		return value(s, start, i, kind, quoted, true)
	case strings.HasPrefix(s[min(i, len(s)):], "://"):
		return 0, 0
	case i < len(s) && s[i] == ':':
		i++
		if i < len(s) && s[i] == '=' {
			i++
		}
		if i < len(s) && s[i] == '\n' || strings.HasPrefix(s[min(i, len(s)):], " |") || strings.HasPrefix(s[min(i, len(s)):], " >") {
			return block(s, start, i)
		}
		if quoted && ofObject(s, start) && reasonAt(s, skipSpace(s, i)) {
			return 0, 0 // image "shop-api-key": ErrImagePull: Error response
		}
		if spaced && strings.IndexByte("\"'\\", at(s, skipSpace(s, i))) < 0 {
			return 0, 0 // volume "db-secret" : secret not found
		}
		strong := (quoted || i < len(s) && s[i] != ' ') && !(i < len(s) && s[i] == ' ' && endsPath(s, start))
		return value(s, start, skipSpace(s, i), kind, quoted, strong)
	case quoted && flag && i < len(s) && s[i] == ',':
		return value(s, start, skipSpace(s, i+1), kind, true, true)
	case !quoted && flag && i > end && i < len(s) && s[i] != '-':
		return value(s, start, i, kind, false, true)
	case start > 0 && s[start-1] == '<' && end < len(s) && s[end] == '>' && strings.IndexByte(s[end:], '<') > 1:
		return end + 1, end + strings.IndexByte(s[end:], '<')
	case kind == "password" && !quoted && i > end:
		return inProse(s, start, i, kind)
	}
	return 0, 0
}

// inProse is the value of a password that stands at i with only a space before it.
func inProse(s string, start, i int, kind string) (from, to int) {
	if i < len(s) && strings.IndexByte("\"'", s[i]) >= 0 {
		return value(s, start, i, kind, false, true) // with password 'x'
	}
	return i, i + mixedWord(s[i:]) // login with password Hx7dKa29 failed
}

// leastMixed is how long a word in prose must be to be taken for a password; shorter ones may be names such as Base64.
const leastMixed = 8

// mixedWord is the length of the word that s begins with if it looks chosen by a person who was asked for a password: small and large
// letters and digits, and nothing that names of files and hosts hold. Else it is 0.
func mixedWord(s string) int {
	word, _, _ := strings.Cut(s, " ")
	word = strings.TrimRight(word, `"',;)\`)
	ok := len(word) >= leastMixed && !strings.ContainsAny(word, "./:=\\\n") && strings.ContainsAny(word, "0123456789") &&
		strings.ToLower(word) != word && strings.ToUpper(word) != word
	if !ok {
		return 0
	}
	return len(word)
}

// endsPath reports that the key at s[start:] is the last part of a file's path, as in "/etc/passwd": what follows a colon is
// about the file.
func endsPath(s string, start int) bool {
	i := start
	for i > 0 && (keyByte(s[i-1]) || s[i-1] == '/') {
		i--
	}
	return i < start && s[start-1] == '/' && s[i] == '/'
}

// skipQuote steps over a closing quote, which may be escaped, as in JSON within JSON.
func skipQuote(s string, i int) (int, bool) {
	j := i
	for j < len(s) && s[j] == '\\' {
		j++
	}
	if j < len(s) && (s[j] == '"' || s[j] == '\'') {
		return j + 1, true
	}
	return i, false
}

// at is the byte at i, or 0 behind the end.
func at(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

func skipSpace(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}

// value returns the bounds of the value at i. Strong says that the sign before it leaves no doubt that it is a value; after
// a colon in prose ("token: unexpected status") it must look like a secret.
func value(s string, start, i int, kind string, inQuotes, strong bool) (int, int) {
	if scheme := schemeLength(s[min(i, len(s)):]); scheme > 0 {
		i += scheme
		strong = strong || kind != "token"
	}
	from, to, quoted := bounds(s, i, inQuotes)
	if from >= to {
		return 0, 0
	}
	v := s[from:to]
	switch {
	case placeholder(v):
		return 0, 0
	case !quoted && (v[0] == '{' || v[0] == '['):
		return 0, 0
	case kind != "password" && stateWord(v), isPath(v), strings.HasPrefix(v, "http://"), strings.HasPrefix(v, "https://"):
		return 0, 0
	case bare(s[start:]) && !looksSecret(v, 8):
		return 0, 0
	case strong, quoted && kind == "password":
		return from, to
	case looksSecret(v, 4) && !(to < len(s) && s[to] == ':'):
		return from, to
	case kind == "password" && lineStart(s, start) && lineEnd(s, to) && !strings.Contains(v, ":"):
		return from, to
	}
	return 0, 0
}

// bare reports that the key is the one word "secret", "auth", "session" or "pass": words that Kubernetes and prose use for
// names and states as well.
func bare(s string) bool {
	for _, w := range []string{"secret", "auth", "session", "pass", "Secret", "Auth", "Session", "authorization"} {
		if strings.HasPrefix(s, w) && (len(s) == len(w) || !keyByte(s[len(w)])) {
			return true
		}
	}
	return false
}

// bounds finds the value at i: what quotes enclose, else all up to a space or a sign that ends it.
func bounds(s string, i int, inQuotes bool) (from, to int, quoted bool) {
	if j := i; j < len(s) {
		for j < len(s) && s[j] == '\\' {
			j++
		}
		if j < len(s) && strings.IndexByte("\"'`", s[j]) >= 0 {
			closing := s[i : j+1]
			if n := closeQuote(s[j+1:], closing); n >= 0 {
				return j + 1, j + 1 + n, true
			}
			return j + 1, lineLength(s, j+1), true
		}
	}
	to = i
	for to < len(s) && strings.IndexByte(" \t\n\r\"'`<", s[to]) < 0 && !ends(s, i, to, inQuotes) {
		to++
	}
	for to > i && strings.IndexByte(",;)]}.\\", s[to-1]) >= 0 {
		to--
	}
	return i, to, false
}

// closeQuote finds the closing quote, which is escaped as often as the opening one.
func closeQuote(s, closing string) int {
	for at := 0; ; {
		n := strings.Index(s[at:], closing)
		if n < 0 {
			return -1
		}
		if at += n; at == 0 || s[at-1] != '\\' {
			return at
		}
		at++
	}
}

func lineLength(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(s)
}

// ends reports that s[i] parts the value from the next pair: an ampersand of a query, a semicolon or comma with a key after.
func ends(s string, from, i int, inQuotes bool) bool {
	switch s[i] {
	case '&':
		return pairAfter(s[i+1:])
	case ';', ',':
		return i+1 == len(s) || s[i+1] == ' ' || pairAfter(s[i+1:]) || inQuotes && s[i] == ','
	case '}':
		return inQuotes
	}
	return false
}

// pairAfter reports that the text begins with key= or key: .
func pairAfter(s string) bool {
	n := 0
	for n < len(s) && (keyByte(s[n]) || s[n] == ' ' || s[n] == '"') {
		n++
	}
	return n > 0 && n < len(s) && (s[n] == '=' || s[n] == ':')
}

// block returns the bounds of a YAML block scalar: the lines below the key that are indented deeper.
func block(s string, start, i int) (from, to int) {
	line := strings.LastIndexByte(s[:start], '\n') + 1
	depth := indent(s[line:])
	from = lineLength(s, i) + 1
	to = from
	for to < len(s) && (indent(s[to:]) > depth || s[to] == '\n') {
		to = min(lineLength(s, to)+1, len(s))
	}
	if from >= to || strings.TrimSpace(s[from:to]) == "" || strings.Contains(s[from:to], ": ") {
		return 0, 0
	}
	return from, to
}

func indent(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }

func lineStart(s string, i int) bool {
	line := strings.LastIndexByte(s[:i], '\n') + 1
	return strings.Trim(s[line:i], " \t-") == ""
}

func lineEnd(s string, i int) bool { return strings.TrimSpace(s[i:lineLength(s, i)]) == "" }

// envValue returns the value of an environment variable in a quoted object: {"name": "X", "value": "y"}.
func envValue(s string, start, end int) (int, int) {
	i, quoted := skipQuote(s, end)
	if !quoted || !strings.Contains(s[max(start-200, 0):start], "name") || i >= len(s) || s[i] != ':' {
		return 0, 0
	}
	from, to, inQuotes := bounds(s, skipSpace(s, i+1), true)
	if !inQuotes {
		return 0, 0
	}
	return from, to
}
