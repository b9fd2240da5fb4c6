// Package archive walks a container of files as one stream of named files.
//
// In goes the name of a file, a directory or "-"; out come its regular files, in the order in which the container holds
// them, each as a reader that is valid until its handler returns. What a container is is told by its first bytes, never
// by its name. Archives inside archives are walked too; the name of their members begins with theirs and "!". Nothing is
// written, no name is ever joined to a path outside a directory's root, and links are reported, not followed.
//
// Damage is a [Problem]: what stands before it is handed out, and so is what can be found after it. A limit that is hit is
// a Problem as well. The error of [Walk] is for a source that cannot be opened at all, for a handler's error and for the context's.
package archive

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"
)

// File is one regular file of a source.
type File struct {
	Name    string    // how a reader of the report finds it: members by their path in the archive, "inner.zip!path" in nested ones
	Path    string    // the path inside the innermost container, without the suffix of a compression that was taken off
	ModTime time.Time // as the container says, in UTC; zero if it does not
	Size    int64     // of its content; -1 if it is not known before it is read
}

// Problem is a part of a source that could not be read.
type Problem struct {
	Name    string // of the file or container, as in File.Name
	Message string
	Loses   bool // files or parts of files are missing because of it
	Cut     bool // the source ends too early, or was not read to its end
	Limit   bool // it was not read to its end because of a limit
}

// Sink receives what [Walk] finds, in the order of the source, from one goroutine.
type Sink struct {
	File    func(File, io.Reader) error // an error ends the walk; a reader that fails just ends, and Problem says why
	Link    func(name, target string)   // a link to another member; both as in File.Name
	Problem func(Problem)
	Read    func(done, size int64) // called while the source is read; size is 0 if unknown; may come from another goroutine
}

// Walk hands the files of the source to the sink. The prefix stands before their names.
func Walk(ctx context.Context, source, prefix string, stdin io.Reader, limits *Limits, sink Sink) error {
	w := &walker{ctx: ctx, limits: limits, sink: sink}
	if source == "-" {
		return w.live(at{name: prefix + "standard input", prefix: prefix}, func() (io.ReadCloser, error) { return io.NopCloser(stdin), nil })
	}
	info, err := os.Stat(source)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return w.directory(source, prefix)
	}
	name := prefix + filepath.Base(source)
	where := at{name: name, path: filepath.Base(source), prefix: prefix, mod: info.ModTime().UTC()}
	if !info.Mode().IsRegular() {
		return w.live(where, func() (io.ReadCloser, error) { return os.Open(source) })
	}
	f, err := os.Open(source)
	if err != nil {
		return err
	}
	defer f.Close()
	return w.top(where, f, info.Size())
}

// walker is one walk over one source.
type walker struct {
	ctx    context.Context
	limits *Limits
	sink   Sink
}

// at is the place in the source that is being read.
type at struct {
	name   string // of the file, as in File.Name
	path   string // as in File.Path
	prefix string // stands before the names of members if the file is an archive
	mod    time.Time
	nested bool // the file is itself a member
	depth  int  // archives around it
	layers int  // compressions around it
	tell   func() (done, size int64)
}

// problem reports that something is wrong with the container or file.
func (w *walker) problem(p at, message string, loses bool) {
	w.sink.Problem(Problem{Name: p.name, Message: message, Loses: loses})
}

// cutOff says that the source ends too early.
func (w *walker) cutOff(p at, words string) {
	w.sink.Problem(Problem{Name: p.name, Message: "is cut off" + words, Loses: true, Cut: true})
}

// top reads a source that is one file.
func (w *walker) top(p at, r io.Reader, size int64) error {
	src := &source{ctx: w.ctx, r: r, size: size, note: w.sink.Read}
	p.tell = func() (int64, int64) { return src.done.Load(), size }
	err := w.safely(p, func() error { return w.stream(p, w.limits.count(src), src.direct(), size) })
	if ctx := w.ctx.Err(); ctx != nil {
		return ctx
	}
	if src.err != nil {
		w.problem(p, "cannot be read any further: "+reason(src.err), true)
		return nil
	}
	return w.ended(p, err)
}

// live reads a source that somebody may still be writing.
func (w *walker) live(p at, open func() (io.ReadCloser, error)) error {
	pipe := patient(w.ctx, open)
	defer pipe.abandon()
	return w.top(p, pipe, 0)
}

// ended turns a limit on the whole source into a Problem; other errors pass.
func (w *walker) ended(p at, err error) error {
	var limit *limitError
	if errors.As(err, &limit) {
		w.sink.Problem(Problem{Name: p.name, Message: limit.Error(), Loses: true, Cut: true, Limit: true})
		return nil
	}
	return err
}
