package rules

import (
	"fmt"
	"slices"
)

var oomNodeMemory = &Rule{
	ID:    "oom/node-memory",
	Title: "Container was killed because its node or Pod group ran out of memory",
	Doc: `The container was killed for memory, but not by a limit of its own: either the runtime recorded OOMKilled for a
container without a memory limit, or the node reported a SystemOOM at the time of the kill. Then all containers of the node
share the fault: those without a limit, or with a request far below their use, let the node fill up.

How it is told apart: a container with a memory limit and the reason OOMKilled ran into that limit.

What to do: set memory requests to real use and limits where use may grow; look for the largest user on that node, which
need not be the container that was killed.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, e := range c.ended(once, readMemory) {
			if memoryLimit(e.pod, e.ct) == "" {
				out = append(out, c.outOfNode(e))
			}
		}
		for _, e := range c.ended(once, readNode) {
			systemOOM := func(ev Evidence) bool { return ev.Field == "Event SystemOOM" || ev.Field == "Event OOMKilling" }
			if slices.ContainsFunc(e.evidence, systemOOM) {
				out = append(out, c.outOfNode(e))
			}
		}
		return append(out, c.killsOnNode(out)...)
	},
}

func (c *Context) outOfNode(e ended) Finding {
	f := c.endedFinding(e)
	f.Confidence = Likely
	f.Culprit = blame(e.pod, e.ct.Path+".resources.limits.memory")
	f.Title = lead(e.pod, e.ct) + "killed for memory, without a limit of its own"
	f.Cause = fmt.Sprintf("%s was killed for memory%s%s. It has no memory limit, so memory of its node%s was used up, "+
		"not a share of its own.", e.ct.name(), e.after(), e.ct.restarts(), nodeSuffix(e.pod))
	if limit := memoryLimit(e.pod, e.ct); limit != "" {
		f.Title = lead(e.pod, e.ct) + "killed while its node is out of memory"
		f.Cause = fmt.Sprintf("%s was killed%s%s while the node%s reported that it was out of memory; its own limit is %s.",
			e.ct.name(), e.after(), e.ct.restarts(), nodeSuffix(e.pod), limit)
	}
	f.Evidence = append(f.Evidence, c.nodeMemory(e.pod)...)
	f.Evidence = append(f.Evidence, c.lastLinesOf(e.pod, e.ct).evidence...)
	f.Unknown = []string{"which process filled the memory: only the kernel's log of the node tells"}
	f.Next = []Step{nodeLogs(e.pod, e.exit.FinishedAt.Time),
		c.change(e.pod, f.Confidence, fmt.Sprintf("set a memory request and limit for container %q", e.ct.Name))}
	return f
}
