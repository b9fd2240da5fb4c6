package archive

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// zip walks a zip archive. Its directory stands at its end, so one that is not a file of its own is held in memory.
func (w *walker) zip(p at, br *bufio.Reader, direct io.ReaderAt, size int64) (err error) {
	if direct == nil || p.layers > 0 {
		limit := w.limits.maxMemory()
		data, failed := io.ReadAll(io.LimitReader(br, limit+1))
		if int64(len(data)) > limit {
			w.problem(p, "is a zip archive inside a stream and larger than "+amount(limit)+", the limit; it was not read", true)
			return nil
		}
		defer func() { err = cmp.Or(err, quiet(failed)) }()
		direct, size = bytes.NewReader(data), int64(len(data))
	}
	zr, err := zip.NewReader(direct, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		if w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		w.cutOff(p, " or damaged: the directory at the end of the zip archive cannot be read; members were read one after the other")
		return w.zipStream(p, bufio.NewReader(io.NewSectionReader(direct, 0, size)))
	}
	for method, f := range map[uint16]format{12: bzipped, 93: zstded, 95: xzipped} {
		zr.RegisterDecompressor(method, decompressor(f))
	}
	for _, f := range zr.File {
		if err := w.limits.entry(); err != nil {
			return err
		}
		if err := w.zipMember(p.member(f.Name), f); err != nil {
			return err
		}
	}
	return nil
}

// decompressor makes a reader of zip of one of archiver's; one that cannot be opened fails at the first Read.
func decompressor(f format) zip.Decompressor {
	return func(r io.Reader) io.ReadCloser {
		z, err := decompressors[f].open(bufio.NewReader(r))
		if err != nil {
			return io.NopCloser(&failing{err})
		}
		return z
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

// zipMember hands out one member.
func (w *walker) zipMember(p at, f *zip.File) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	p.mod = f.Modified.UTC()
	mode := f.Mode()
	if mode.IsDir() || p.path == "" || junk(p.path) || mode&fs.ModeType != 0 && mode&fs.ModeSymlink == 0 {
		return nil
	}
	if f.Flags&1 != 0 {
		w.problem(p, "is encrypted with a password; unpack it first", true)
		return nil
	}
	r, err := f.Open()
	if err != nil {
		w.problem(p, zipWords(f, err), true)
		return nil
	}
	defer r.Close()
	if mode&fs.ModeSymlink != 0 {
		target, _ := io.ReadAll(io.LimitReader(r, nameLimit))
		w.symlink(p, string(target))
		return nil
	}
	report := &reporting{r: r, report: func(err error) error {
		w.problem(p, zipWords(f, err), true)
		return errReported
	}}
	return w.safely(p, func() error { return w.stream(p, w.limits.count(report), nil, int64(f.UncompressedSize64)) })
}

// zipWords says what is wrong with a member.
func zipWords(f *zip.File, err error) string {
	switch {
	case errors.Is(err, zip.ErrAlgorithm):
		return fmt.Sprintf("is compressed by zip method %d, which podtriage does not know", f.Method)
	case errors.Is(err, zip.ErrChecksum):
		return "is damaged: its checksum in the zip archive is wrong; what was read of it may be wrong"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "is cut off in the zip archive; what stands before was read"
	}
	return "is damaged in the zip archive; what stands before was read"
}
