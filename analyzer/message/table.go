package message

import (
	"regexp"
	"strings"
)

// row is one class of texts and what to look for: any of the needles, in lower case. A needle with "*" wants its parts in
// that order. The first row of a table that fits wins, so the order of a table is part of its meaning.
type row[C ~string] struct {
	class   C
	needles []string
}

// classify returns the class of the first row that fits, or "".
func classify[C ~string](table []row[C], text string) C {
	lower := strings.ToLower(text)
	for _, r := range table {
		for _, n := range r.needles {
			if hasParts(lower, n) {
				return r.class
			}
		}
	}
	return ""
}

// hasParts reports whether the parts of the pattern, split at "*", stand in the text in that order.
func hasParts(text, pattern string) bool {
	for part := range strings.SplitSeq(pattern, "*") {
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text = text[i+len(part):]
	}
	return true
}

// group returns the first group of the expression that matched something, or "".
func group(re *regexp.Regexp, text string) string {
	for i, g := range re.FindStringSubmatch(text) {
		if i > 0 && g != "" {
			return g
		}
	}
	return ""
}

const combined = "(combined from similar events): "

// Plain takes off what wraps the text of an Event: the mark of a combined Event, and "Error: ".
func Plain(text string) string {
	text = strings.TrimPrefix(strings.TrimSpace(text), combined)
	return strings.TrimSpace(strings.TrimPrefix(text, "Error: "))
}

var startContainer = regexp.MustCompile(`failed to "StartContainer" for "([^"]+)" with ([A-Za-z]+): (.*)`)

// Sync is what a kubelet up to 1.20 wrote into FailedSync Events about one container.
type Sync struct {
	Container string
	Reason    string // such as ErrImagePull, RunContainerError
	Text      string
}

// ParseSync reads the parts of `Error syncing pod, skipping: [failed to "StartContainer" for "app" with …]`.
func ParseSync(text string) []Sync {
	var out []Sync
	for part := range strings.SplitSeq(text, `failed to "StartContainer"`) {
		m := startContainer.FindStringSubmatch(`failed to "StartContainer"` + part)
		if m == nil {
			continue
		}
		out = append(out, Sync{Container: m[1], Reason: m[2], Text: unquote(strings.TrimRight(m[3], " ],\n"))})
	}
	return out
}

// unquote takes Go quoting off a text that was printed with %q, as far as it is there.
func unquote(s string) string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, `"`), `"`)
	return strings.NewReplacer(`\"`, `"`, `\n`, "\n", `\\`, `\`).Replace(s)
}
