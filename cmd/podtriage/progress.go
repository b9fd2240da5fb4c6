package main

import (
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/podtriage/podtriage/report/escape"
)

// progress is one line on standard error, rewritten while reading takes longer than a second. It is shown on a terminal only.
type progress struct {
	mu    sync.Mutex
	files int
	bytes int64
	shown bool
	done  chan struct{}
}

// start begins to show how far reading the sources is.
func (g *progress) start(p *program, sources []string) {
	if p.quiet || !terminal(p.stderr) {
		return
	}
	done := make(chan struct{})
	g.done = done
	go func() {
		wait := time.NewTimer(time.Second)
		defer wait.Stop()
		for {
			select {
			case <-done:
				return
			case <-wait.C:
				g.draw(p, sources)
				wait.Reset(200 * time.Millisecond)
			}
		}
	}()
}

func (g *progress) draw(p *program, sources []string) {
	name := escape.Line(filepath.Base(sources[0]))
	if len(sources) > 1 {
		name = fmt.Sprintf("%d sources", len(sources))
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.done == nil {
		return
	}
	g.shown = true
	fmt.Fprintf(p.stderr, "\r\x1b[Kpodtriage: reading %s  %s in %s", name, bytesText(g.bytes), count(g.files, "file"))
}

// update is told by the loader how far it is.
func (g *progress) update(files int, bytes int64) {
	g.mu.Lock()
	g.files, g.bytes = files, bytes
	g.mu.Unlock()
}

// stop ends the line and removes it.
func (g *progress) stop(p *program) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.done != nil {
		close(g.done)
		g.done = nil
	}
	if g.shown {
		fmt.Fprint(p.stderr, "\r\x1b[K")
		g.shown = false
	}
}
