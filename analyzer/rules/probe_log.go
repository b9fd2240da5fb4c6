package rules

import (
	"fmt"
	"slices"
	"time"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// wasUp returns the line of the container's log which shows that the program was up before it was killed, or nil. A line that comes late in
// the run, or that names a start about as long as the run, fits a slow start all the same.
func (k *probeKill) wasUp() *loader.LogLine {
	log, _ := outputOf(k.pod, k.ct)
	s := probeSpec(k.ct, k.kind)
	if log == nil || s == nil {
		return nil
	}
	half := budgetOf(s).least() / 2
	for i := range log.Kept {
		l := &log.Kept[i]
		if !message.LogUp(l.Text) || message.LogStartTakes(l.Text) > half || startedLate(log, l, half) {
			continue
		}
		return l
	}
	return nil
}

// startedLate reports whether the line was written long after the log's first one.
func startedLate(log *loader.Log, l *loader.LogLine, long time.Duration) bool {
	first := log.Kept[0].At
	return !first.IsZero() && !l.At.IsZero() && l.At.Sub(first) > long
}

// tellUp adds what the log says against a slow start, where the run was as short as one.
func (k *probeKill) tellUp(c *Context, f *Finding) {
	s := probeSpec(k.ct, k.kind)
	up := k.wasUp()
	if s == nil || up == nil || !neverPassed(k.pod, k.ending, budgetOf(s)) {
		return
	}
	log, _ := outputOf(k.pod, k.ct)
	f.Cause += fmt.Sprintf(" Its log shows that it was up (%s), so it hangs or cannot answer, or the probe asks the wrong thing.",
		oneLine(up.Text))
	f.Evidence = append(f.Evidence, c.LogEvidence(log, *up))
	f.RuledOut = append(f.RuledOut, "a slow start: the log shows that the application was up")
}

// tellStart adds how long a start takes, as the log names it, or that nothing tells.
func (k *probeKill) tellStart(c *Context, f *Finding) {
	log, _ := outputOf(k.pod, k.ct)
	if log != nil {
		for _, l := range log.Kept {
			if d := message.LogStartTakes(l.Text); d >= time.Second {
				f.Cause += " Its log names the time of a start: " + oneLine(l.Text) + "."
				f.Evidence = append(f.Evidence, c.LogEvidence(log, l))
				return
			}
		}
	}
	f.Unknown = append(f.Unknown, "how long a start takes when nobody kills it")
}

// withLines adds the lines that are not there yet.
func withLines(have, lines []Evidence) []Evidence {
	for _, l := range lines {
		if !slices.ContainsFunc(have, func(e Evidence) bool { return e.File == l.File && e.Line == l.Line && e.Field == l.Field }) {
			have = append(have, l)
		}
	}
	return have
}
