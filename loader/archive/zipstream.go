package archive

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
)

// localHeader is what stands before each member of a zip archive (APPNOTE.TXT 4.3.7).
type localHeader struct {
	flags, method uint16
	size          int64 // as stored; 0 where it stands behind the member
	name          string
}

// zipStream reads the members of a zip archive whose directory is lost, one after the other.
func (w *walker) zipStream(p at, br *bufio.Reader) error {
	for {
		h, ok := nextLocal(br)
		if !ok {
			return nil
		}
		if err := w.limits.entry(); err != nil {
			return err
		}
		if err := w.localMember(p.member(h.name), h, br); err != nil {
			return err
		}
	}
}

// nextLocal looks for the next local header.
func nextLocal(br *bufio.Reader) (h localHeader, ok bool) {
	for {
		head, err := br.Peek(30)
		if err != nil {
			return h, false
		}
		if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
			break
		}
		skip := bytes.IndexByte(head[1:], 'P')
		if skip < 0 {
			skip = len(head) - 1
		}
		br.Discard(skip + 1)
	}
	head, _ := br.Peek(30)
	u16 := binary.LittleEndian.Uint16
	h.flags, h.method, h.size = u16(head[6:]), u16(head[8:]), int64(binary.LittleEndian.Uint32(head[18:]))
	name, extra := int(u16(head[26:])), int(u16(head[28:]))
	br.Discard(30)
	buf := make([]byte, name+extra)
	if _, err := io.ReadFull(br, buf); err != nil {
		return h, false
	}
	h.name = string(buf[:name])
	return h, true
}

// localMember hands out one member and reads to its end.
func (w *walker) localMember(p at, h localHeader, br *bufio.Reader) error {
	var r io.Reader
	switch {
	case h.flags&1 != 0:
		w.problem(p, "is encrypted with a password; unpack it first", true)
		return nil
	case p.path == "" || junk(p.path) || h.name[len(h.name)-1] == '/':
		return nil
	case h.method == 8:
		r = flate.NewReader(br)
	case h.method == 0 && h.flags&8 == 0:
		r = &exactly{br, h.size}
	default:
		return nil
	}
	report := &reporting{r: r, report: func(error) error {
		w.cutOff(p, " or damaged in the zip archive; what stands before was read")
		return errReported
	}}
	counted := w.limits.count(report)
	err := w.safely(p, func() error { return w.stream(p, counted, nil, 0) })
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, counted)
	return quiet(err)
}

// exactly reads n bytes, and calls less of them an error.
type exactly struct {
	r io.Reader
	n int64
}

func (e *exactly) Read(p []byte) (int, error) {
	if e.n == 0 {
		return 0, io.EOF
	}
	n, err := e.r.Read(p[:min(int64(len(p)), e.n)])
	e.n -= int64(n)
	if err == io.EOF && e.n > 0 {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
