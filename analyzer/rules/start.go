package rules

import (
	"fmt"
	"slices"
	"strings"

	batchv1 "k8s.io/api/batch/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// startRules are the rules of this family, most specific first: what the runtime could not create, then what it could not run.
var startRules = []*Rule{
	startReserved, startNoCommand, startWorkingDir, startMount, startPropagation, startMemory, startProfile, startUser, startDevice, startDisk,
	startCgroup, startImageGone, startSnapshot, startHandler, startSandboxGone, startHook, startProcessLimit, startPort,
	startVM, startSecurity, startFormat, startInterpreter, startNotFound, startNoPermission, startDirectory, startWindows,
	startRuntimeDown, startTimeout, startDevicePrepare, startUnclassified, startStuck,
}

// startTrouble is a container that the runtime could not create or start, and why.
type startTrouble struct {
	message.Start
	pod       *Pod
	container Container
	evidence  []Evidence
	ran       bool // the process was started and said it itself: a shell, the loader, the runtime's init
	exit      int32
	guess     bool // see foreignPlatform
}

// startTroubles lists the containers that cannot be created or started at capture time.
func (c *Context) startTroubles() []startTrouble {
	return c.known.starts.get(func() []startTrouble {
		return ofContainers(c, func(p *Pod, ct Container) (startTrouble, bool) {
			if c.jobDone(p) {
				return startTrouble{}, false
			}
			return c.readStart(p, ct)
		})
	})
}

// readStart asks for the runtime's words first, then for those of the process, then for what the image's name tells.
func (c *Context) readStart(p *Pod, ct Container) (startTrouble, bool) {
	if ct.Status.State.Running != nil && ct.Status.Ready && standingOf(p, ct, c.Now) < failing {
		return startTrouble{}, false
	}
	for _, read := range []func(*Pod, Container) (startTrouble, bool){c.startTrouble, c.commandTrouble, c.foreignPlatform} {
		if t, ok := read(p, ct); ok {
			return t, true
		}
	}
	return startTrouble{}, false
}

var createReasons = []string{"CreateContainerError", "RunContainerError", "PreCreateHookError", "PreStartHookError",
	"StartError", "ContainerCannotRun"}

// startTrouble reads what the runtime said. The newest text that names a cause explains; a time-out or a taken name often
// hides an earlier one that says more.
func (c *Context) startTrouble(p *Pod, ct Container) (startTrouble, bool) {
	t := startTrouble{pod: p, container: ct}
	if !c.startFails(p, ct) {
		return t, false
	}
	var kept []record
	best := -1
	for _, r := range c.records(p, ct) {
		if !isStartRecord(r) {
			continue
		}
		s := message.ParseStart(r.text)
		if best < 0 || startWeight(s.Class) > startWeight(t.Class) {
			best, t.Start = len(kept), s
		}
		kept = append(kept, r)
	}
	if best < 0 {
		return t, false
	}
	t.evidence = append(t.evidence, kept[best].ev)
	seen := map[string]bool{message.MaskIDs(message.Plain(kept[best].text)) + kept[best].reason: true}
	for _, r := range kept {
		if k := message.MaskIDs(message.Plain(r.text)) + r.reason; !seen[k] && len(t.evidence) < 4 {
			seen[k] = true
			t.evidence = append(t.evidence, r.ev)
		}
	}
	if x, _ := ct.LastExit(); x != nil {
		t.exit = x.ExitCode
	}
	return t, true
}

// startFails reports whether the container could not be created or started, so that it does not run at capture time, or runs
// only between such failures.
func (c *Context) startFails(p *Pod, ct Container) bool {
	reason, _ := ct.Waiting()
	switch {
	case ct.Status.State.Running != nil:
		x, _ := ct.LastExit()
		return x != nil && startFailure(x) && standingOf(p, ct, c.Now) >= shaky && !overtaken(p, ct)
	case slices.Contains(createReasons, reason):
		return true
	case reason == "CrashLoopBackOff", ct.Status.State.Terminated != nil:
		if x, _ := ct.LastExit(); x != nil {
			return startFailure(x)
		}
		return failedSince(p, ct, "Started", "started")
	case reason == "" && ct.Status.State.Running == nil, reason == "ContainerCreating", reason == "PodInitializing":
		return failedSince(p, ct, "Started", "started", "Pulling")
	}
	return oldSentence(reason) && ct.Status.State.Running == nil
}

// overtaken reports whether the container runs and has ended otherwise since a start of it failed, or more often than that: the failed
// start is the only end on record and not what ails it.
func overtaken(p *Pod, ct Container) bool {
	run, last := ct.Status.State.Running, ct.Status.LastTerminationState.Terminated
	if run == nil || last == nil || !startFailure(last) {
		return false
	}
	ended, failed, since := -1, 0, false // one of the starts that worked is that of the run which goes on
	for _, e := range p.Events {
		switch {
		case e.Container() != ct.Name:
		case e.Reason == "Started":
			ended += int(max(e.Count, 1))
			since = since || e.First.After(last.FinishedAt.Time) && e.First.Before(run.StartedAt.Time)
		case e.Reason == "Failed" && e.Warning():
			failed += int(max(e.Count, 1))
		}
	}
	return since || ended >= max(failed, 1) && ended >= 2
}

// failedSince reports whether the newest Event Failed of the container is younger than those that would take it back.
func failedSince(p *Pod, ct Container, back ...string) bool {
	failed := newestEvent(p, ct.Name, "Failed", "failed")
	return !failed.IsZero() && failed.After(newestEvent(p, ct.Name, back...))
}

// isStartRecord reports whether the record holds the runtime's words on creating or starting the container.
func isStartRecord(r record) bool {
	if slices.Contains(createReasons, r.reason) {
		_, config := message.ParseConfig(r.reason, r.text)
		return !config || startFailureRecord(r) || !contains(r.text, "GenerateRunContainerOptions")
	}
	if isPullRecord(r) || r.reason == "BackOff" || r.reason == "CrashLoopBackOff" || r.reason == "CreateContainerConfigError" {
		return false
	}
	if _, config := message.ParseConfig(r.reason, r.text); config && !contains(r.text, "failed to") {
		return false
	}
	return r.reason == "Failed" || r.reason == "failed" || oldSentence(r.reason)
}

// oldSentence reports whether the waiting reason is a failure in a sentence, as up to Kubernetes 1.1. "Image: x is ready,
// container is creating" is none.
func oldSentence(reason string) bool {
	return contains(reason, " ") && !contains(reason, "container is creating") && !contains(reason, "is not ready on the node")
}

// startWeight orders what a text is worth as an explanation.
func startWeight(c message.StartClass) int {
	switch c {
	case message.StartTimeout, message.StartUnclassified, message.StartRuntimeDown:
		return 1
	case message.StartReserved, message.StartSandboxGone:
		return 2
	}
	return 3
}

// startRule makes the Detect of a rule that explains start failures of the given classes.
func startRule(words func(*Context, *startTrouble, *Finding), classes ...message.StartClass) func(*Context) []Finding {
	fits := func(_ *Context, f *startTrouble) bool { return slices.Contains(classes, f.Class) }
	return familyRule((*Context).startTroubles, fits, (*startTrouble).finding, words)
}

// finding is what all start failures have in common.
func (t *startTrouble) finding(c *Context) Finding {
	first, last := span(t.evidence)
	x := Finding{
		Severity: Error, Confidence: Confirmed, Subject: t.pod.Ref, Container: t.container.Name, Culprit: blame(t.pod, t.container.Path),
		Evidence: t.evidence, First: first, Last: last,
	}
	switch {
	case t.ran:
		x.Confidence = Likely
	case t.container.Status.State.Running != nil:
		if x.Severity = c.severity(t.pod, t.container); x.Severity == Error {
			x.Severity = Warning
		}
		x.Note = "The container runs at capture time: a later start worked. Its last record is of one that failed."
	default:
		x.RuledOut = append(x.RuledOut, "a crash of the program: it was never started, so it has no log")
	}
	return x
}

// command is what the container is told to run, as its spec says, or "the image's own command".
func (t *startTrouble) command() string {
	if list := append(slices.Clone(t.container.Spec.Command), t.container.Spec.Args...); len(list) > 0 {
		return fmt.Sprintf("%q", list[0])
	}
	return "the image's own command"
}

// commandField is the field that names what is run: command, args, or the image where neither is set.
func (t *startTrouble) commandField() string {
	switch {
	case len(t.container.Spec.Command) > 0:
		return t.container.Path + ".command"
	case len(t.container.Spec.Args) > 0:
		return t.container.Path + ".args"
	}
	return t.container.Path + ".image"
}

// nodeLog asks for the runtime's words on the node.
func (t *startTrouble) nodeLog(c *Context) Step {
	return Step{Kind: Check, Text: "the runtime's and the kubelet's log" + onNode(t.pod) + ", up to the dump time",
		Command: c.journal(unitRuntimes + " " + unitKubelet)}
}

// lookInside lists what the image holds, without running anything of it.
func (t *startTrouble) lookInside() Step {
	command := "docker export $(docker create " + t.container.Spec.Image + " x) | tar tv"
	if t.Path != "" {
		command += " | grep '" + t.Path[strings.LastIndex(t.Path, "/")+1:] + "'"
	}
	return Step{Kind: Check, Text: "what the image holds, and with which mode", Command: command}
}

// jobDone reports whether the Pod is a failed attempt of a Job that has completed since.
func (c *Context) jobDone(p *Pod) bool {
	up, ok := loader.Controller(p.Pod)
	job, found := c.Snapshot.Find(up).(*batchv1.Job)
	return ok && found && jobComplete(job)
}
