package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// block is how much is inflated at once; blocks is how far the inflating may be ahead.
const (
	block  = 256 << 10
	blocks = 8
)

// errPanic says that a library panicked.
var errPanic = errors.New("internal error")

// pipe hands on what another goroutine reads in advance.
type pipe struct {
	ctx  context.Context
	read func(r io.Reader, buf []byte) (int, error)
	full chan chunk
	free chan []byte
	stop chan struct{}
	done chan struct{}
	now  chunk
	at   int
}

type chunk struct {
	data []byte
	err  error
}

// ahead starts reading r in advance, in whole blocks. Close stops it, waits for it and closes r.
func ahead(r io.ReadCloser) *pipe {
	p := newPipe(context.Background(), fill)
	go p.run(r)
	return p
}

// patient starts reading what open opens, such as a pipe, whose writer may never come or never end: Read returns when the
// context ends, even if the read of the source does not.
func patient(ctx context.Context, open func() (io.ReadCloser, error)) *pipe {
	p := newPipe(ctx, func(r io.Reader, buf []byte) (int, error) { return r.Read(buf) })
	go func() {
		r, err := open()
		if err != nil {
			p.full <- chunk{err: err}
			return
		}
		p.run(r)
	}()
	return p
}

func newPipe(ctx context.Context, read func(io.Reader, []byte) (int, error)) *pipe {
	p := &pipe{ctx: ctx, read: read, full: make(chan chunk, blocks), free: make(chan []byte, blocks), stop: make(chan struct{}),
		done: make(chan struct{})}
	for range blocks {
		p.free <- nil
	}
	return p
}

// run fills blocks until r ends.
func (p *pipe) run(r io.ReadCloser) {
	defer close(p.done)
	defer r.Close()
	for {
		var buf []byte
		select {
		case buf = <-p.free:
		case <-p.stop:
			return
		}
		if buf == nil {
			buf = make([]byte, block)
		}
		n, err := p.read(r, buf)
		select {
		case p.full <- chunk{buf[:n], err}:
		case <-p.stop:
			return
		}
		if err != nil {
			return
		}
	}
}

// fill reads a whole block, unlike io.ReadFull keeping the error as it is.
func fill(r io.Reader, buf []byte) (n int, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: %v", errPanic, v)
		}
	}()
	for n < len(buf) && err == nil {
		var m int
		m, err = r.Read(buf[n:])
		n += m
	}
	return n, err
}

func (p *pipe) Read(b []byte) (int, error) {
	for p.at == len(p.now.data) {
		if p.now.err != nil {
			return 0, p.now.err
		}
		if p.now.data != nil {
			p.free <- p.now.data[:block]
		}
		p.now, p.at = chunk{}, 0
		select {
		case p.now = <-p.full:
		case <-p.ctx.Done():
			return 0, p.ctx.Err()
		}
	}
	n := copy(b, p.now.data[p.at:])
	p.at += n
	return n, nil
}

// abandon ends the reading without waiting for a read that may not return.
func (p *pipe) abandon() { close(p.stop) }

// Close ends the reading in advance.
func (p *pipe) Close() error {
	p.abandon()
	<-p.done
	return nil
}
