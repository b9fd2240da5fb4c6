package main

import (
	"math"
	"testing"
)

func TestGarbagePercent(t *testing.T) {
	for live, want := range map[uint64]int{
		0:         math.MaxInt32,
		1 << 20:   19100,
		64 << 20:  200,
		128 << 20: 50,
		160 << 20: 40,
		3 << 30:   33,
	} {
		if got := garbagePercent(live); got != want {
			t.Errorf("%d MiB in use: %d%%, want %d%%", live>>20, got, want)
		}
	}
}
