package rules

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// parallel calls do for each number below n on all processors, each taking a share at a time. A panic is the caller's.
func parallel(n, share int, do func(i int)) {
	var next atomic.Int64
	var failed atomic.Pointer[any]
	var running sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n/share+1) {
		running.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					failed.CompareAndSwap(nil, &p)
				}
			}()
			for end := int(next.Add(int64(share))); end-share < n; end = int(next.Add(int64(share))) {
				for i := end - share; i < min(end, n); i++ {
					do(i)
				}
			}
		})
	}
	running.Wait()
	if p := failed.Load(); p != nil {
		panic(*p)
	}
}
