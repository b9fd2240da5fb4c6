package rules

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
)

var oomContainerLimit = &Rule{
	ID:    "oom/container-limit",
	Title: "Container was killed because it reached its memory limit",
	Doc: `The runtime recorded OOMKilled: the kernel killed a process of the container because the container's memory reached
its limit. The exit code is usually 137; another code means that a child was killed and the first process ended by itself.
Page cache and files in memory-backed volumes count too, so a container that only copies a file can be killed.

How it is told apart: 137 without the reason OOMKilled is not called out of memory here. A kill of the whole node's memory
shows as SystemOOM on the node and is another rule.

What to do: find out whether memory grows without end (then a larger limit only delays it) or whether the limit is simply
below what the work needs. Runtimes with a heap of their own (JVM, Node.js, .NET) must be told a size below the limit.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, e := range c.ended(once, readMemory) {
			if limit := memoryLimit(e.pod, e.ct); limit != "" {
				out = append(out, c.overLimit(e, limit))
			}
		}
		return out
	},
}

func (c *Context) overLimit(e ended, limit string) Finding {
	f := c.endedFinding(e)
	if e.severity == Info && !e.pod.Leftover {
		f.Severity = Warning // a limit that was reached within the last minutes will be reached again
	}
	f.Culprit.Field += ".resources.limits.memory"
	if _, own := e.ct.Spec.Resources.Limits[corev1.ResourceMemory]; !own {
		f.Culprit = blame(e.pod, "resources.limits.memory")
	}
	f.Title = fmt.Sprintf("%sout of memory at its limit of %s", lead(e.pod, e.ct), limit)
	f.Cause = fmt.Sprintf("%s was OOM-killed%s: its memory reached the limit of %s%s.", e.ct.name(), e.after(), limit, e.ct.restarts())
	if e.exit.ExitCode != 137 {
		f.Cause += fmt.Sprintf(" The exit code is %d, so a child process was killed and the container's first process ended by itself.",
			e.exit.ExitCode)
	}
	f.Evidence = append(f.Evidence, c.PodField(e.pod, "spec."+e.ct.Path+".resources.limits.memory", limit))
	f.Evidence = append(f.Evidence, c.lastLinesOf(e.pod, e.ct).evidence...)
	f.RuledOut = append(f.RuledOut, c.notTheNode(e.pod)...)
	f.Unknown = []string{"what used the memory: a dump holds no memory figures of the run"}
	f.Next = append(c.rollbackIfMemory(e), c.raiseLimit(e.pod, e.ct, f.Confidence)...)
	return f
}

// rollbackIfMemory offers the revision before where that one had a larger limit.
func (c *Context) rollbackIfMemory(e ended) []Step {
	old := c.previousReplicaSet(e.pod)
	if old == nil {
		return nil
	}
	before := containerOf(&old.Spec.Template.Spec, e.ct.Name)
	if before == nil || before.Resources.Limits.Memory().Cmp(*e.ct.Spec.Resources.Limits.Memory()) <= 0 {
		return nil
	}
	return c.rollback(e.pod)
}
