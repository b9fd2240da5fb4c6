package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

// probeKill is a container that its liveness or startup probe kills.
type probeKill struct {
	ended
	kind  message.ProbeKind
	event *loader.Event // the failure that the probe is judged by; nil when no Unhealthy Event is left
	said  message.Probe
	also  *message.Probe // another silence of the same probe
}

// probeKills lists the containers whose last end was a kill by that probe and that are not well since, or that a startup
// probe is about to kill.
func (c *Context) probeKills(kind message.ProbeKind) []probeKill {
	want := readLiveness
	if kind == message.Startup {
		want = readStartup
	}
	var out []probeKill
	for _, p := range c.Pods {
		for _, ct := range p.Containers {
			k := probeKill{ended: ended{p, ct, c.endingOf(p, ct), c.severity(p, ct)}, kind: kind}
			k.event, k.said = verdict(p, ct, kind)
			starting := kind == message.Startup && c.notStarted(p, ct, k.event)
			killed := k.reading == want && standingOf(p, ct, c.Now) >= once
			if !starting && !killed {
				continue
			}
			if o, mixed := otherSilence(p, ct, kind, k.said); mixed {
				k.also = &o
			}
			k.judge(c, starting)
			if k.severity != Info || p.Leftover {
				out = append(out, k)
			}
		}
	}
	return out
}

// notStarted reports whether the container runs and its startup probe has not passed yet but failed.
func (c *Context) notStarted(p *Pod, ct Container, failed *loader.Event) bool {
	if ct.Status.State.Running == nil || failed == nil || ct.Spec.StartupProbe == nil ||
		ct.Status.Started != nil && *ct.Status.Started || p.Healthy {
		return false
	}
	return ct.Status.RestartCount > 0 || !c.Now.IsZero() && c.Now.Sub(ct.Status.State.Running.StartedAt.Time) > settle
}

// judge sets the severity: a container that was killed once and runs again is only worth a warning while the probe still
// fails, or has not had the time to kill again.
func (k *probeKill) judge(c *Context, starting bool) {
	at := standingOf(k.pod, k.ct, c.Now)
	switch {
	case k.pod.Leftover:
		k.severity = Info
	case starting || at == failing:
		k.severity = Error
	case at == shaky:
		k.severity = Warning
	case k.fresh(c):
		k.severity = Warning
	}
}

// fresh reports whether the probe failed after the container's present start, or could not yet have killed it again.
func (k *probeKill) fresh(c *Context) bool {
	r, s := k.ct.Status.State.Running, probeSpec(k.ct, k.kind)
	if r == nil || s == nil {
		return true
	}
	return k.event != nil && k.event.Last.After(r.StartedAt.Time) || c.Now.Sub(r.StartedAt.Time) < budgetOf(s).most()
}

// finding is what all Findings about a probe's kills share. The cause's first sentence says who killed, the rule adds why.
func (k *probeKill) finding(c *Context) Finding {
	f := c.endedFinding(k.ended)
	f.Severity = k.severity
	f.Culprit = blame(k.pod, k.ct.Path+"."+probeField(k.kind))
	if k.event != nil {
		f.Evidence = append(f.Evidence, c.probeEvidence(k.pod, k.ct, k.kind, k.event)...)
	} else {
		f.Evidence = append(f.Evidence, c.PodField(k.pod, "spec."+k.ct.Path+"."+probeField(k.kind), probeText(k.ct, k.kind)))
		f.Unknown = append(f.Unknown, "what the probe met: its Unhealthy Events are not in the dump (they live one hour by default)")
	}
	f.First, f.Last = span(f.Evidence)
	if k.also != nil && f.Confidence == Confirmed {
		f.Confidence = Likely
	}
	if k.exit != nil && k.exit.ExitCode == 143 {
		f.RuledOut = append(f.RuledOut, "a stop by hand or a deletion: exit code 143 is the SIGTERM of the probe's kill")
	}
	f.Next = []Step{previousLog(k.pod, k.ct)}
	return f
}

// answersLate reports whether tries of the probe ended with a time-out.
func (k *probeKill) answersLate() bool {
	late := []message.ProbeFault{message.ProbeTimeout, message.ProbeExecTimeout}
	return slices.Contains(late, k.said.Fault) || k.also != nil && slices.Contains(late, k.also.Fault)
}

