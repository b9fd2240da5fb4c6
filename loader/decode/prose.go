package decode

import (
	"bytes"
	"regexp"
	"strings"
)

const (
	maxProse      = 4 << 10
	maxProseLines = 40
)

// prose gathers the first lines of a file that are neither objects nor logs, to tell what the file is instead.
type prose struct {
	lines  []string
	count  int
	broken bool // a document was broken
}

func (p *prose) add(line string) {
	p.count++
	if len(p.lines) < maxProseLines {
		p.lines = append(p.lines, line[:min(len(line), maxProse/4)])
	}
}

// looks are the forms of text, the most telling first.
var looks = []struct {
	form   Form
	reason string
	sign   *regexp.Regexp
}{
	{Refused, "holds the error of the collecting command instead of objects",
		regexp.MustCompile(`(?mi)^(Error from server|error: |Request log error: |Create log request error: |Unable to connect to the server|The connection to the server|You must be logged in|unable to retrieve container logs)|\bis forbidden: |^Forbidden$|the server could not find the requested resource|the server doesn't have a resource type`)},
	{Empty, "says that no resources were found", regexp.MustCompile(`(?m)^No resources found`)},
	{Other, "is an HTML page", regexp.MustCompile(`(?mi)^\s*<(!doctype html|html|head|body)\b`)},
	{Other, "is a printed Python object, not JSON", regexp.MustCompile(`^\s*\{'`)},
	{Describe, "looks like the output of kubectl describe",
		regexp.MustCompile(`(?m)^Name:\s+\S(.|\n)*^(Namespace|Labels|Annotations|Roles|Status|Containers|Events|Type|Selector):`)},
	{Table, "looks like the table that kubectl get prints", regexp.MustCompile(`(?m)^(NAMESPACE +)?(NAME|LAST SEEN) {2,}[A-Z]`)},
	{Logs, "looks like a log", regexp.MustCompile(`(?m)^(\[?\d{4}[-/]\d\d[-/]\d\d[T ]|[IWEF]\d{4} \d\d:|(time|ts|level|t)=|[A-Z][a-z]{2} [ \d]\d \d\d:|\d\d:\d\d:\d\d|\[?(INFO|WARN|WARNING|ERROR|DEBUG|FATAL)\b|\d+\.\d+\.\d+\.\d+ - )`)},
}

// classify says what a file without objects is.
func (s *splitter) classify() {
	switch {
	case s.shape.Chunks > 0 || s.shape.Form != "" && len(s.prose.lines) == 0:
		return
	case s.shape.Logs > 0:
		s.shape.Form, s.shape.Reason = Logs, "holds logs of containers"
		return
	case s.prose.count == 0 && s.shape.Form == "":
		s.shape.Form, s.shape.Reason = Empty, "is empty"
		return
	}
	text := strings.Join(s.prose.lines, "\n")
	for _, l := range looks {
		if l.sign.MatchString(text) {
			s.shape.Form, s.shape.Reason = l.form, l.reason
			return
		}
	}
	if s.shape.Form == "" {
		s.shape.Form, s.shape.Reason = Other, "is text of no form that is known"
	}
}

// unreadable tells files that are no text by their first bytes.
func unreadable(first []byte) (Form, string) {
	switch {
	case len(bytes.TrimSpace(first)) == 0 && len(first) < sniffed:
		return Empty, "is empty"
	case len(bytes.Trim(first, "\x00")) == 0:
		return Empty, "holds nothing but NUL bytes"
	case bytes.HasPrefix(first, []byte{0xff, 0xfe, 0, 0}), bytes.HasPrefix(first, []byte{0, 0, 0xfe, 0xff}):
		return Binary, "is UTF-32, which nothing in Kubernetes writes"
	case bytes.HasPrefix(first, []byte("%PDF-")):
		return Binary, "is a PDF document"
	case bytes.HasPrefix(first, []byte("\x7fELF")), bytes.HasPrefix(first, []byte("MZ")) && bytes.IndexByte(first, 0) >= 0:
		return Binary, "is a program"
	case bytes.IndexByte(bytes.TrimRight(first, "\x00"), 0) >= 0 && controls(first) > len(first)/20:
		return Binary, "is binary data"
	}
	return "", ""
}

// controls counts the bytes that text does not have.
func controls(first []byte) (n int) {
	for _, c := range first {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != 0x1b {
			n++
		}
	}
	return n
}
