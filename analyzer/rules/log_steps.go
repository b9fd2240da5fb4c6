package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

// isLogOf reports whether the log, one of the Pod's, is of the container. A log that names none is that of the only one.
func (p *Pod) isLogOf(l *loader.Log, ct Container) bool {
	return l.Container == ct.Name || l.Container == "" && len(p.Containers) <= 1
}

// currentLog leads to what the container prints now, in the dump if that holds any of it.
func currentLog(p *Pod, ct Container, text string) Step {
	for _, l := range p.Logs {
		if !l.Previous && l.Lines > 0 && l.Error == "" && p.isLogOf(l, ct) {
			return inDump(l, text)
		}
	}
	return Step{Kind: Ask, Text: text, Command: Kubectl(p.Namespace, "logs %s -c %s", p.Name, ct.Name)}
}

// endedOutput is what the log of a run that ended is called.
const endedOutput = "the whole output of the run that ended"

func inDump(l *loader.Log, what string) Step {
	return Step{Kind: Check, Text: fmt.Sprintf("%s: it is in the dump, %s from line %d", what, l.File, l.First)}
}

// dropQuoted takes away the step that leads to an output of which the evidence quotes every line.
func (c *Context) dropQuoted(f *Finding) {
	p := c.byKey[f.Subject.Key()]
	if p == nil {
		return
	}
	for _, l := range p.Logs {
		if quotesAll(f.Evidence, l) {
			step := inDump(l, endedOutput)
			f.Next = slices.DeleteFunc(slices.Clone(f.Next), func(s Step) bool { return s == step })
		}
	}
}

// quotesAll reports whether each line of the log that says anything stands in the evidence.
func quotesAll(evidence []Evidence, l *loader.Log) bool {
	if l.Lines == 0 || len(l.Kept) < l.Lines {
		return false
	}
	return !slices.ContainsFunc(l.Kept, func(line loader.LogLine) bool {
		return strings.TrimSpace(line.Text) != "" && !slices.ContainsFunc(evidence, func(e Evidence) bool {
			return e.File == l.File && e.Line == line.Line
		})
	})
}
