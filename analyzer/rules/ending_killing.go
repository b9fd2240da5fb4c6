package rules

import (
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// byKilling asks the Killing Events. One that fits the end by time proves; older ones of a probe or hook make it likely, for
// the kubelet drops Events of a Pod that has many.
func (c *Context) byKilling(p *Pod, ct Container, e *ending) bool {
	kill, fits := killingOf(p, ct, e.exit)
	if kill == nil {
		return false
	}
	by := message.ParseKill(kill.Message)
	e.reading = map[message.Killer]reading{message.KillHook: readHook, message.KillLiveness: readLiveness, message.KillStartup: readStartup,
		message.KillDefinition: readEdited, message.KillResize: readEdited, message.KillState: readLost, message.KillStop: readStopped}[by]
	if e.reading == readNothing || !fits && (by == message.KillStop || !forced(e.exit) || e.reading == readEdited) {
		e.reading = readNothing
		return false
	}
	e.confidence = Confirmed
	if !fits {
		e.confidence = Likely
	}
	e.evidence = append(e.evidence, c.EventEvidence(kill))
	return true
}

// forced reports whether the code is one that a container leaves which was asked to end: 0, SIGINT, SIGKILL, SIGTERM.
func forced(t *corev1.ContainerStateTerminated) bool {
	return t == nil || slices.Contains([]int32{0, 130, 137, 143, -1073741510}, t.ExitCode)
}

// killingOf returns the newest Killing Event of the container that fits its last end by time, else the newest one of a probe
// or hook.
func killingOf(p *Pod, ct Container, t *corev1.ContainerStateTerminated) (kill *loader.Event, fits bool) {
	grace := graceOf(p)
	for _, e := range p.Events {
		if !strings.EqualFold(e.Reason, "Killing") || !about(p, e, ct) || message.ParseKill(e.Message) == message.KillOther {
			continue
		}
		end := time.Time{}
		if t != nil {
			end = realTime(t.FinishedAt.Time)
		}
		near := end.IsZero() || !end.Before(e.First.Add(-5*time.Second)) && !end.After(e.Last.Add(grace+20*time.Second))
		if near || !fits && message.ParseKill(e.Message) != message.KillStop {
			kill, fits = e, near
		}
	}
	return kill, fits
}

// about reports whether the Event is about the container: by its field path, by its text, or because there is no other.
func about(p *Pod, e *loader.Event, ct Container) bool {
	if name := e.Container(); name != "" {
		return name == ct.Name
	}
	if name := message.KilledContainer(e.Message); name == ct.Name {
		return true
	}
	return len(p.Containers) == 1
}

// byProbe takes a container that was killed while its liveness or startup probe failed.
func (c *Context) byProbe(p *Pod, ct Container, e *ending) bool {
	if e.exit != nil && e.exit.ExitCode != 137 && e.exit.ExitCode != 143 || e.exit == nil && ct.Status.RestartCount == 0 {
		return false
	}
	for _, kind := range []message.ProbeKind{message.Startup, message.Liveness} {
		ev, _ := newestProbe(p, ct, kind)
		if ev == nil || probeSpec(ct, kind) == nil {
			continue
		}
		if e.exit != nil && realTime(e.exit.FinishedAt.Time).Before(ev.First) {
			continue
		}
		e.reading, e.confidence = readLiveness, Likely
		if kind == message.Startup {
			e.reading = readStartup
		}
		e.evidence = append(e.evidence, c.EventEvidence(ev))
		return true
	}
	return e.exit != nil && c.byArithmetic(p, ct, e)
}

// byArithmetic takes a run that was just as long as a probe allows which never succeeds. No record names the probe, so the
// other readings stay.
func (c *Context) byArithmetic(p *Pod, ct Container, e *ending) bool {
	for _, kind := range []message.ProbeKind{message.Startup, message.Liveness} {
		s := probeSpec(ct, kind)
		if s == nil || ct.Status.RestartCount == 0 || !justAsLong(p, e, budgetOf(s)) {
			continue
		}
		e.reading, e.confidence = readLiveness, Possible
		if kind == message.Startup {
			e.reading = readStartup
		}
		e.possible = []string{"a kill from inside the Pod or from the node"}
		if limit := memoryLimit(p, ct); limit != "" && e.exit.ExitCode == 137 {
			e.possible = append(e.possible, "the memory limit of "+limit+", missed by the runtime")
		}
		return true
	}
	return false
}
