package rules

import (
	"cmp"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/podstatus"
)

// budget is the arithmetic of a probe, with Kubernetes' defaults, in seconds.
type budget struct{ delay, period, timeout, threshold int32 }

func budgetOf(s *corev1.Probe) budget {
	return budget{s.InitialDelaySeconds, cmp.Or(s.PeriodSeconds, 10), cmp.Or(s.TimeoutSeconds, 1), cmp.Or(s.FailureThreshold, 3)}
}

// most is the latest kill after a container's start, if the probe never succeeds: its first try comes within a period after the
// delay.
func (b budget) most() time.Duration {
	return time.Duration(b.delay+b.period*b.threshold) * time.Second
}

// least is the earliest kill: the first try comes at the end of the delay.
func (b budget) least() time.Duration {
	return time.Duration(b.delay+b.period*(b.threshold-1)) * time.Second
}

// String is when the kill comes, with its arithmetic.
func (b budget) String() string {
	return fmt.Sprintf("%s after the start (%d s + %d to %d x %d s)", b.short(), b.delay, b.threshold-1, b.threshold, b.period)
}

// neverPassed reports whether the last run was as long as a probe allows that never succeeds: it was killed at the first
// chance. The end may lag by the grace period.
func neverPassed(p *Pod, e *ending, b budget) bool {
	return b.spent(e, 2*time.Second, time.Duration(b.period+10)*time.Second+min(graceOf(p), time.Minute))
}

// justAsLong is neverPassed without slack: it must hold where nothing else tells of the probe.
func justAsLong(p *Pod, e *ending, b budget) bool {
	grace := graceOf(p)
	if e.exit != nil && e.exit.ExitCode != 137 {
		grace = 5 * time.Second // it handled SIGTERM
	}
	return b.spent(e, time.Second, grace+3*time.Second)
}

// spent reports whether the last run took what the budget allows, less early or more late at the most.
func (b budget) spent(e *ending, early, late time.Duration) bool {
	if e.exit == nil || e.ran() == "" {
		return false
	}
	ran := e.exit.FinishedAt.Sub(e.exit.StartedAt.Time)
	return ran >= b.least()-early && ran <= b.most()+late
}

// graceOf is the time that the Pod's containers have between SIGTERM and SIGKILL.
func graceOf(p *Pod) time.Duration {
	if s := p.Spec.TerminationGracePeriodSeconds; s != nil {
		return time.Duration(*s) * time.Second
	}
	return 30 * time.Second // the API server's default
}

// short is the budget without its arithmetic.
func (b budget) short() string {
	return podstatus.Duration(b.least()) + " to " + podstatus.Duration(b.most())
}
