package decode

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// sniffed is how much of a file tells its encoding.
const sniffed = 4096

// Text returns a reader of the file as UTF-8 with line feeds, whatever it was saved as.
func Text(file io.Reader) io.Reader { return textOf(file) }

// textOf returns a reader of the file as UTF-8 with line feeds, whatever it was saved as: with a byte order mark, as
// UTF-16 in either order and with or without a mark, with CRLF.
func textOf(file io.Reader) *bufio.Reader {
	r := bufio.NewReaderSize(file, sniffed)
	first, _ := r.Peek(sniffed)
	switch {
	case bytes.HasPrefix(first, []byte{0xff, 0xfe, 0, 0}), bytes.HasPrefix(first, []byte{0, 0, 0xfe, 0xff}):
		return r // UTF-32: nothing writes it, and its NULs say binary
	case bytes.HasPrefix(first, []byte{0xff, 0xfe}):
		r.Discard(2)
		r = bufio.NewReaderSize(&utf16Reader{r: r}, sniffed)
	case bytes.HasPrefix(first, []byte{0xfe, 0xff}):
		r.Discard(2)
		r = bufio.NewReaderSize(&utf16Reader{r: r, big: true}, sniffed)
	case bytes.HasPrefix(first, []byte{0xef, 0xbb, 0xbf}):
		r.Discard(3)
	case halfNUL(first, 1):
		r = bufio.NewReaderSize(&utf16Reader{r: r}, sniffed)
	case halfNUL(first, 0):
		r = bufio.NewReaderSize(&utf16Reader{r: r, big: true}, sniffed)
	}
	if first, _ = r.Peek(sniffed); bytes.Contains(first, []byte("\r\n")) {
		r = bufio.NewReaderSize(&lineFeeds{r: r}, sniffed)
	}
	return r
}

// halfNUL reports whether text looks like UTF-16 without a mark: nearly all bytes at even (0) or odd (1) places are NUL
// and nearly none at the others.
func halfNUL(first []byte, odd int) bool {
	if len(first) < 4 {
		return false
	}
	var nul [2]int
	for i, c := range first {
		if c == 0 {
			nul[i%2]++
		}
	}
	half := len(first) / 2
	return nul[odd] > half*3/4 && nul[1-odd] <= half/20
}

// utf16Reader turns UTF-16 into UTF-8. An odd byte at the end is dropped, a broken pair becomes U+FFFD.
type utf16Reader struct {
	r    *bufio.Reader
	big  bool
	high rune   // first half of a pair
	rest []byte // UTF-8 not yet handed out
	out  [sniffed * 3]byte
}

// Read implements [io.Reader].
func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.rest) == 0 {
		units, err := u.r.Peek(sniffed)
		units = units[:len(units)&^1]
		if len(units) == 0 {
			if err == nil || err == bufio.ErrBufferFull {
				err = io.EOF
			}
			return 0, err
		}
		u.rest = u.convert(units)
		u.r.Discard(len(units))
	}
	n := copy(p, u.rest)
	u.rest = u.rest[n:]
	return n, nil
}

func (u *utf16Reader) convert(units []byte) []byte {
	out := u.out[:0]
	for i := 0; i+1 < len(units); i += 2 {
		c := rune(units[i]) | rune(units[i+1])<<8
		if u.big {
			c = rune(units[i])<<8 | rune(units[i+1])
		}
		switch {
		case u.high != 0:
			pair := utf16.DecodeRune(u.high, c)
			u.high = 0
			if out = utf8.AppendRune(out, pair); pair == utf8.RuneError && !utf16.IsSurrogate(c) {
				out = utf8.AppendRune(out, c)
			}
		case c >= 0xd800 && c < 0xdc00:
			u.high = c
		default:
			out = utf8.AppendRune(out, c)
		}
	}
	return out
}

// lineFeeds turns CRLF into LF.
type lineFeeds struct {
	r *bufio.Reader
}

// Read implements [io.Reader].
func (l *lineFeeds) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	n, err := l.r.Read(p)
	if n > 0 && p[n-1] == '\r' {
		if next, _ := l.r.Peek(1); len(next) == 1 && next[0] == '\n' {
			n-- // the feed comes with the next call
			if n == 0 {
				return l.r.Read(p[:1])
			}
		}
	}
	return len(withoutReturns(p[:n])), err
}

// withoutReturns drops in place each carriage return that stands before a line feed.
func withoutReturns(p []byte) []byte {
	i := bytes.Index(p, []byte("\r\n"))
	if i < 0 {
		return p
	}
	out := p[:i]
	for ; i < len(p); i++ {
		if p[i] != '\r' || i+1 == len(p) || p[i+1] != '\n' {
			out = append(out, p[i])
		}
	}
	return out
}
