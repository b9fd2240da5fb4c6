package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var oomChild = &Rule{
	ID:    "oom/child",
	Title: "Processes inside a running container are killed, perhaps for memory",
	Doc: `The container runs and has not restarted, but its output reports again and again that child processes were killed by
signal 9. With a memory limit set, the kernel is the usual killer: it may end one child and leave the first process alone, and
then neither a restart nor an OOMKilled is recorded.

How it is told apart: it rests on the log alone, so it is never more than possible, and it is information only.

What to do: compare memory with the limit, or read the node's kernel log.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, p := range c.Pods {
			for _, ct := range p.Containers {
				limit := memoryLimit(p, ct)
				if ct.Status.State.Running == nil || limit == "" || ct.Role == Ephemeral || ct.Status.RestartCount > 0 {
					continue
				}
				lines := childKills(p, ct)
				if len(lines) < 2 {
					continue
				}
				f := Finding{
					Severity: Info, Confidence: Possible, Subject: p.Ref, Container: ct.Name, Culprit: blame(p, ct.Path+".resources.limits.memory"),
					Title: lead(p, ct) + "children are killed, perhaps for memory",
					Cause: fmt.Sprintf("%s runs, but its log reports that children of it are killed: %s. Its memory limit is %s; "+
						"the kernel may kill a child there and leave the container alive. A watchdog of its own would look the same.",
						ct.name(), oneLine(lines[len(lines)-1].Text), limit),
					Unknown: []string{"who kills them: the node's kernel log tells"},
					Next:    []Step{nodeLogs(p, c.Now), {Kind: Check, Text: "in monitoring: is the container's memory near " + limit + "?"}},
				}
				log, _ := outputOf(p, ct)
				for _, l := range lines[max(0, len(lines)-3):] {
					f.Evidence = append(f.Evidence, c.LogEvidence(log, l))
				}
				f.Evidence = append(f.Evidence, c.PodField(p, "spec."+ct.Path+".resources.limits.memory", limit))
				f.First, f.Last = span(f.Evidence)
				out = append(out, f)
			}
		}
		return out
	},
}

// childKills are the lines of the container's log that report a killed child, other than a shell's bare "Killed".
func childKills(p *Pod, ct Container) []loader.LogLine {
	log, _ := outputOf(p, ct)
	if log == nil {
		return nil
	}
	var out []loader.LogLine
	for _, l := range log.Kept {
		if message.ChildCode(l.Text) {
			out = append(out, l)
		}
	}
	return out
}
