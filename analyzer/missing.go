package analyzer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// Missing is something that the dump cannot show.
type Missing struct {
	What    string       `json:"what"`
	State   MissingState `json:"state"`
	Why     string       `json:"why,omitempty"`
	Command string       `json:"command,omitempty"` // collects it, where that is possible
}

// MissingState says how something is missing.
type MissingState string

// CutOff: it stood behind the end of a source that is not whole. NoneInDump: it was collected, and there is none; whether there
// ever was is unknown. NotInDump: this kind, namespace or file was not collected. Expired: Kubernetes deletes it by age.
// NotRecorded: Kubernetes never keeps it.
const (
	CutOff      MissingState = "cut off"
	NoneInDump  MissingState = "none in the dump"
	NotInDump   MissingState = "not in the dump"
	Expired     MissingState = "expired"
	NotRecorded MissingState = "not recorded"
)

// missing lists what the dump cannot show, what matters most first.
func missing(c *rules.Context) []Missing {
	out := []Missing{}
	s := c.Snapshot
	out = append(out, cutOff(s)...)
	if t := s.Capture.EventsSince; !t.IsZero() {
		m := Missing{What: "events last seen before " + t.UTC().Format("2006-01-02 15:04:05Z"), State: NoneInDump,
			Why: "by default an API server drops an event 1 h after its last update"}
		if eventsExpired(c) {
			m.State = Expired
		}
		out = append(out, m)
	}
	out = append(out, masked(s)...)
	out = append(out, namespacesMissing(s)...)
	out = append(out, earlierLogs(c)...)
	out = append(out, kindsMissing(s)...)
	return append(out, Missing{What: "kubelet and node logs", State: NotInDump,
		Why: "they are not part of the API; ask for the journal of the node that matters"})
}

// cutOff asks for the whole of what ends too early, before anything else: what lacks may stand there.
func cutOff(s *loader.Snapshot) []Missing {
	var out []Missing
	for _, cut := range s.Coverage.Cut {
		what := "the rest of " + cut.File
		if cut.Kind != "" {
			what += " (" + cut.Kind + ")"
		}
		why := "send the whole file again"
		if cut.Unread {
			why = "a limit ended the reading; raise it"
		}
		out = append(out, Missing{What: what, State: CutOff, Why: why})
	}
	return out
}

// eventsExpired reports whether older Events must have existed: those of the start of a Pod that started before them all.
func eventsExpired(c *rules.Context) bool {
	since := c.Snapshot.Capture.EventsSince
	for _, p := range c.Pods {
		start := p.Pod.Status.StartTime
		if start == nil || since.Sub(start.Time) < time.Minute || !c.Snapshot.Coverage.Collected("Event", p.Namespace) {
			continue
		}
		if !slices.ContainsFunc(p.Events, func(e *loader.Event) bool { return e.First.Sub(start.Time) < time.Minute }) {
			return true
		}
	}
	return false
}

// namespacesMissing says that only the two namespaces were saved that "cluster-info dump" saves unless asked for more.
func namespacesMissing(s *loader.Snapshot) []Missing {
	if len(s.Namespaces) > 0 || len(s.Coverage.Namespaces) == 0 || !slices.Contains(s.Source.Layouts, "cluster-info-dump") {
		return nil
	}
	for _, ns := range s.Coverage.Namespaces {
		if ns != "default" && ns != "kube-system" {
			return nil
		}
	}
	return []Missing{{What: "any other namespace", State: NotInDump,
		Why:     "kubectl cluster-info dump saves default and kube-system unless it is given -A",
		Command: "kubectl cluster-info dump -A --output-directory=dump"}}
}

// earlierLogsNamed is how many containers' earlier logs are asked for by name.
const earlierLogsNamed = 3

// earlierLogs asks for the log before the last restart of containers of unhealthy Pods, where the dump does not hold it.
func earlierLogs(c *rules.Context) []Missing {
	commands := EarlierLogs(c)
	n := len(commands)
	if n == 0 {
		return nil
	}
	commands = commands[:min(n, earlierLogsNamed)]
	what := "the log before the last restart of 1 container"
	if n > 1 {
		what = fmt.Sprintf("the logs before the last restart of %d containers", n)
	}
	return []Missing{{What: what, State: NotInDump, Why: "kubectl cluster-info dump saves the current run only",
		Command: strings.Join(commands, "\n")}}
}

// kindsMissing asks for the kinds that were not collected.
func kindsMissing(s *loader.Snapshot) []Missing {
	lacks := Collections(s)
	if len(s.Coverage.Cut) > 0 {
		var kinds []string
		for _, l := range lacks {
			if l.Note == "" {
				kinds = append(kinds, l.Kinds)
			}
		}
		if len(kinds) == 0 {
			return nil
		}
		return []Missing{{What: strings.Join(kinds, ", "), State: NotInDump, Why: "the source was not read to its end, and they may stand there"}}
	}
	var out []Missing
	for _, l := range lacks {
		if n := len(out); n > 0 && l.Note == "" && out[n-1].Why == "" {
			out[n-1].What += ", " + l.Kinds
			out[n-1].Command += "\n" + l.Command
			continue
		}
		out = append(out, Missing{What: l.Kinds, State: NotInDump, Why: l.Note, Command: l.Command})
	}
	return out
}
