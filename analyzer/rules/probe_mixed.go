package rules

import (
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

// silent are the failures in which the application gave no answer of its own; which of them comes when depends on how far it is.
var silent = []message.ProbeFault{message.ProbeRefused, message.ProbeTimeout, message.ProbeExecTimeout,
	message.ProbeUnreachable, message.ProbeClosed}

// otherSilence is another way in which the probe got no answer, beside the one that it is judged by. Then neither alone is the
// cause.
func otherSilence(p *Pod, ct Container, kind message.ProbeKind, said message.Probe) (message.Probe, bool) {
	newest, _ := newestProbe(p, ct, kind)
	if newest == nil || !slices.Contains(silent, said.Fault) {
		return message.Probe{}, false
	}
	for _, e := range p.Events {
		if !strings.EqualFold(e.Reason, "Unhealthy") || !about(p, e, ct) || e.Last.Before(newest.Last.Add(-steadyAfter)) {
			continue
		}
		if pr, ok := message.ParseProbe(e.Message); ok && pr.Kind == kind && pr.Fault != said.Fault && slices.Contains(silent, pr.Fault) {
			return pr, true
		}
	}
	return message.Probe{}, false
}

// silence names the two ways of a title: "is refused or times out".
func silence(a, b message.ProbeFault) string {
	words := map[message.ProbeFault]string{message.ProbeRefused: "is refused", message.ProbeTimeout: "times out",
		message.ProbeExecTimeout: "times out", message.ProbeUnreachable: "is not delivered", message.ProbeClosed: "is cut off"}
	list := []string{words[a], words[b]}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), " or ")
}
