package rules

import (
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/podstatus"
)

// The decision table of container ends. An exit code alone does not tell why a container ended: 137 has at least seven
// readings, 143 five, 255 three. Records are asked in this order, the first that speaks decides:
//
//	exit record    reason OOMKilled             the memory limit
//	exit record    StartError …, exit 128       the runtime could not start the process
//	exit code, log 126, 127, exec format        the process could not be run (command-error)
//	exit record    ContainerStatusUnknown       lost: nobody saw it end
//	exit record    Unknown, 255                 lost: the runtime or the machine restarted
//	Killing Event  hook, liveness, startup …    that is who killed it, whatever the code
//	Pod            deleted, evicted, …          it was stopped with its Pod
//	Node Events    Rebooted, SystemOOM          the node, if within a minute of the end
//	other Pods     ended in the same minute     the node or its runtime
//	Unhealthy      liveness or startup, 137/143 the probe, though its Killing Event is gone
//	run length     just what a probe allows     possibly the probe
//	log            a child was killed           the process passed the child's code on
//	exit code      137, 143                     killed from outside: the readings that are left, all named
//	exit code      anything else                the process ended by itself
type reading int

const (
	readNothing reading = iota // no end is on record
	readMemory
	readStart
	readLost
	readHook
	readLiveness
	readStartup
	readEdited // definition changed, resized, or restarted together with a sibling
	readStopped
	readNode
	readKilled // SIGKILL or SIGTERM from somebody whom the dump does not name
	readItself
)

// ending is why a container's last run ended.
type ending struct {
	reading
	confidence Confidence
	exit       *corev1.ContainerStateTerminated // nil: only Events tell that it ended
	field      string
	evidence   []Evidence // the exit record first, then what decided
	ruledOut   []string
	possible   []string // the readings that are left, where nothing decides
	childCode  bool     // the log shows that the code is a child's
	memory     bool     // the memory limit is among the readings that are left
}

// endingOf reads the decision table for one container, once.
func (c *Context) endingOf(p *Pod, ct Container) *ending {
	return c.known.endings.get(ct.Status, func() *ending {
		e := c.decide(p, ct)
		return &e
	})
}

func (c *Context) decide(p *Pod, ct Container) ending {
	t, field := ct.LastExit()
	e := ending{exit: t, field: field, confidence: Confirmed}
	if t != nil {
		e.evidence = append(e.evidence, c.exitEvidence(p, ct)...)
	}
	for _, decide := range []func(*Pod, Container, *ending) bool{
		c.byRecord, c.byStart, c.byHook, c.byKilling, c.byPod, c.byNode, c.byNeighbours, c.byProbe, c.byCode,
	} {
		if decide(p, ct, &e) {
			break
		}
	}
	c.ruleOut(p, ct, &e)
	return e
}

// exitEvidence is the exit record as it stands, and its message as a text of its own.
func (c *Context) exitEvidence(p *Pod, ct Container) []Evidence {
	t, field := ct.LastExit()
	if t == nil {
		return nil
	}
	text := fmt.Sprintf("exitCode %d", t.ExitCode)
	if t.Reason != "" {
		text = fmt.Sprintf("reason %s, exitCode %d", t.Reason, t.ExitCode)
	}
	if t.Signal != 0 {
		text += fmt.Sprintf(", signal %d", t.Signal)
	}
	if start, end := realTime(t.StartedAt.Time), realTime(t.FinishedAt.Time); !end.IsZero() && !start.IsZero() {
		text += fmt.Sprintf(", startedAt %s, finishedAt %s", start.Format(time.RFC3339), end.Format(time.RFC3339))
	}
	if n := ct.Status.RestartCount; n > 0 {
		text += fmt.Sprintf("; restartCount %d", n)
	}
	ev := c.PodField(p, field, text)
	ev.At = realTime(t.FinishedAt.Time)
	out := []Evidence{ev}
	if m := strings.TrimSpace(t.Message); m != "" {
		out = append(out, c.PodField(p, field+".message", m))
	}
	return out
}

