package rules

import "testing"

func TestParallel(t *testing.T) {
	for _, n := range []int{0, 1, 64, 1000} {
		done := make([]int, n)
		parallel(n, 64, func(i int) { done[i]++ })
		for i, times := range done {
			if times != 1 {
				t.Errorf("%d of %d was done %d times", i, n, times)
			}
		}
	}
}

func TestParallelPanics(t *testing.T) {
	defer func() {
		if p := recover(); p != "bad Pod" {
			t.Errorf("got the panic %v", p)
		}
	}()
	parallel(1000, 1, func(i int) {
		if i == 500 {
			panic("bad Pod")
		}
	})
}
