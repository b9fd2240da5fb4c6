package loader

import (
	"os"
	"sync"
)

// Progress says how far reading is.
type Progress struct {
	Files int   // that were read
	Done  int64 // bytes that were read, of archives as they are stored
	Size  int64 // of all sources; 0 if that is not known, as of directories and pipes
}

// meter tells Options.Progress how far reading is, one call at a time. Inflating runs in goroutines of its own.
type meter struct {
	tell func(Progress)

	mu   sync.Mutex
	now  Progress
	done int64 // of the sources that are behind
}

func newMeter(sources []string, tell func(Progress)) *meter {
	m := &meter{tell: tell}
	for _, source := range sources {
		info, err := os.Stat(source)
		if source == "-" || err != nil || !info.Mode().IsRegular() {
			m.now.Size = 0
			break
		}
		m.now.Size += info.Size()
	}
	return m
}

// file counts one file.
func (m *meter) file() { m.change(func() { m.now.Files++ }) }

// read notes how much of the present source was read.
func (m *meter) read(done, _ int64) { m.change(func() { m.now.Done = m.done + done }) }

// next goes to the next source.
func (m *meter) next() { m.change(func() { m.done = m.now.Done }) }

func (m *meter) change(f func()) {
	if m.tell == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	f()
	m.tell(m.now)
}
