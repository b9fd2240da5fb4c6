package rules

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// probeRules are the rules of this family, most specific first.
var probeRules = []*Rule{
	startupWrongPort, startupBudget, livenessWrongPort, livenessStart, livenessFailing,
	readinessWrongPort, readinessFailing, readinessGate, readinessUnknown,
}

// probeSpec returns the container's probe of that kind, or nil.
func probeSpec(ct Container, kind message.ProbeKind) *corev1.Probe {
	switch kind {
	case message.Liveness:
		return ct.Spec.LivenessProbe
	case message.Readiness:
		return ct.Spec.ReadinessProbe
	}
	return ct.Spec.StartupProbe
}

// probeField is the probe's place under the container, such as livenessProbe.
func probeField(kind message.ProbeKind) string { return string(kind) + "Probe" }

// newestProbe returns the newest failure of that probe, other than those that raced with the container's end, and what it
// says.
func newestProbe(p *Pod, ct Container, kind message.ProbeKind) (*loader.Event, message.Probe) {
	var best *loader.Event
	var said message.Probe
	for _, e := range p.Events {
		if !strings.EqualFold(e.Reason, "Unhealthy") || !about(p, e, ct) {
			continue
		}
		pr, ok := message.ParseProbe(e.Message)
		if !ok || pr.Kind != kind || pr.Fault == message.ProbeGone && best != nil {
			continue
		}
		if best == nil || !e.Last.Before(best.Last) || said.Fault == message.ProbeGone {
			best, said = e, pr
		}
	}
	return best, said
}

// verdict is the failure that a probe is judged by. An answer of the application (a status, a refusal of its own) tells more
// than the refused connections while it starts, so it is preferred where it is not much older.
func verdict(p *Pod, ct Container, kind message.ProbeKind) (*loader.Event, message.Probe) {
	best, said := newestProbe(p, ct, kind)
	if best == nil {
		return best, said
	}
	switch said.Fault {
	case message.ProbeRefused, message.ProbeClosed, message.ProbeExecTimeout, message.ProbeTimeout:
	default:
		return best, said
	}
	for _, e := range p.Events {
		if !strings.EqualFold(e.Reason, "Unhealthy") || !about(p, e, ct) || e.Last.Before(best.Last.Add(-steadyAfter)) {
			continue
		}
		pr, ok := message.ParseProbe(e.Message)
		told := pr.Fault == message.ProbeStatus || pr.Fault == message.ProbeExec && pr.Output != ""
		if ok && pr.Kind == kind && told {
			return e, pr
		}
	}
	return best, said
}

// probeEvidence is every kind of failure of that probe, the given one first.
func (c *Context) probeEvidence(p *Pod, ct Container, kind message.ProbeKind, first *loader.Event) []Evidence {
	out := []Evidence{c.EventEvidence(first)}
	for _, e := range p.Events {
		if pr, ok := message.ParseProbe(e.Message); e != first && ok && pr.Kind == kind && about(p, e, ct) && len(out) < 4 {
			out = append(out, c.EventEvidence(e))
		}
	}
	return append(out, c.PodField(p, "spec."+ct.Path+"."+probeField(kind), probeText(ct, kind)))
}

// probeText is the probe's definition in one line, with the defaults that hold where a field is not set.
func probeText(ct Container, kind message.ProbeKind) string {
	s := probeSpec(ct, kind)
	if s == nil {
		return "not set"
	}
	what := "exec"
	switch {
	case s.HTTPGet != nil:
		what = fmt.Sprintf("httpGet %s port %s path %s", strings.ToLower(cmp.Or(string(s.HTTPGet.Scheme), "http")), s.HTTPGet.Port.String(),
			cmp.Or(s.HTTPGet.Path, "/"))
	case s.TCPSocket != nil:
		what = "tcpSocket port " + s.TCPSocket.Port.String()
	case s.GRPC != nil:
		what = "grpc port " + strconv.Itoa(int(s.GRPC.Port))
	case s.Exec != nil:
		what = "exec " + strings.Join(s.Exec.Command, " ")
	}
	b := budgetOf(s)
	return fmt.Sprintf("%s, initialDelaySeconds %d, periodSeconds %d, timeoutSeconds %d, failureThreshold %d",
		what, b.delay, b.period, b.timeout, b.threshold)
}
