package archive

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
)

// directory walks a directory in the order of names. It never leaves its root, and opens regular files only.
func (w *walker) directory(dir, prefix string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		p := at{name: prefix + name, path: name, prefix: prefix}
		if ctx := w.ctx.Err(); ctx != nil {
			return ctx
		}
		if err != nil {
			w.problem(p, "cannot be read: "+reason(err), true)
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		return w.dirEntry(root, p, d)
	})
	return w.ended(at{name: prefix + filepath.Base(dir)}, err)
}

// dirEntry hands out one file of the directory.
func (w *walker) dirEntry(root *os.Root, p at, d fs.DirEntry) error {
	if p.path == "." {
		return nil
	}
	if err := w.limits.entry(); err != nil {
		return err
	}
	switch {
	case d.IsDir() || junk(p.path):
		return nil
	case d.Type()&fs.ModeSymlink != 0:
		if target, err := root.Readlink(p.path); err == nil {
			w.symlink(p, filepath.ToSlash(target))
		}
		return nil
	case !d.Type().IsRegular():
		return nil // a FIFO would block for ever
	}
	f, err := root.Open(p.path)
	if err != nil {
		w.problem(p, "cannot be read: "+reason(err), true)
		return nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	p.mod, p.nested = info.ModTime().UTC(), true
	return w.safely(p, func() error { return w.dirFile(p, f, info.Size()) })
}

func (w *walker) dirFile(p at, f *os.File, size int64) error {
	src := &source{ctx: w.ctx, r: f, size: size}
	if w.sink.Read != nil {
		src.note = func(int64, int64) { w.sink.Read(atomic.LoadInt64(&w.limits.bytes), 0) }
	}
	p.tell = func() (int64, int64) { return src.done.Load(), size }
	err := w.stream(p, w.limits.count(src), src.direct(), size)
	if err == nil && src.err != nil {
		w.problem(p, "cannot be read: "+reason(src.err), true)
	}
	return err
}

// reason is what the operating system said, without the path.
func reason(err error) string {
	if e, ok := err.(*fs.PathError); ok {
		return e.Err.Error()
	}
	return err.Error()
}
