package decode

import (
	"bytes"
	"io"
	"strings"
)

// The marks around a log in the one-file form of kubectl cluster-info dump (kubectl clusterinfo_dump.go, v1.37).
const (
	startMark = "==== START logs for container "
	endMark   = "==== END logs for container "
)

func isStart(line []byte) bool {
	return bytes.HasPrefix(line, []byte(startMark)) && bytes.HasSuffix(bytes.TrimRight(line, "\r"), []byte(" ===="))
}

// log reads the log block whose first line is at the position.
func (s *splitter) log(line []byte) error {
	of := strings.TrimSuffix(strings.TrimRight(string(line[len(startMark):]), "\r"), " ====")
	container, pod, _ := strings.Cut(of, " of pod ")
	namespace, name, _ := strings.Cut(pod, "/")
	s.passLine()
	s.shape.Logs++
	b := &block{s: s, mark: []byte(endMark + of + " ====")}
	if s.sink.Log != nil {
		s.sink.Log(LogBlock{Namespace: namespace, Pod: name, Container: container, Line: s.line, Text: b})
	}
	_, err := io.Copy(io.Discard, b)
	if b.open {
		s.problem(s.line, false, "the log of a container is cut off: the file ends inside it")
	}
	return err
}

// block reads the text of one log block. Log lines may forge any mark: only the end of the same container counts, and
// only where the dump goes on behind it.
type block struct {
	s    *splitter
	mark []byte
	done bool
	open bool // the file ended first
}

// Read implements [io.Reader].
func (b *block) Read(p []byte) (int, error) {
	if b.done || len(p) == 0 {
		return 0, io.EOF
	}
	b.s.need(len(b.mark) + 1)
	text := b.s.rest()
	at := bytes.Index(text, b.mark)
	switch {
	case at == 0 && b.ends():
		b.s.pass(len(b.mark))
		b.s.passLine()
		b.done = true
		return 0, io.EOF
	case at == 0:
		at = 1
	case at < 0:
		at = len(text) - len(b.mark) // a mark may begin in what is left
		if at <= 0 && b.s.more() {
			return 0, nil
		}
		if at <= 0 {
			at = len(b.s.rest())
		}
	}
	if at == 0 {
		b.done, b.open = true, true
		return 0, io.EOF
	}
	n := copy(p, b.s.rest()[:at])
	b.s.pass(n)
	return n, nil
}

// ends reports whether what follows the mark at the position is what the dump writes there: the end of the line, and
// then another block, a list, or the end of the file.
func (b *block) ends() bool {
	b.s.need(len(b.mark) + len(startMark) + 2)
	rest := bytes.TrimLeft(b.s.rest()[len(b.mark):], "\r")
	if len(rest) == 0 {
		return true
	}
	if rest[0] != '\n' {
		return false
	}
	rest = bytes.TrimLeft(rest, "\r\n")
	return len(rest) == 0 || rest[0] == '{' || bytes.HasPrefix(rest, []byte("---")) || bytes.HasPrefix(rest, []byte(startMark)) ||
		bytes.HasPrefix(rest, []byte("apiVersion:")) || bytes.HasPrefix(rest, []byte("Cluster info dumped"))
}
