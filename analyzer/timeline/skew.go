package timeline

import (
	"time"

	"github.com/podtriage/podtriage/loader"
)

const (
	// behind and ahead bound what delivery and rounding explain: an Event is stored within a few seconds after it was
	// stamped, and never before.
	behind = 5 * time.Second
	ahead  = -2 * time.Second
	// fewest is how many Events must agree.
	fewest = 3
)

// skew is a node's clock compared with the API server's, measured on the Events its kubelet wrote: the API server stamps
// the creation of what the kubelet stamped as first seen.
type skew struct {
	node  string
	least time.Duration // smallest of creation minus first; negative when the node's clock is ahead
	count int
	first *loader.Event
	last  time.Time
}

// skews finds the nodes whose clock disagrees with the API server's.
func skews(events []*loader.Event) map[string]skew {
	all := map[string]skew{}
	for _, e := range events {
		if e.Host == "" || e.Component != "kubelet" || e.Created.IsZero() || e.First.IsZero() {
			continue
		}
		d := e.Created.Sub(e.First)
		k, ok := all[e.Host]
		if !ok {
			k = skew{node: e.Host, least: d, first: e}
		}
		k.least = min(k.least, d)
		k.count++
		if e.First.After(k.last) {
			k.last = e.First
		}
		all[e.Host] = k
	}
	for node, k := range all {
		if k.count < fewest || k.least < behind && k.least > ahead {
			delete(all, node)
		}
	}
	return all
}

func (k skew) entry() Entry {
	by, how := k.least, "behind"
	if by < 0 {
		by, how = -by, "ahead of"
	}
	text := "clock of node " + k.node + " is at least " + by.Round(time.Second).String() + " " + how +
		" the API server's; its times are shown as written"
	return Entry{At: k.first.First, Until: k.last, Precision: AtLeast, Kind: Gap, Reason: "ClockSkew", Text: text, File: k.first.Pos.File,
		Line: k.first.Pos.Line}
}