// grace is the time between the probe's SIGTERM and SIGKILL.
func (k *probeKill) grace(s *corev1.Probe) time.Duration {
	if own := s.TerminationGracePeriodSeconds; own != nil {
		return time.Duration(*own) * time.Second
	}
	return graceOf(k.pod)
}

// smallCPU is the CPU limit below which throttling is worth a question.
const smallCPU = 200

// askCPU adds a small CPU limit as something that may slow the container. What throttling did is not in a dump.
func (c *Context) askCPU(f *Finding, p *Pod, ct Container) {
	q, ok := ct.Spec.Resources.Limits[corev1.ResourceCPU]
	if !ok || q.MilliValue() > smallCPU || q.IsZero() {
		return
	}
	f.Unknown = append(f.Unknown, "whether CPU throttling makes it slow: limits.cpu is "+q.String())
	f.Evidence = append(f.Evidence, c.PodField(p, "spec."+ct.Path+".resources.limits.cpu", q.String()))
}

// opening is the sentence that says who kills, how often and after how long.
func (k *probeKill) opening() string {
	if k.exit == nil && k.ct.Status.RestartCount == 0 {
		return fmt.Sprintf("The %s probe of container %q has not passed.", k.kind, k.ct.Name)
	}
	if k.confidence == Possible && k.exit != nil {
		return fmt.Sprintf("Container %q ends with exit code %d%s%s, which is as long as its %s probe allows; a kill by that probe fits, "+
			"but no Event tells. What else is left: %s.",
			k.ct.Name, k.exit.ExitCode, k.after(), k.ct.restarts(), k.kind, strings.Join(k.possible, "; "))
	}
	code := ""
	if k.exit != nil {
		code = fmt.Sprintf("; the exit code %d is that of the kill", k.exit.ExitCode)
	}
	return fmt.Sprintf("The kubelet kills container %q%s because its %s probe fails%s%s.", k.ct.Name, k.after(), k.kind, code, k.ct.restarts())
}

// met is the sentence that says what the probe met; "" when no Event tells.
func (k *probeKill) met() string {
	if k.event == nil {
		return ""
	}
	out := " The probe's last word: " + how(k.said, probeSpec(k.ct, k.kind)) + "."
	if k.also != nil {
		out += " Other tries met: " + how(*k.also, probeSpec(k.ct, k.kind)) + "."
	}
	return out
}

// arithmetic is the sentence that compares what the probe allows with how long the last run lasted.
func (k *probeKill) arithmetic() string {
	s := probeSpec(k.ct, k.kind)
	if s == nil {
		return ""
	}
	out := fmt.Sprintf(" A probe that never passes kills %s", budgetOf(s))
	if late := k.answersLate(); late {
		out += fmt.Sprintf(", a time-out of %d s later", timeoutOf(s))
	}
	if grace := k.grace(s); grace > 0 {
		out += fmt.Sprintf(", and the end may take up to %s of grace", podstatus.Duration(grace))
	}
	if d := k.ran(); d != "" {
		out += "; the last run ended after " + d
	}
	return out + "."
}

// atWrongPort reports whether the probe asks a port that the container does not declare.
func (k *probeKill) atWrongPort(c *Context) bool {
	_, _, wrong := c.wrongPort(k.pod, k.ct, k.kind, k.said)
	return k.event != nil && wrong
}

// tooEarly reports whether a liveness probe killed the container at the first chance, in a way that time may cure.
func (k *probeKill) tooEarly() bool {
	s := probeSpec(k.ct, k.kind)
	if s == nil || hopeless(s) || k.wasUp() != nil {
		return false
	}
	if k.ct.Spec.StartupProbe != nil || k.said.Fault == message.ProbeStatus && k.said.Status < 500 ||
		k.said.Fault == message.ProbeExecMissing {
		return false
	}
	if k.said.Fault == message.ProbeExec && !startingUp(k.said.Output) {
		return false // a command that fails without a word on the start may fail for ever
	}
	return neverPassed(k.pod, k.ending, budgetOf(s))
}

// startingUp reports whether a probe's command says that the application is not up yet.
func startingUp(output string) bool {
	return slices.ContainsFunc([]string{"refused", "not ready", "starting", "not yet", "no such file", "waiting", "connect", "timed out",
		"timeout", "initializ", "not running", "no response"},
		func(w string) bool { return contains(output, w) })
}
