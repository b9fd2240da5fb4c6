package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var oomRuntimeHeap = &Rule{
	ID:    "oom/runtime-heap",
	Title: "Application ended because its runtime could not get more memory",
	Doc: `The process ended by itself and its last words say that its own runtime ran out of memory: the heap of a JVM or of
Node.js, PHP's memory_limit, a failed allocation. That is a limit inside the process, or the container's limit met by an
allocation that failed instead of a kill; the runtime recorded no OOMKilled.

How it is told apart: it rests on the text of the log or of the termination message, so it is likely at most.

What to do: give the runtime a larger heap and the container a limit above it, or find what fills the heap.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, e := range c.ended(shaky, readItself, readKilled) {
			w := c.lastLinesOf(e.pod, e.ct)
			if w.Fault != message.LogHeap || e.exit.ExitCode == 0 {
				continue
			}
			f := c.crash(e, "exits")
			f.Title = lead(e.pod, e.ct) + "out of memory in its own runtime"
			f.Confidence = Likely
			f.Cause = fmt.Sprintf("%s ended with exit code %d%s%s because its runtime could not get more memory.%s",
				e.ct.name(), e.exit.ExitCode, e.after(), e.ct.restarts(), w.says())
			f.RuledOut = append(f.RuledOut, "a kill at the memory limit: the runtime recorded no OOMKilled")
			f.Next = append([]Step{previousLog(e.pod, e.ct)},
				c.change(e.pod, Likely, "raise the heap of the runtime (-Xmx, --max-old-space-size, memory_limit) and "+
					"keep the container's limit above it"))
			out = append(out, f)
		}
		return out
	},
}
