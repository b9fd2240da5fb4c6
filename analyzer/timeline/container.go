package timeline

import (
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

// containers visits the status of every container: init containers first, as they run first.
func containers(pod *corev1.Pod, visit func(*corev1.ContainerStatus)) {
	for _, statuses := range [][]corev1.ContainerStatus{pod.Status.InitContainerStatuses, pod.Status.ContainerStatuses,
		pod.Status.EphemeralContainerStatuses} {
		for i := range statuses {
			visit(&statuses[i])
		}
	}
}

// container adds the two runs that a status keeps and the current state.
func (p *podStory) container(cs *corev1.ContainerStatus) {
	current := int(cs.RestartCount) + 1 // the number of the newest run: restartCount counts attempts from 0
	previous := current - 1
	switch {
	case cs.State.Running != nil:
		p.starts(cs.Name, cs.State.Running.StartedAt.Time, current)
	case cs.State.Terminated != nil:
		p.run(cs.Name, cs.State.Terminated, current)
	default:
		previous = current // a container that waits has its newest run in lastState
		p.waits(cs)
	}
	if t := cs.LastTerminationState.Terminated; t != nil {
		p.run(cs.Name, t, previous)
	}
}

func (p *podStory) starts(name string, at time.Time, run int) {
	if at.Unix() <= 0 { // the runtime never started it (StartError)
		return
	}
	p.put(Entry{At: at.UTC(), Precision: Exact, Kind: Container, Container: name, From: "waiting", To: "running", Reason: "Started",
		Text: "container " + name + " starts, run " + strconv.Itoa(run)})
}

func (p *podStory) run(name string, t *corev1.ContainerStateTerminated, run int) {
	p.starts(name, t.StartedAt.Time, run)
	e := Entry{At: t.FinishedAt.UTC(), Precision: Exact, Kind: Container, Container: name, From: "running", To: "terminated", Reason: t.Reason,
		Text: "container " + name + " ends: " + endText(t)}
	if t.StartedAt.Unix() <= 0 {
		e.From = "waiting"
	}
	if t.FinishedAt.Unix() <= 0 {
		p.atDump(e)
		return
	}
	p.put(e)
}

// endText is such as "OOMKilled, exit 137, after 40s".
func endText(t *corev1.ContainerStateTerminated) string {
	text := "exit " + strconv.Itoa(int(t.ExitCode))
	if t.Reason != "" {
		text = t.Reason + ", " + text
	}
	if t.Signal != 0 {
		text += ", signal " + strconv.Itoa(int(t.Signal))
	}
	if t.StartedAt.Unix() > 0 && !t.FinishedAt.Before(&t.StartedAt) {
		text += ", after " + t.FinishedAt.Sub(t.StartedAt.Time).Round(time.Second).String()
	}
	return text
}

func (p *podStory) waits(cs *corev1.ContainerStatus) {
	w := cs.State.Waiting
	if w == nil || w.Reason == "" {
		return
	}
	text := "container " + cs.Name + " waits: " + w.Reason
	if w.Message != "" {
		text += ": " + w.Message
	}
	p.atDump(Entry{Kind: Container, Container: cs.Name, To: "waiting", Reason: w.Reason, Text: text})
}

// unrecorded adds one Entry for all starts that happened and have no time: those before the runs which the status keeps,
// less the ones that Events date. Where Events count otherwise than the status, it says so.
func (p *podStory) unrecorded(cs *corev1.ContainerStatus) {
	if cs.RestartCount <= 0 {
		return
	}
	dated, spans := p.datedStarts(cs.Name)
	starts, name := int(cs.RestartCount)+1, cs.Name
	if n := starts - len(dated); n > 0 {
		first, last := bounds(dated)
		if len(dated) < 2 {
			first = p.start
		}
		if last.IsZero() {
			last = p.s.Capture.Time
		}
		p.put(Entry{At: first, Until: last, Count: n, Precision: Between, Kind: Gap, Container: name, To: "running", Reason: "NotRecorded",
			Text: strconv.Itoa(n) + " of " + strconv.Itoa(starts) + " starts of container " + name + " have no time of their own"})
	}
	p.clash(name, starts, spans)
}

// clash says so where Events count other starts than the status. Fewer are no clash when the first have expired.
func (p *podStory) clash(name string, starts int, spans []*loader.Event) {
	if len(spans) == 0 {
		return
	}
	counted, last := 0, spans[0].Last
	for _, e := range spans {
		counted += e.Count
		if e.Last.After(last) {
			last = e.Last
		}
	}
	if counted == starts || counted < starts && p.expired() {
		return
	}
	p.put(Entry{At: spans[0].First, Until: last, Precision: AtLeast, Kind: Gap, Container: name, Reason: "Clash",
		Text: "clash: the Events count " + strconv.Itoa(counted) + " starts of container " + name + ", the status counts " +
			strconv.Itoa(starts) + "; the status is used",
		File: spans[0].Pos.File, Line: spans[0].Pos.Line})
}

// datedStarts are the starts that have a time, by the status or by Events, and the Events that tell of starts.
func (p *podStory) datedStarts(name string) ([]time.Time, []*loader.Event) {
	if p.started == nil {
		p.gatherStarts()
	}
	var dated []time.Time
	date := func(at time.Time) {
		if !nearAny(dated, at) {
			dated = append(dated, at)
		}
	}
	for _, at := range p.started[name].at {
		date(at)
	}
	for _, e := range p.started[name].events {
		date(e.First)
		date(e.Last)
	}
	return dated, p.started[name].events
}

// startRecords are what tells of starts of one container.
type startRecords struct {
	at     []time.Time
	events []*loader.Event
}

// gatherStarts sorts the starts by container, once: a Pod may have thousands of containers.
func (p *podStory) gatherStarts() {
	p.started = map[string]startRecords{}
	for i := range p.list {
		e := &p.list[i].Entry
		if e.Kind == Container && e.To == "running" && e.Precision == Exact {
			s := p.started[e.Container]
			s.at = append(s.at, e.At)
			p.started[e.Container] = s
		}
	}
	for _, e := range p.events {
		if e.Reason == "Started" {
			s := p.started[e.Container()]
			s.events = append(s.events, e)
			p.started[e.Container()] = s
		}
	}
}

func bounds(times []time.Time) (first, last time.Time) {
	for _, t := range times {
		if first.IsZero() || t.Before(first) {
			first = t
		}
		if t.After(last) {
			last = t
		}
	}
	return first, last
}

func nearAny(times []time.Time, at time.Time) bool {
	for _, t := range times {
		if near(t, at) {
			return true
		}
	}
	return false
}
