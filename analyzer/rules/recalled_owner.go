package rules

import (
	"fmt"
	"slices"
	"time"

	"github.com/podtriage/podtriage/loader"
)

// recalledEvents returns the newest Event with one of the reasons of each object of the kind that only Events know, in the
// order of the objects. Objects that were collected and are absent are gone, so their Events are of the past.
func (c *Context) recalledEvents(kind string, reasons ...string) []*loader.Event {
	newest := map[loader.Ref]*loader.Event{}
	for _, e := range c.Snapshot.Events {
		if e.Object.Kind != kind || e.Object.Name == "" || !slices.Contains(reasons, e.Reason) ||
			c.Snapshot.Lookup(e.Object) != loader.NotCollected {
			continue
		}
		if k := e.Object.Key(); newest[k] == nil || !e.Last.Before(newest[k].Last) {
			newest[k] = e
		}
	}
	var out []*loader.Event
	for _, e := range newest {
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b *loader.Event) int { return a.Object.Compare(b.Object) })
	return out
}

// recalledFinding is the Finding about an object of which the dump holds only Events.
func (c *Context) recalledFinding(e *loader.Event, title, cause string) Finding {
	r := e.Object
	describe := fmt.Sprintf("kubectl describe node %s", r.Name)
	if r.Namespace != "" && r.Kind != "Node" {
		describe = Kubectl(r.Namespace, "describe job %s", r.Name)
	}
	if r.Kind == "Node" {
		r.Namespace = ""
	}
	return Finding{
		Severity: Error, Confidence: Likely, Subject: r, Culprit: Culprit{Ref: r}, Title: title, Cause: cause,
		Evidence: []Evidence{c.EventEvidence(e)}, First: e.First, Last: e.Last,
		Unknown: []string{fmt.Sprintf("how the %s stands: the dump holds its Events, not the %s", r.Kind, r.Kind)},
		Next:    []Step{{Kind: Ask, Text: "its state and Events now", Command: describe}},
	}
}

// recalledJobs are the Jobs that an Event says have failed.
func (c *Context) recalledJobs(reasons ...string) []Finding {
	var out []Finding
	for _, e := range c.recalledEvents("Job", reasons...) {
		f := c.recalledFinding(e, "failed: its Pods failed too often", fmt.Sprintf("The controller gave up Job %s: %s", e.Object.Name,
			sentence(oneLine(e.Message))))
		switch e.Reason {
		case "DeadlineExceeded":
			f.Title = "ended by its activeDeadlineSeconds"
		case "PodFailurePolicy":
			f.Title = "failed by its podFailurePolicy"
		case "FailedIndexes", "MaxFailedIndexesExceeded":
			f.Title = "failed: indexes failed for good"
		}
		f.Confidence = Confirmed // the controller says what it did
		f.Symptom = e.Reason != "DeadlineExceeded"
		f.Unknown = append(f.Unknown, "why its Pods failed")
		out = append(out, f)
	}
	return out
}

// recalledNodes are the nodes whose newest Event about their readiness says that they are not ready.
func (c *Context) recalledNodes() []Finding {
	var out []Finding
	for _, e := range c.recalledEvents("Node", "NodeNotReady", "NodeReady", "Starting", "RegisteredNode", "Rebooted", "RemovingNode") {
		if e.Reason != "NodeNotReady" {
			continue
		}
		f := c.recalledFinding(e, "is not ready",
			fmt.Sprintf("Node %s became not ready at %s, and no later Event says that it is ready again.", e.Object.Name, clock(e.Last)))
		f.Group = "Node " + e.Object.Name
		f.Unknown = append(f.Unknown, "why: the node's condition Ready would tell")
		out = append(out, f)
	}
	for _, p := range c.Pods {
		if !p.Recalled || len(c.Snapshot.Nodes) > 0 {
			continue // the nodes themselves tell
		}
		i := slices.IndexFunc(p.Events, func(e *loader.Event) bool {
			return e.Reason == "NodeNotReady" && !newestEvent(p, "", "Started", "Pulled").After(e.Last)
		})
		if i >= 0 {
			out = append(out, c.takenOut(p, p.Events[i]))
		}
	}
	return out
}

// takenOut says that a Pod left service with its node.
func (c *Context) takenOut(p *Pod, e *loader.Event) Finding {
	f := c.recalledFinding(e, "its node"+nodeSuffix(p)+" is not ready",
		fmt.Sprintf("The control plane took Pod %s out of service because its node%s is not ready.", p.Name, nodeSuffix(p)))
	f.Subject, f.Culprit = p.Ref, blameNode(p, "")
	f.Next = []Step{describePod(p)}
	for _, m := range p.Events {
		if m.Reason == "TaintManagerEviction" {
			f.Evidence = append(f.Evidence, c.EventEvidence(m))
		}
	}
	return f
}

// nodeKillsFresh is how long a memory kill on a node is worth a warning.
const nodeKillsFresh = time.Hour

// killsOnNode are nodes that say the kernel killed processes for memory, where no container is known that it hit.
func (c *Context) killsOnNode(hit []Finding) []Finding {
	var out []Finding
	newest := map[string]*loader.Event{}
	for _, e := range c.Snapshot.Events {
		if e.Object.Kind != "Node" || e.Reason != "SystemOOM" || c.Snapshot.Lookup(e.Object) == loader.Absent ||
			c.Now.Sub(e.Last) > nodeKillsFresh {
			continue
		}
		newest[e.Object.Name] = e
	}
	for _, f := range hit {
		if p := c.Pod(f.Subject); p != nil {
			delete(newest, p.Spec.NodeName)
		}
	}
	for name, e := range newest {
		f := c.recalledFinding(e, "the kernel killed processes for want of memory",
			fmt.Sprintf("Node %s ran out of memory and its kernel killed a process: %s.", name, oneLine(e.Message)))
		f.Severity, f.Confidence, f.Group = Warning, Confirmed, "Node "+name
		f.Unknown = []string{"which process filled the memory: only the kernel's log of the node tells"}
		f.Next = []Step{logsOfNode(name, e.Last)}
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b Finding) int { return a.Subject.Compare(b.Subject) })
	return out
}
