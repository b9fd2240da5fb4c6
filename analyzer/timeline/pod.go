package timeline

import (
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

// podTimeline merges all that is known of one Pod.
func (b *builder) podTimeline(l *life) Timeline {
	b.list = b.list[:0]
	p := podStory{builder: b, life: l}
	if l.pod != nil {
		p.pos = b.s.Pos(l.pod)
		p.object(l.pod)
		for _, v := range b.s.Versions(l.ref) {
			if old, ok := v.(*corev1.Pod); ok && old.UID == l.pod.UID {
				p.earlier(old)
			}
		}
		containers(l.pod, p.unrecorded)
	}
	p.ownersWords()
	for _, e := range l.events {
		p.event(e)
	}
	p.changes()
	p.nodeEvents()
	p.logs()
	p.gaps()
	return Timeline{Object: l.ref, Owner: l.owner(), Entries: b.list.sorted()}
}

// owner is the Pod's controller, of a Pod that is gone the object whose Events spoke of it.
func (l *life) owner() loader.Ref {
	if l.pod != nil {
		owner, _ := loader.Controller(l.pod)
		return owner
	}
	return teller(l.tales)
}

// late is how much later a step may come before that is worth telling, and how much earlier a change may have been that
// brought the Pod about.
const late = time.Minute

// podStory is one Pod's timeline while it is made. Entries from states come first, so that an Event which repeats one of
// them can be seen as the same moment.
type podStory struct {
	*builder
	*life
	pos     loader.Position
	started map[string]startRecords // by container, once they are asked for
}

func (p *podStory) put(e Entry) {
	if e.File == "" {
		e.File, e.Line = p.pos.File, p.pos.Line
	}
	p.list.add(e)
}

// object adds what the Pod itself records.
func (p *podStory) object(pod *corev1.Pod) {
	p.put(Entry{At: pod.CreationTimestamp.UTC(), Precision: Exact, Kind: Lifecycle, Reason: "Created", Text: createdText(pod)})
	p.conditions(pod)
	if t, ok := requested(pod, p.s.Capture.Time); ok {
		p.put(t)
	}
	if at := pod.Status.StartTime; at != nil && at.Sub(p.scheduled()) > late {
		p.put(Entry{At: at.UTC(), Precision: Exact, Kind: Lifecycle, Reason: "Accepted", Text: "kubelet took up the pod"})
	}
	containers(pod, p.container)
	p.phase(pod)
}

// earlier adds what an older version of the Pod recorded and the newest no longer does.
func (p *podStory) earlier(pod *corev1.Pod) {
	newest := p.pos
	p.pos = p.s.Pos(pod)
	before := len(p.list)
	p.conditions(pod)
	containers(pod, p.container)
	p.pos = newest
	kept := p.list[:before]
	for _, e := range p.list[before:] {
		if e.Kind != Gap && e.Precision == Exact && !kept.has(&e.Entry) {
			kept = append(kept, e)
		}
	}
	p.list = kept
}

// has reports whether the moment is already told: same thing, same second.
func (l list) has(e *Entry) bool {
	for i := range l {
		o := &l[i].Entry
		if o.Kind == e.Kind && o.Container == e.Container && o.Condition == e.Condition && o.To == e.To &&
			o.Precision == Exact && near(o.At, e.At) {
			return true
		}
	}
	return false
}

func near(x, y time.Time) bool {
	d := x.Sub(y)
	return d <= apart && d >= -apart
}

func createdText(pod *corev1.Pod) string {
	if owner, ok := loader.Controller(pod); ok {
		return "pod created by " + owner.Kind + " " + owner.Name
	}
	return "pod created"
}

// requested is when the deletion was asked for: the stamp on the object is the end of the grace period, which may come after the dump.
func requested(pod *corev1.Pod, dump time.Time) (Entry, bool) {
	if pod.DeletionTimestamp == nil {
		return Entry{}, false
	}
	e := Entry{Precision: Exact, Kind: Lifecycle, Reason: "DeletionRequested"}
	if g := pod.DeletionGracePeriodSeconds; g != nil {
		e.At, e.Text = loader.DeletionAsked(pod).UTC(), "deletion requested, "+strconv.FormatInt(*g, 10)+"s of grace"
		return e, true
	}
	e.At, e.Until, e.Precision = pod.CreationTimestamp.UTC(), pod.DeletionTimestamp.UTC(), Between
	e.Text = "deletion requested, due at the end of this time"
	if !dump.IsZero() && e.Until.After(dump) {
		e.Until, e.Text = dump.UTC(), "deletion requested, not due yet at the dump time"
	}
	return e, true
}

// conditions adds the last change of each condition; Kubernetes keeps no other.
func (p *podStory) conditions(pod *corev1.Pod) {
	for i := range pod.Status.Conditions {
		c := &pod.Status.Conditions[i]
		if c.LastTransitionTime.Unix() <= 0 {
			continue
		}
		e := Entry{At: c.LastTransitionTime.UTC(), Precision: Exact, Kind: Condition, Condition: string(c.Type),
			To: string(c.Status), Reason: c.Reason}
		if c.Type == corev1.PodScheduled && c.Status == corev1.ConditionTrue {
			e.Kind, e.Reason, e.Text = Lifecycle, "Scheduled", "scheduled to "+pod.Spec.NodeName
			if at := pod.CreationTimestamp.UTC(); at.Sub(e.At) > 0 {
				e.At = at
			}
		} else {
			e.Text = string(c.Type) + " " + string(c.Status)
			if c.Message != "" {
				e.Text += ": " + c.Message
			}
		}
		p.put(e)
	}
}

// scheduled is when the Pod was bound, else created.
func (p *podStory) scheduled() time.Time {
	for i := range p.list {
		if p.list[i].Kind == Lifecycle && p.list[i].Reason == "Scheduled" {
			return p.list[i].At
		}
	}
	return p.start
}

// phase tells an end that no condition or container dates.
func (p *podStory) phase(pod *corev1.Pod) {
	if pod.Status.Phase != corev1.PodFailed || pod.Status.Reason == "" {
		return
	}
	text := "phase Failed, reason " + pod.Status.Reason
	if pod.Status.Message != "" {
		text += ": " + pod.Status.Message
	}
	p.atDump(Entry{Kind: Lifecycle, To: "Failed", Reason: pod.Status.Reason, Text: text})
}

// atDump adds what the dump shows and nobody dated: it held at the capture time.
func (p *podStory) atDump(e Entry) {
	e.At, e.Precision = p.s.Capture.Time, AtLeast
	p.put(e)
}

// ownersWords adds what owners said of the Pod and its own records do not.
func (p *podStory) ownersWords() {
	for _, t := range p.tales {
		owner := t.event.Object.Kind + " " + t.event.Object.Name
		e := Entry{At: t.at, Precision: Exact, Kind: Lifecycle, File: t.event.Pos.File, Line: t.event.Pos.Line}
		switch t.verb {
		case "created":
			e.Reason, e.Text = "Created", "pod created by "+owner
		case "deleted":
			e.Reason, e.Text = "DeletionRequested", "deletion requested by "+owner
		}
		if !p.tells(e.Reason, "", t.at) {
			p.put(e)
		}
	}
}

// tells reports whether a lifecycle or container moment of that reason is already there at that time.
func (p *podStory) tells(reason, container string, at time.Time) bool {
	for i := range p.list {
		e := &p.list[i].Entry
		if e.Reason == reason && e.Container == container && e.Precision == Exact &&
			(e.Kind == Lifecycle || e.Kind == Container) && near(e.At, at) {
			return true
		}
	}
	return false
}

// event adds an Event about the Pod, unless a state already tells the same moment.
func (p *podStory) event(ev *loader.Event) {
	e := podEventEntry(ev)
	if e.Precision == Exact && (e.Reason == "Scheduled" || e.Reason == "Started") && p.tells(e.Reason, e.Container, e.At) {
		return
	}
	p.put(e)
}
