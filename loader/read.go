package loader

import (
	"context"
	"io"
	"path"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/podtriage/podtriage/loader/archive"
	"github.com/podtriage/podtriage/loader/decode"
	"github.com/podtriage/podtriage/loader/layout"
)

// reading is one run of Load: the walk and the splitting run in one goroutine, decoding in others.
type reading struct {
	caller context.Context
	ctx    context.Context // the caller's, and it ends after Options.MaxTime
	opts   Options
	meter  *meter

	files    []*file
	lists    []*list
	cuts     []Cut
	partial  bool  // a source was not read to its end
	now      *file // that is read; nil between files
	logs     []*logFile
	links    map[string][]string // names of links by the name of what they lead to
	problems complaints
	refused  []Refusal
	clusters []Cluster // where there are several
	bytes    int64
	chunks   int
	found    [][]found   // by all workers, after the merge
	windows  chan []byte // memory for logs, bounded

	jobs    chan job
	workers []*worker
	running sync.WaitGroup
}

// file is one file of the sources while it is read.
type file struct {
	Read
	archive.File
	says layout.File
	cut  bool // its end was not read

	written time.Time // what the collector wrote down in it; zero if nothing
}

// list is one list of objects in a file.
type list struct {
	file *file
	kind string // of its items; "" for a mixed one
	cut  bool   // what follows was not read
}

// job is a chunk or a log on its way to a worker.
type job struct {
	chunk decode.Chunk
	log   *logFile // in place of a chunk
	file  *file
	list  *list // nil for a document of its own
	seq   int   // order of reading
}

func newReading(caller, ctx context.Context, opts Options) *reading {
	n := runtime.GOMAXPROCS(0)
	r := &reading{caller: caller, ctx: ctx, opts: opts, links: map[string][]string{}, problems: complaints{},
		windows: make(chan []byte, 4*n), jobs: make(chan job, 64*n)}
	for range cap(r.windows) {
		r.windows <- nil
	}
	for range n {
		w := &worker{all: opts.ManagedFields, problems: complaints{}}
		r.workers = append(r.workers, w)
		r.running.Go(func() { w.run(r) })
	}
	return r
}

// wait ends the workers.
func (r *reading) wait() {
	close(r.jobs)
	r.running.Wait()
}

func (r *reading) problem(p archive.Problem) {
	r.problems.add(Problem{File: p.Name, Message: p.Message, Loses: p.Loses})
	if p.Cut {
		r.partial = true
		r.cuts = append(r.cuts, Cut{File: p.Name, Unread: p.Limit})
	}
	if p.Loses && r.now != nil {
		r.now.cut = true
	}
}

func (r *reading) link(name, target string) { r.links[target] = append(r.links[target], name) }

// file reads one file: as a log if its name says so, else as what its content says.
func (r *reading) file(a archive.File, data io.Reader) error {
	f := &file{File: a, says: layout.Of(a.Path)}
	f.Read.Name = a.Name
	r.files = append(r.files, f)
	counted := &counter{r: data}
	r.now = f
	err := r.content(f, counted)
	r.now = nil
	f.Bytes = counted.n
	short := f.Bytes < a.Size && (f.Form == string(decode.JSON) || f.Form == string(decode.YAML))
	if f.cut || short || archive.Failed(data) {
		r.cut(f)
	}
	r.bytes += counted.n
	r.meter.file()
	return err
}

func (r *reading) content(f *file, data io.Reader) error {
	switch {
	case f.says.Noise != "" && f.says.Log.IsZero():
		f.Form, f.Note = "skipped", f.says.Noise
		return nil
	case !f.says.Log.IsZero():
		return r.containerLogs(f, data)
	case f.says.Errors:
		return r.collectorErrors(f, data)
	case f.says.Clock:
		r.writtenDown(f, data)
		return nil
	}
	return r.split(f, data)
}

// split decodes the file by its content. What turns out to be a log is kept until it is known whose it is.
func (r *reading) split(f *file, data io.Reader) error {
	tee := &maybeLog{r: data}
	if mayBeLog(f.Path) {
		tee.scan = newScanner(&Log{File: f.Read.Name}, 1)
	}
	shape, err := decode.Split(tee, decode.Options{Stop: r.overdue, ManagedFields: true, Kind: f.says.Kind}, r.sink(f, tee))
	f.Form, f.Note = string(shape.Form), shape.Reason
	if shape.Form == decode.Refused {
		r.refuse(f, shape.Reason)
	}
	if shape.Form == decode.Binary || shape.Form == decode.Empty {
		return err
	}
	io.Copy(io.Discard, tee) // to the checksum, and for the scanner
	if tee.scan != nil && shape.Logs == 0 {
		r.keepLog(f, tee.scan.finish())
	}
	return err
}

// sink takes what the file is found to hold.
func (r *reading) sink(f *file, tee *maybeLog) decode.Sink {
	var now *list
	return decode.Sink{
		Chunk: func(c decode.Chunk) error {
			if !namedLog(f.Path) {
				tee.scan = nil // an object, so no log
			}
			j := job{chunk: c, file: f, seq: r.chunks}
			if c.Item {
				j.list = now
			}
			r.chunks++
			return r.send(j)
		},
		List: func(kind, _ string, _ int) {
			now = &list{file: f, kind: kind}
			r.lists = append(r.lists, now)
		},
		Log: func(b decode.LogBlock) { r.logBlock(f, b) },
		Problem: func(p decode.Problem) {
			r.problems.add(Problem{File: f.Read.Name, Line: p.Line, Message: p.Message, Loses: p.Loses})
			f.cut = f.cut || p.Cut
		},
	}
}

// send queues a chunk, and ends when the caller's context does: what was read in time is decoded.
func (r *reading) send(j job) error {
	select {
	case r.jobs <- j:
		return nil
	case <-r.caller.Done():
		return r.caller.Err()
	}
}

// grace is how long what was read in time may still be split into objects.
const grace = 10 * time.Second

// overdue ends the splitting when the caller has gone, or the grace is over.
func (r *reading) overdue() error {
	err := r.ctx.Err()
	if at, limited := r.ctx.Deadline(); err == nil || limited && r.caller.Err() == nil && time.Since(at) < grace {
		return nil
	}
	return err
}

// mayBeLog reports whether a file of that name may be somebody's log.
func mayBeLog(name string) bool {
	base := strings.ToLower(path.Base(name))
	switch path.Ext(base) {
	case ".log", ".txt", ".out", "":
		return true
	}
	return strings.Contains(base, ".log.") || strings.Contains(base, "-previous")
}

// namedLog reports whether the file calls itself a log; JSON in it may be lines of a log.
func namedLog(name string) bool { return strings.Contains(strings.ToLower(path.Base(name)), ".log") }

// maybeLog shows what is read to the scanner, if there is one.
type maybeLog struct {
	r    io.Reader
	scan *scanner
}

func (m *maybeLog) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	if m.scan != nil {
		m.scan.Write(p[:n])
	}
	return n, err
}

// counter counts what is read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