func (c *Context) byRecord(p *Pod, ct Container, e *ending) bool {
	if e.exit == nil {
		return false
	}
	if startFailure(e.exit) {
		e.reading = readStart
		return true
	}
	switch e.exit.Reason {
	case "OOMKilled":
		e.reading = readMemory
	case "ContainerStatusUnknown":
		e.reading = readLost
	case "RestartingAllContainers":
		e.reading = readEdited
	case "Unknown":
		e.reading = readLost
	case "seccomp killed":
		e.reading = readItself
	}
	if strings.Contains(e.exit.Message, "could not be located when the pod was") {
		e.reading = readLost
	}
	return e.reading != readNothing
}

// byStart leaves to the rules about commands what a shell, a loader or the runtime's init could not run.
func (c *Context) byStart(p *Pod, ct Container, e *ending) bool {
	if _, ok := c.commandTrouble(p, ct); !ok {
		return false
	}
	e.reading = readStart
	return true
}

// byHook takes a container that waits with PostStartHookError, or whose post-start hook failed around a forced end.
func (c *Context) byHook(p *Pod, ct Container, e *ending) bool {
	reason, _ := ct.Waiting()
	if reason != "PostStartHookError" && (len(hookEvents(p, ct, "FailedPostStartHook")) == 0 || !forced(e.exit)) {
		return false
	}
	e.reading = readHook
	return true
}

func (c *Context) byCode(p *Pod, ct Container, e *ending) bool {
	if e.exit == nil {
		return false
	}
	e.reading = readItself
	if e.exit.ExitCode != 137 && e.exit.ExitCode != 143 {
		return true
	}
	if ev, ok := c.childKilled(p, ct); ok && e.exit.ExitCode == 137 {
		e.childCode, e.confidence = true, Likely
		e.evidence = append(e.evidence, ev)
		return true
	}
	e.reading, e.confidence = readKilled, Possible
	if ev, ok := c.runtimeTells(p); ok {
		e.ruledOut = append(e.ruledOut, "out of memory at the container's limit: the runtime of this node records such "+
			"kills as OOMKilled, as it did for "+ev.Object)
	} else if e.exit.ExitCode == 137 && memoryLimit(p, ct) != "" {
		e.memory = true
		e.possible = append(e.possible, "the memory limit of "+memoryLimit(p, ct)+
			", with a runtime that missed it (reason is Error, not OOMKilled)")
	}
	if probeSpec(ct, message.Liveness) != nil || probeSpec(ct, message.Startup) != nil {
		e.possible = append(e.possible, "a probe's kill whose Events have expired")
	}
	e.possible = append(e.possible, "a kill from inside the Pod or from the node (a supervisor, kill, the kernel)")
	return true
}

// runtimeTells returns a container of the same node whose memory kill the runtime recorded: then it does not miss them.
func (c *Context) runtimeTells(p *Pod) (Evidence, bool) {
	for _, v := range c.podsOn(p.Spec.NodeName) {
		if v == p {
			continue
		}
		for _, ct := range v.Containers {
			if t, _ := ct.LastExit(); t != nil && t.Reason == "OOMKilled" {
				return c.exitEvidence(v, ct)[0], true
			}
		}
	}
	return Evidence{}, false
}

// memoryLimit is the limit that holds for the container, its own or its Pod's; "" when none is set.
func memoryLimit(p *Pod, ct Container) string {
	if q, ok := ct.Spec.Resources.Limits[corev1.ResourceMemory]; ok {
		return q.String()
	}
	if p.Spec.Resources != nil {
		if q, ok := p.Spec.Resources.Limits[corev1.ResourceMemory]; ok {
			return q.String()
		}
	}
	return ""
}

// ran is how long the last run took: "42s"; "" when its times are not on record.
func (e *ending) ran() string {
	if e.exit == nil {
		return ""
	}
	start, end := realTime(e.exit.StartedAt.Time), realTime(e.exit.FinishedAt.Time)
	if start.IsZero() || end.IsZero() || end.Before(start) {
		return ""
	}
	return podstatus.Duration(end.Sub(start))
}

// after is " after 42s", or "".
func (e *ending) after() string {
	switch d := e.ran(); d {
	case "":
		return ""
	case "0s":
		return " within a second of its start"
	default:
		return " after " + d
	}
}

// severity is Error for a container that fails at capture time, Warning for one that may fail again, Info for the rest.
func (c *Context) severity(p *Pod, ct Container) Severity {
	if p.Leftover {
		return Info
	}
	switch standingOf(p, ct, c.Now) {
	case failing:
		return Error
	case shaky:
		return Warning
	}
	return Info
}
