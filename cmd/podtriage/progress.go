package main

import (
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// progress is one line on standard error, rewritten while reading takes longer than a second. It is shown on a terminal only.
type progress struct {
	mu    sync.Mutex
	now   loader.Progress
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
	far := view.Bytes(g.now.Done)
	if g.now.Size > 0 {
		far = fmt.Sprintf("%d%%", min(100, g.now.Done*100/g.now.Size))
	}
	fmt.Fprintf(p.stderr, "\r\x1b[Kpodtriage: reading %s  %s  %s", name, far, view.Count(g.now.Files, "file"))
}

// update is told by the loader how far it is.
func (g *progress) update(now loader.Progress) {
	g.mu.Lock()
	g.now = now
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
