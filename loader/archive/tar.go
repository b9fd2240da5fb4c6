package archive

import (
	"archive/tar"
	"bufio"
	"errors"
	"fmt"
	"io"
	"path"
)

// tar walks a tar stream to its very end: tars that follow each other are one, and after damage the next good header is
// looked for. The end is read so that a compression around it is checked.
func (w *walker) tar(p at, br *bufio.Reader) error {
	for {
		if err := w.members(p, tar.NewReader(br)); err != nil {
			return quiet(err)
		}
		more, err := w.nextTar(p, br)
		if !more {
			return quiet(err)
		}
	}
}

// members hands out the members of one tar. The error is nil at its end and after damage that was reported.
func (w *walker) members(p at, tr *tar.Reader) error {
	for last := ""; ; {
		h, err := tr.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return w.tarDamage(p, last, err)
		}
		if err := w.limits.entry(); err != nil {
			return err
		}
		last = h.Name
		if err := w.tarMember(p.member(h.Name), h, tr); err != nil {
			return w.tarDamage(p, last, err)
		}
	}
}

// tarDamage reports an error of the tar itself; those of limits, of the context and of a handler pass.
func (w *walker) tarDamage(p at, member string, err error) error {
	var limit *limitError
	if errors.As(err, &limit) || errors.Is(err, errReported) || w.ctx.Err() != nil {
		return err
	}
	near := ""
	if member != "" {
		near = " in or after " + cleanName(member)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		w.cutOff(p, near+"; what stands before was read")
		return nil
	}
	w.problem(p, "is damaged"+near+"; the member there was skipped", true)
	return nil
}

// tarMember hands out one member.
func (w *walker) tarMember(p at, h *tar.Header, tr *tar.Reader) error {
	p.mod = h.ModTime.UTC()
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeGNUSparse, tar.TypeCont:
		if p.path == "" || junk(p.path) {
			return nil
		}
		return w.safely(p, func() error { return w.stream(p, tr, nil, h.Size) })
	case tar.TypeSymlink:
		w.symlink(p, h.Linkname)
	case tar.TypeLink:
		w.link(p, h.Linkname)
	}
	return nil
}

// symlink reports a symbolic link; one that is absolute leads nowhere inside.
func (w *walker) symlink(p at, target string) {
	if target != "" && !path.IsAbs(target) {
		w.link(p, path.Join(path.Dir(p.path), target))
	}
}

// link reports a link to another member.
func (w *walker) link(p at, target string) {
	if clean := cleanName(target); w.sink.Link != nil && clean != "" && p.path != "" {
		w.sink.Link(p.name, p.prefix+clean)
	}
}

// nextTar looks for another header: behind the zeros that end a tar, or behind damage.
func (w *walker) nextTar(p at, br *bufio.Reader) (bool, error) {
	junk := 0
	for {
		head, err := br.Peek(512)
		if isTarHeader(head) {
			return true, nil
		}
		if !allZero(head) {
			junk += len(head)
		}
		if err != nil && len(head) < 512 {
			br.Discard(len(head))
			if junk > 0 && err == io.EOF {
				w.problem(p, fmt.Sprintf("has %d bytes that belong to no member; they were not used", junk), false)
			}
			return false, err
		}
		br.Discard(512)
	}
}
