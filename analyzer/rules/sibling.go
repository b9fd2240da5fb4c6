package rules

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

// addGotBefore says that a Pod of the same template started with the object, which was therefore there and is no more.
func (c *Context) addGotBefore(p *Pod, r loader.Ref, x *Finding) {
	ev, ok := c.gotBefore(p, r)
	if !ok {
		return
	}
	x.Cause += fmt.Sprintf(" %s started with it at %s, so it was deleted or renamed since.", ev.Object, clock(ev.At))
	x.Evidence = append(x.Evidence, ev)
	x.RuledOut = append(x.RuledOut, "a wrong name: a Pod of the same template got it")
}

// gotBefore is evidence that a Pod of the same template, maybe the Pod itself, started a container that uses the object.
func (c *Context) gotBefore(p *Pod, r loader.Ref) (Evidence, bool) {
	where := referencePath(p, r)
	own, _ := loader.Controller(p.Pod)
	if where == "" || own.Name == "" || c.Snapshot.Lookup(r) == loader.Present {
		return Evidence{}, false
	}
	for _, other := range c.PodsOf(p.Workload) {
		up, _ := loader.Controller(other.Pod)
		if up.Name != own.Name || referencePath(other, r) != where {
			continue
		}
		for _, ct := range other.Containers {
			if run := ct.Status.State.Running; run != nil && ct.Role == Main && uses(where, ct.Name) {
				ev := c.PodField(other, ct.StatusPath()+".state.running", "startedAt "+clock(run.StartedAt.UTC()))
				ev.At = realTime(run.StartedAt.Time)
				return ev, !ev.At.IsZero()
			}
		}
	}
	return c.startedBefore(p, where)
}

// startedBefore finds the Event that a container was started which uses what stands at the path, in a Pod of the same ReplicaSet.
func (c *Context) startedBefore(p *Pod, where string) (Evidence, bool) {
	own := c.replicaSetOf(p)
	if own == nil {
		return Evidence{}, false
	}
	for _, e := range c.eventsOfMade(own) {
		if e.Reason == "Started" && e.Container() != "" && uses(where, e.Container()) &&
			containerOf(&p.Spec, e.Container()) != nil && !e.First.IsZero() {
			return c.EventEvidence(e), true
		}
	}
	return Evidence{}, false
}

// uses reports whether the path of a reference is in the container's part, or in a volume, which holds up all of them.
func uses(where, container string) bool {
	return !strings.Contains(where, "ontainers[") || strings.Contains(where, "ontainers["+container+"]")
}

// placedBefore is the Event that a Pod of the same ReplicaSet, and so of the same selector, was placed on a node; nil if none.
func (c *Context) placedBefore(p *Pod) *loader.Event {
	own := c.replicaSetOf(p)
	if own == nil {
		return nil
	}
	var newest *loader.Event
	for _, e := range c.eventsOfMade(own) {
		if e.Reason == "Scheduled" && e.Object.Name != p.Name && strings.Contains(e.Message, " to ") &&
			(newest == nil || e.Last.After(newest.Last)) {
			newest = e
		}
	}
	return newest
}
