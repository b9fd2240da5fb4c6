package loader

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/podtriage/podtriage/loader/decode"
	"github.com/podtriage/podtriage/loader/layout"
)

// logWindow is how much of a log is in memory at once. A file that fits is scanned by a worker, a longer one as it is read.
const logWindow = 256 << 10

// logFile is a file of container output on its way to a worker.
type logFile struct {
	*file
	text  []byte // all of it, in a window
	found []*foundLog
}

// containerLogs reads a file that its name calls a log: one container's, or blocks between START and END marks.
func (r *reading) containerLogs(f *file, data io.Reader) error {
	f.Form = string(decode.Logs)
	l := &logFile{file: f}
	r.logs = append(r.logs, l)
	window := r.window()
	held, err := io.ReadFull(data, window)
	l.text = window[:held]
	switch {
	case wide(l.text):
		text := bufio.NewReader(decode.Text(bufio.NewReader(io.MultiReader(bytes.NewReader(bytes.Clone(l.text)), data))))
		held, _ = io.ReadFull(text, window)
		data = text
	case err != nil: // its end; or a read that fails, which is the container's Problem
		return r.send(job{log: l, file: f})
	}
	l.scan(window, held, data)
	r.windows <- window
	return nil
}

// window waits for memory for a piece of a log.
func (r *reading) window() []byte {
	if w := <-r.windows; w != nil {
		return w[:logWindow]
	}
	return make([]byte, logWindow)
}

// wide tells UTF-16, as PowerShell redirects, from other text.
func wide(text []byte) bool {
	return bytes.IndexByte(text[:min(4, len(text))], 0) >= 0 || bytes.HasPrefix(text, []byte{0xff, 0xfe}) ||
		bytes.HasPrefix(text, []byte{0xfe, 0xff})
}

// scan reads the logs of the file: what the window holds, and what follows, if anything does.
func (l *logFile) scan(window []byte, held int, more io.Reader) {
	says := l.says.Log
	b := blocks{owner: Log{Namespace: says.Namespace, Pod: says.Pod, Container: says.Container, Previous: says.Previous, File: l.Read.Name}}
	b.keep = func(log *Log) {
		l.found = append(l.found, &foundLog{Log: log, file: l.file})
		l.Logs++
	}
	b.read(window, held, more)
	if !b.marked { // one log, which its path may give a number
		l.found[0].run, l.found[0].copy = says.Run, says.Copy
	}
}

// logBlock reads a log inside the one-file form of a dump.
func (r *reading) logBlock(f *file, b decode.LogBlock) {
	log := &Log{Namespace: b.Namespace, Pod: b.Pod, Container: b.Container, File: f.Read.Name}
	r.keepLog(f, scanLog(b.Text, log, b.Line))
	f.Logs++
	f.says.Producer = layout.ClusterInfoDump
}

// keepLog keeps a log that was found in another kind of file.
func (r *reading) keepLog(f *file, l *Log) {
	r.logs = append(r.logs, &logFile{found: []*foundLog{{Log: l, file: f}}})
}

// allLogs are the logs in the order of reading.
func (r *reading) allLogs() []*foundLog {
	var out []*foundLog
	for _, l := range r.logs {
		out = append(out, l.found...)
	}
	return out
}

// The marks that kubectl cluster-info dump writes around the log of each container (kubectl clusterinfo_dump.go, v1.37).
const (
	startMark = "==== START logs for container "
	endMark   = "==== END logs for container "
)

// blocks cuts a logs.txt into the logs of its containers. A block ends only at the mark of its own container, and only
// then can another begin, so that a log cannot forge one. A file that does not begin with a mark is one log.
type blocks struct {
	owner  Log // namespace, pod and file
	keep   func(*Log)
	marked bool // the file holds blocks
	now    *scanner
	lines  int  // that ended
	within bool // the last line did not end yet: it is longer than the window
}

// read reads all blocks: what the window holds, and what follows, if anything does.
func (b *blocks) read(window []byte, held int, more io.Reader) {
	b.begin(window[:held])
	for more != nil {
		whole := bytes.LastIndexByte(window[:held], '\n') + 1
		if whole == 0 {
			whole = held
		}
		b.take(window[:whole])
		held = copy(window, window[whole:held])
		n, err := io.ReadFull(more, window[held:])
		if held += n; err != nil {
			more = nil
		}
	}
	b.take(window[:held])
	b.end()
}

// begin looks whether the file holds blocks.
func (b *blocks) begin(text []byte) {
	if b.marked = bytes.HasPrefix(text, []byte(startMark)); !b.marked {
		l := b.owner
		b.now = newScanner(&l, 1)
	}
}

// take reads lines.
func (b *blocks) take(text []byte) {
	if !b.marked {
		b.now.Write(text)
		return
	}
	for len(text) > 0 {
		n := 0
		if b.now == nil {
			n = b.outside(text)
		} else {
			n = b.inside(text)
		}
		b.lines += bytes.Count(text[:n], []byte{'\n'})
		b.within = text[n-1] != '\n'
		text = text[n:]
	}
}

// outside reads one line, which may begin a block, and returns its length.
func (b *blocks) outside(text []byte) int {
	line := firstLine(text)
	if c, ok := b.container(line, startMark); ok && !b.within {
		l := b.owner
		l.Container = c
		b.now = newScanner(&l, b.lines+2)
	}
	return len(line)
}

// inside reads to the end of the block, of a line that only looks like it, or of the text, and returns how much.
func (b *blocks) inside(text []byte) int {
	i := endOf(text)
	if i < 0 {
		b.now.Write(text)
		return len(text)
	}
	mark := firstLine(text[i:])
	if c, ok := b.container(mark, endMark); ok && c == b.now.log.Container {
		b.now.Write(text[:i])
		b.end()
	} else {
		b.now.Write(text[:i+len(mark)])
	}
	return i + len(mark)
}

// endOf is bytes.Index of endMark, by its rarer letters: logs are full of "=" and few hold "END logs".
func endOf(text []byte) int {
	lead, rest, _ := strings.Cut(endMark, " ")
	for from := len(lead) + 1; from < len(text); {
		i := bytes.Index(text[from:], []byte(rest))
		if i < 0 {
			return -1
		}
		if at := from + i - len(lead) - 1; bytes.HasPrefix(text[at:], []byte(endMark)) {
			return at
		}
		from += i + len(rest)
	}
	return -1
}

func firstLine(text []byte) []byte {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return text[:i+1]
	}
	return text
}

// container reads the container of a mark of this Pod.
func (b *blocks) container(line []byte, mark string) (string, bool) {
	if !bytes.HasPrefix(line, []byte(mark)) {
		return "", false
	}
	c, of, _ := strings.Cut(string(line[len(mark):min(len(line), lineText)]), " of pod ")
	return c, strings.TrimRight(of, " =\r\n") == b.owner.Namespace+"/"+b.owner.Pod
}

func (b *blocks) end() {
	if b.now != nil {
		b.keep(b.now.finish())
		b.now = nil
	}
}
