package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var appCrashNoRecord = &Rule{
	ID:    "app-crash/no-record",
	Title: "Container ends again and again; the dump does not hold how",
	Doc: `The kubelet waits longer and longer before it starts the container again (CrashLoopBackOff, "Back-off restarting failed
container"), so the container has ended several times. That is the symptom: how it ended stands in lastState of the Pod's status, which
the dump does not hold: only Events were saved, or the runtime has lost the record.

How it is told apart: no exit record, no Killing Event of a probe or hook and no failure to start names the end. A record of a
start that failed does not, where the container was started again since and ended.

What to do: ask for the Pod's YAML and for the log of the run that ended.`,
	Detect: func(c *Context) []Finding { return c.unrecordedEnds(false) },
}

var initNoRecord = &Rule{
	ID:    "init-failure/no-record",
	Title: "Init container ends again and again; the dump does not hold how",
	Doc: `The kubelet waits longer and longer before it starts the init container again, so it has failed several times; the
containers after it do not start. How it ended is not in the dump: only Events were saved, or the runtime has lost the record.

What to do: ask for the Pod's YAML and for the log of the init container.`,
	Detect: func(c *Context) []Finding { return c.unrecordedEnds(true) },
}

// unrecordedEnds lists the containers that wait to be restarted and of whose ends nothing is on record.
func (c *Context) unrecordedEnds(init bool) []Finding {
	var out []Finding
	for _, p := range c.Pods {
		for _, ct := range p.Containers {
			if (ct.Role == Init) == init && !p.Leftover && c.endsUnrecorded(p, ct) {
				out = append(out, c.unrecordedEnd(p, ct))
			}
		}
	}
	return out
}

// endsUnrecorded reports whether the container ends again and again and its record holds no end of it, or only a start that failed
// before.
func (c *Context) endsUnrecorded(p *Pod, ct Container) bool {
	if overtaken(p, ct) {
		return standingOf(p, ct, c.Now) >= shaky
	}
	reason, _ := ct.Waiting()
	last, _ := ct.LastExit()
	if reason != "CrashLoopBackOff" || last != nil || c.endingOf(p, ct).reading != readNothing {
		return false
	}
	_, start := c.readStart(p, ct)
	return !start
}

// backOffSync reports whether the Event is how kubelets up to 1.9 told that the container waits to be restarted.
func backOffSync(e *loader.Event, container string) bool {
	return strings.EqualFold(e.Reason, "FailedSync") && slices.ContainsFunc(message.ParseSync(e.Message), func(s message.Sync) bool {
		return s.Container == container && s.Reason == "CrashLoopBackOff"
	})
}

func (c *Context) unrecordedEnd(p *Pod, ct Container) Finding {
	f := Finding{
		Severity: Error, Confidence: Possible, Subject: p.Ref, Container: ct.Name, Culprit: blame(p, ct.Path),
		Title:   lead(p, ct) + "ends again and again, how is not recorded",
		Cause:   fmt.Sprintf("%s has ended several times%s: the kubelet waits ever longer before it starts it again.", ct.name(), ct.restarts()),
		Unknown: []string{"how it ended: its exit code and reason are not in the dump"},
	}
	if _, text := ct.Waiting(); text != "" {
		f.Evidence = append(f.Evidence, c.PodField(p, ct.StatusPath()+".state.waiting", "CrashLoopBackOff: "+text))
	}
	for _, e := range p.Events {
		if strings.EqualFold(e.Reason, "BackOff") && about(p, e, ct) || backOffSync(e, ct.Name) {
			f.Evidence = append(f.Evidence, c.EventEvidence(e))
		}
	}
	if overtaken(p, ct) {
		c.tellOvertaken(p, ct, &f)
	} else {
		w := c.lastLinesOf(p, ct)
		f.Cause += w.says()
		f.Evidence = append(f.Evidence, w.evidence...)
	}
	f.First, f.Last = span(f.Evidence)
	f.Next = []Step{
		{Kind: Ask, Text: "its exit code and reason (lastState)", Command: Kubectl(p.Namespace, "get pod %s -o yaml", p.Name)},
		previousLog(p, ct),
	}
	return f
}

// tellOvertaken says of a container that runs that the failed start on record is not how it ended.
func (c *Context) tellOvertaken(p *Pod, ct Container, f *Finding) {
	f.Severity = c.severity(p, ct)
	f.Cause = fmt.Sprintf("%s was started, ran and ended%s, and runs again; how it ended is not recorded. The only end on record is of a start "+
		"that failed, which later starts have overtaken.", ct.name(), ct.restarts())
	f.Evidence = append(f.Evidence, c.exitEvidence(p, ct)...)
	for _, e := range p.Events {
		if e.Reason == "Started" && about(p, e, ct) {
			f.Evidence = append(f.Evidence, c.EventEvidence(e))
		}
	}
}
