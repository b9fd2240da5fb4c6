package archive

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/mholt/archiver/v4"
)

// decompressors are the readers of archiver that are used; the words name the format.
var decompressors = map[format]struct {
	words string
	open  func(*bufio.Reader) (io.ReadCloser, error)
}{
	gzipped: {"gzip", openGzip},
	bzipped: {"bzip2", func(r *bufio.Reader) (io.ReadCloser, error) { return archiver.Bz2{}.OpenReader(r) }},
	xzipped: {"xz", func(r *bufio.Reader) (io.ReadCloser, error) { return archiver.Xz{}.OpenReader(r) }},
	zstded:  {"zstd", openZstd},
}

// suffixes are taken off the path of a file when its compression is.
var suffixes = map[string]string{".gz": "", ".bz2": "", ".xz": "", ".zst": "", ".tgz": ".tar", ".tbz2": ".tar", ".txz": ".tar"}

// compressed reads through a compression. The inflating runs in a goroutine of its own.
func (w *walker) compressed(p at, f format, br *bufio.Reader) error {
	ext := path.Ext(p.path)
	if to, ok := suffixes[strings.ToLower(ext)]; ok {
		p.path = strings.TrimSuffix(p.path, ext) + to
	}
	d := decompressors[f]
	z, err := d.open(br)
	if err != nil {
		return quiet(w.damaged(p, d.words, br, err))
	}
	pipe := ahead(z)
	defer pipe.Close()
	report := &reporting{r: pipe, report: func(err error) error { return w.damaged(p, d.words, br, err) }}
	return w.stream(p, w.limits.count(report), nil, 0)
}

// damaged reports what is wrong with compressed data and returns errReported; limits and the context's errors pass.
func (w *walker) damaged(p at, words string, br *bufio.Reader, err error) error {
	var limit *limitError
	var rest *restError
	if errors.As(err, &limit) || errors.Is(err, errReported) || w.ctx.Err() != nil {
		return err
	}
	where := ""
	if done, size := p.told(br); done > 0 {
		where = fmt.Sprintf(", at byte %d", done)
		if done < size {
			where = fmt.Sprintf(", at about byte %d, %d%% of the file", done, done*100/size)
		}
	}
	text := err.Error()
	switch {
	case errors.As(err, &rest):
		w.problem(p, rest.Error(), false)
	case errors.Is(err, io.ErrUnexpectedEOF), strings.Contains(text, "truncated"):
		w.cutOff(p, ": its "+words+" data ends too early"+where+"; what stands before was read")
	case strings.Contains(text, "checksum"):
		w.problem(p, "is damaged: the checksum of its "+words+" data is wrong"+where+"; what was read of it may be wrong", true)
	case strings.Contains(text, "window size"), strings.Contains(text, "dictionary size"):
		w.problem(p, "asks for a larger "+words+" window than 64 MiB, the limit; it was not read", true)
	default:
		w.problem(p, "is damaged: its "+words+" data is wrong"+where+"; what stands before was read", true)
	}
	return errReported
}

// told is how much of the source's bytes were used, without what the reader holds in advance.
func (p at) told(br *bufio.Reader) (done, size int64) {
	if p.tell == nil || p.layers > 1 {
		return 0, 0
	}
	done, size = p.tell()
	if size == 0 {
		return 0, 0 // how much of a pipe was fetched in advance is chance
	}
	return done - int64(br.Buffered()), size
}

// reporting reports the first error of a reader and then returns only what report made of it.
type reporting struct {
	r      io.Reader
	report func(error) error
	err    error
}

func (d *reporting) Read(p []byte) (int, error) {
	if d.err != nil {
		return 0, d.err
	}
	n, err := d.r.Read(p)
	if err != nil && err != io.EOF {
		d.err = d.report(err)
		return n, d.err
	}
	return n, err
}

// gzipMembers reads one gzip member after the other, as gzip does: zeros after the last are padding.
type gzipMembers struct {
	br *bufio.Reader
	z  io.ReadCloser
}

// restError says that something follows the end of the data.
type restError struct{ bytes int64 }

func (e *restError) Error() string {
	return fmt.Sprintf("has %d bytes after the end of its gzip data, which were not used", e.bytes)
}

func openGzip(br *bufio.Reader) (io.ReadCloser, error) {
	z, err := archiver.Gz{DisableMultistream: true}.OpenReader(br)
	return &gzipMembers{br, z}, err
}

func (g *gzipMembers) Close() error { return g.z.Close() }

func (g *gzipMembers) Read(p []byte) (int, error) {
	for {
		n, err := g.z.Read(p)
		if err != io.EOF {
			return n, err
		}
		if n > 0 {
			return n, nil // the end comes again
		}
		if err := g.next(); err != nil {
			return 0, err
		}
	}
}

// next opens the member that follows, or returns how the stream ends.
func (g *gzipMembers) next() error {
	for {
		head, err := g.br.Peek(2)
		switch {
		case len(head) == 0:
			return err
		case head[0] == 0:
			g.br.Discard(1)
		case len(head) == 2 && head[0] == 0x1f && head[1] == 0x8b:
			g.z, err = archiver.Gz{DisableMultistream: true}.OpenReader(g.br)
			return err
		default:
			n, _ := io.Copy(io.Discard, g.br)
			return &restError{n}
		}
	}
}

// maxWindow bounds what zstd allocates as a header declares it.
const maxWindow = 64 << 20

// openZstd refuses a window that would have to be allocated as declared.
func openZstd(br *bufio.Reader) (io.ReadCloser, error) {
	head, _ := br.Peek(6)
	if len(head) == 6 && head[4]&0x20 == 0 { // RFC 8878 section 3.1.1: no single segment, so a window descriptor follows
		base := uint64(1) << (10 + head[5]>>3)
		if base+base/8*uint64(head[5]&7) > maxWindow {
			return nil, errors.New("window size")
		}
	}
	return archiver.Zstd{}.OpenReader(br)
}
