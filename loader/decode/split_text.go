package decode

import (
	"bytes"
	"strings"
)

const maxLine = 64 << 10

// blank passes empty lines, and the white space before a bracket, and returns the first byte of what follows: the
// position is then at the beginning of a line, but for text that stands behind JSON on its line.
func (s *splitter) blank() byte {
	for {
		line, n := s.peekLine(maxLine)
		text := bytes.TrimLeft(line, " \t\r")
		switch {
		case n == 0:
			return 0
		case len(text) == 0:
			s.passLine()
		case text[0] == '{' || text[0] == '[' || s.bol > 0:
			s.pass(len(line) - len(text))
			return text[0]
		default:
			return line[0]
		}
	}
}

// lines reads from a line that begins no JSON: a YAML document, a log block, or one line of prose.
func (s *splitter) lines() error {
	line, _ := s.peekLine(maxLine)
	switch {
	case s.bol > 0:
	case isStart(line):
		return s.log(line)
	case isMarker(line), line[0] == '#':
		s.passLine()
		return nil
	case isBeginning(line):
		return s.yaml()
	}
	s.prose.add(string(line))
	s.passLine()
	return nil
}

// isMarker reports whether the line parts YAML documents.
func isMarker(line []byte) bool {
	if len(line) < 3 {
		return false
	}
	switch string(line[:3]) {
	case "---", "...":
		return len(line) == 3 || line[3] == ' ' || line[3] == '\r'
	}
	return bytes.HasPrefix(line, []byte("%YAML"))
}

// beginnings are the keys with which documents begin. Other words with a colon may be a warning or the output of kubectl
// describe.
var beginnings = []string{"apiVersion", "kind", "metadata", "items", "object", "type", "spec", "status", "data", "action",
	"addressType", "aggregationRule", "allowVolumeExpansion", "involvedObject", "eventTime", "count", "automountServiceAccountToken",
	"webhooks", "roleRef", "rules", "provisioner", "value", "subsets", "endpoints", "stringData", "binaryData"}

// isBeginning reports whether the line is the first of a YAML document that may hold objects.
func isBeginning(line []byte) bool {
	if line[0] == '{' {
		return len(line) > 1 && line[1] != '{' && line[1] != '\'' && bytes.Contains(line, []byte(":"))
	}
	line = bytes.TrimLeft(line, " ")
	if item, ok := bytes.CutPrefix(line, []byte("- ")); ok {
		key, _, found := topKey(bytes.TrimLeft(item, " "))
		return found && key != ""
	}
	key, _, ok := topKey(line)
	if !ok {
		return false
	}
	for _, b := range beginnings {
		if b == key {
			return true
		}
	}
	return false
}

// topKey returns the plain or quoted key that the line begins with and the text after its colon.
func topKey(line []byte) (key, value string, ok bool) {
	i := bytes.IndexByte(line, ':')
	if i <= 0 || i+1 < len(line) && line[i+1] != ' ' && line[i+1] != '\r' {
		return "", "", false
	}
	key = string(line[:i])
	if strings.ContainsAny(key, " \t") {
		return "", "", false
	}
	value = strings.TrimSpace(string(line[i+1:]))
	if quoted := strings.Trim(value, `"'`); len(quoted) == len(value)-2 {
		value = quoted
	}
	return strings.Trim(key, `"'`), value, true
}
