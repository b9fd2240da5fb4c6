package archive

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// How much is fetched at once: of a source, and of a member, which stands in memory already.
const (
	fetchSource = 64 << 10
	fetchMember = 4 << 10
)

// members are the readers of members that were read: a dump of many small files would else be all garbage.
var members = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, fetchMember) }}

// fetcher reads the file in pieces of the right size.
func fetcher(p at, r io.Reader) *bufio.Reader {
	if !p.nested {
		return bufio.NewReaderSize(r, fetchSource)
	}
	br := members.Get().(*bufio.Reader)
	br.Reset(r)
	return br
}

// stream finds out what the file is, and hands it on or goes into it. The ReaderAt, if any, reads the same file.
func (w *walker) stream(p at, r io.Reader, direct io.ReaderAt, size int64) error {
	br := fetcher(p, r)
	if p.nested {
		defer members.Put(br)
	}
	head, err := br.Peek(sniffed)
	if len(head) == 0 && err != nil && err != io.EOF {
		return quiet(err)
	}
	f, words := sniff(head)
	switch f {
	case plain:
		return w.leaf(p, br, size)
	case foreign:
		w.problem(p, words, true)
		return nil
	case tarball, zipped:
		if p.depth >= w.limits.maxDepth() {
			w.problem(p, fmt.Sprintf("is an archive more than %d archives deep, the limit; it was not read", w.limits.maxDepth()), true)
			return nil
		}
		p.depth++
		if p.nested {
			p.prefix = p.name + "!"
		}
		if f == tarball {
			return w.tar(p, br)
		}
		return w.zip(p, br, direct, size)
	}
	if p.layers++; p.layers > maxLayers {
		w.problem(p, fmt.Sprintf("is compressed more than %d times over, the limit; it was not read", maxLayers), true)
		return nil
	}
	return w.compressed(p, f, br)
}

// leaf hands a plain file to the sink.
func (w *walker) leaf(p at, r io.Reader, size int64) error {
	end := &ending{r: r}
	file := File{Name: p.name, Path: p.path, ModTime: p.mod, Size: size}
	if p.layers > 0 || size == 0 {
		file.Size = -1
	}
	if err := w.sink.File(file, end); err != nil {
		return err
	}
	return quiet(end.err)
}

// Failed reports whether the reader that a [Sink] was given ended before its content did.
func Failed(r io.Reader) bool {
	e, ok := r.(*ending)
	return ok && e.err != nil
}

// ending hides the error that ends a reader and remembers it.
type ending struct {
	r   io.Reader
	err error
}

func (e *ending) Read(p []byte) (int, error) {
	if e.err != nil {
		return 0, io.EOF
	}
	n, err := e.r.Read(p)
	if err != nil {
		if err != io.EOF {
			e.err = err
		}
		return n, io.EOF
	}
	return n, nil
}

// quiet drops errors that were reported where they happened.
func quiet(err error) error {
	if err == io.EOF || errors.Is(err, errReported) {
		return nil
	}
	return err
}

// safely runs the reading of one file, and makes a Problem of a panic in a library.
func (w *walker) safely(p at, read func() error) (err error) {
	defer func() {
		if recover() != nil {
			w.problem(p, "internal error reading it; it was skipped", true)
			err = nil
		}
	}()
	return read()
}

// member describes a member of the archive.
func (p at) member(name string) at {
	clean := cleanName(name)
	p.name, p.path = p.prefix+clean, clean
	p.nested, p.layers, p.tell = true, 0, nil
	return p
}

// nameLimit bounds how much of a member's name is kept.
const nameLimit = 4 << 10

// cleanName makes a label of a member's name: slashes, no leading ones, no dots. It is never used as a path.
func cleanName(name string) string {
	if len(name) > nameLimit {
		name = name[:nameLimit]
	}
	name = strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", ""), "\uFFFD")
	if !strings.Contains(name, "/") || strings.Contains(name, ":\\") {
		name = strings.ReplaceAll(name, `\`, "/") // old Windows tools
	}
	var kept []string
	for _, part := range strings.Split(name, "/") {
		switch part {
		case "", ".":
		case "..":
			if len(kept) > 0 {
				kept = kept[:len(kept)-1]
			}
		default:
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "/")
}

// junk reports whether the member is a leftover of a desktop system, or an editor, not of the collector.
func junk(path string) bool {
	base := path[strings.LastIndexByte(path, '/')+1:]
	return strings.HasPrefix(base, "._") || strings.HasPrefix(base, "~$") || strings.HasSuffix(base, ".swp") || base == ".DS_Store" ||
		base == "Thumbs.db" || base == "desktop.ini" ||
		strings.HasPrefix(path, "__MACOSX/") || strings.Contains(path, "/__MACOSX/")
}

// allZero reports whether the block holds nothing.
func allZero(b []byte) bool { return len(bytes.Trim(b, "\x00")) == 0 }
