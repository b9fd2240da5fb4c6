package main

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// print writes to standard output through a buffer.
func (p *program) print(draw func(io.Writer) error) error {
	w := bufio.NewWriterSize(p.stdout, 64<<10)
	if err := draw(w); err != nil {
		return err
	}
	return w.Flush()
}

// writeFile writes the file aside and renames it, so that no half-written file is ever seen under its name.
func (p *program) writeFile(path string, draw func(io.Writer) error) error {
	return p.writeMode(path, 0o666, draw)
}

// writePrivate writes a file that only the user can read.
func (p *program) writePrivate(path string, draw func(io.Writer) error) error {
	return p.writeMode(path, 0o600, draw)
}

func (p *program) writeMode(path string, mode fs.FileMode, draw func(io.Writer) error) (err error) {
	name := path
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		to, err := filepath.EvalSymlinks(path)
		if to, err = throughLink(path, to, err); err != nil {
			return unwritable(name, err)
		}
		if to == "" {
			return p.writeThrough(path, draw)
		}
		path = to
	}
	return p.replace(name, path, mode, draw)
}

// throughLink is where a link leads, so that the file behind it is replaced and not the link; "" stands for what can only be written
// through: a device, a pipe, or one of the program's own streams.
func throughLink(path, to string, err error) (string, error) {
	info, failed := os.Stat(path)
	switch {
	case failed != nil:
		return "", failed
	case !info.Mode().IsRegular() && !info.IsDir(), strings.HasPrefix(path, "/dev/"):
		return "", nil
	}
	return to, err
}

// writeThrough writes to what must not be replaced.
func (p *program) writeThrough(path string, draw func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return unwritable(path, err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 64<<10)
	if err := draw(w); err != nil {
		return unwritable(path, err)
	}
	if err := w.Flush(); err != nil {
		return unwritable(path, err)
	}
	return nil
}

// replace writes a file aside and then gives it its name: what stands there stays whole until the new one is. Errors name the file
// as the user did.
func (p *program) replace(name, path string, mode fs.FileMode, draw func(io.Writer) error) (err error) {
	aside := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d", filepath.Base(path), os.Getpid()))
	f, err := os.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return unwritable(name, err)
	}
	p.track(aside)
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(aside)
		}
		p.untrack(aside)
	}()
	w := bufio.NewWriterSize(f, 64<<10)
	if err := draw(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return unwritable(name, err)
	}
	if err := f.Close(); err != nil {
		return unwritable(name, err)
	}
	if err := os.Rename(aside, path); err != nil {
		return unwritable(name, err)
	}
	p.explain("wrote %s", name)
	return nil
}

// unwritable names the file as the user wrote it, not the name aside.
func unwritable(path string, err error) error {
	if e, ok := err.(*os.PathError); ok {
		err = e.Err
	}
	if e, ok := err.(*os.LinkError); ok {
		err = e.Err
	}
	return &failure{code: exitUsage, err: fmt.Errorf("writing %s: %w", path, err)}
}

func (p *program) track(file string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.files = append(p.files, file)
}

func (p *program) untrack(file string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.files = slices.DeleteFunc(p.files, func(f string) bool { return f == file })
}

// abandonFiles removes what an interrupted command has half written.
func (p *program) abandonFiles() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.files {
		os.Remove(f)
	}
	p.files = nil
}
