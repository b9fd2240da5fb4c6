package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// How much garbage may gather before it is collected: what fills a heap of a modest size, later so many bytes, and a third of
// what is in use where that is more. Nearly all that is decoded stays, so Go's own rule, which follows what is in use from the
// first megabytes on, would look through it thirty times while it grows; and at the end let as much garbage gather as there is
// in use.
const (
	modestHeap   = 192 << 20
	leastGarbage = 64 << 20
	garbageShare = 3
)

// heapMinimum is the heap below which Go does not collect with GOGC at 100 (runtime/mgcpacer.go, Go 1.26).
const heapMinimum = 4 << 20

// paceGarbage sets the pace, unless GOGC does. After each collection the next one is set by what it left.
func paceGarbage() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(modestHeap / heapMinimum * 100)
	onCollection()
}

// onCollection leaves an object to the collector; when it is gone there was a collection.
func onCollection() {
	runtime.AddCleanup(new([16]byte), func(struct{}) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		debug.SetGCPercent(garbagePercent(live[0].Value.Uint64()))
		onCollection()
	}, struct{}{})
}

// garbagePercent is the garbage that may gather, in percent of the bytes in use.
func garbagePercent(live uint64) int {
	may := max(leastGarbage, live/garbageShare, modestHeap-min(live, modestHeap))
	return int(min(may*100/max(live, 1), math.MaxInt32))
}
