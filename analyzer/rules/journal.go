package rules

import (
	"fmt"
	"time"
)

// What the journal of a node is asked for. -k excludes -u and is about this boot only, so the kernel is asked by its transport.
const (
	unitKubelet  = "-u kubelet"
	unitRuntimes = "-u containerd -u crio -u docker"
	kernel       = "_TRANSPORT=kernel"
)

// window is a span of time.
type window struct{ from, until time.Time }

// around is the minutes before and after a time.
func around(at time.Time) window { return window{at.Add(-2 * time.Minute), at.Add(2 * time.Minute)} }

// journalctl asks a node's journal for a span of time. It says UTC, for journalctl reads times in the node's own zone.
func journalctl(what string, w window) string {
	if w.from.Year() < 1970 {
		return "journalctl " + what + " --since -1d" // no time is known
	}
	const layout = "2006-01-02 15:04:05 UTC"
	return fmt.Sprintf("journalctl %s --since '%s' --until '%s'", what, w.from.UTC().Format(layout), w.until.UTC().Format(layout))
}

// journal asks a node's journal for the half hour before the dump was taken, as what is asked about was going on then. Where nothing tells
// that time, it asks for the last day.
func (c *Context) journal(what string) string {
	return journalctl(what, window{c.Now.Add(-30 * time.Minute), c.Now.Add(2 * time.Minute)})
}
