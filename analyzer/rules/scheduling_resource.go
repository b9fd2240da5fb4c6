package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/scheduling"
)

var unschedulableTooBig = &Rule{
	ID:    "unschedulable/too-big",
	Title: "Pod asks for more than any node has",
	Doc: `The Pod's requests are larger than the whole allocatable amount of every node that it may run on. Waiting does not help, and
neither does evicting other Pods: the request must shrink or a larger node must come.

Told apart from a full cluster by status.allocatable of the nodes, not by what is free on them.

What to do: compare spec.containers[].resources.requests with kubectl get nodes -o custom-columns=NAME:.metadata.name,CPU:.status.allocatable.cpu,MEMORY:.status.allocatable.memory.
A missing unit is a frequent slip: cpu: 64 is 64 cores, 64m is a sixteenth of one.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeResource(tooBig), message.Resource) },
}

var unschedulableFragmented = &Rule{
	ID:    "unschedulable/fragmented",
	Title: "enough is free in total, but not on one node",
	Doc: `The nodes that the Pod may run on have together more free than it asks for, but none of them has enough alone. Larger nodes, smaller
Pods or moving other Pods (a descheduler, a drain of one node) make room; more nodes of a small size may not.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeResource(fragmented), message.Resource) },
}

var unschedulableResource = &Rule{
	ID:    "unschedulable/insufficient-resource",
	Title: "no node has enough cpu, memory or another resource free",
	Doc: `The scheduler adds up the requests of the Pods on each node, not what they use: a node may be idle and full. What remains of
status.allocatable is smaller than the Pod's requests on every node that it may run on.

What to do: lower the requests if they are more than the workload needs, remove or move other Pods, or add a node. If a cluster
autoscaler is in use, its Events NotTriggerScaleUp on the Pod say why it did not add one.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeResource(full), message.Resource) },
}

// shape is in what way a resource is short.
type shape int

const (
	full shape = iota
	tooBig
	notOffered
	fragmented
)

// room is what the nodes that the Pod may run on have of one resource.
type room struct {
	name        corev1.ResourceName
	want        int64
	nodes       int
	free, total int64 // of the node with the most free, and of the largest node
	freest      string
	largest     string
	sum         int64
	offered     bool
}

func (w *waiting) room() room {
	r := room{name: corev1.ResourceName(w.detail), free: -1, total: -1}
	if r.name == "" && w.near != nil {
		for _, f := range w.near.Failures {
			if f.Kind == message.Resource {
				r.name = corev1.ResourceName(f.Resource)
				break
			}
		}
	}
	r.want = scheduling.Requests(w.Pod.Pod)[r.name]
	if w.replay == nil {
		return r
	}
	list := slices.DeleteFunc(slices.Clone(w.replay.Verdicts), func(v scheduling.Verdict) bool {
		return slices.ContainsFunc(v.Failures, func(f scheduling.Failure) bool {
			return f.Kind != message.Resource && f.Kind != message.PodCount
		})
	})
	if len(list) == 0 {
		list = w.replay.Verdicts
	}
	for _, v := range list {
		r.add(v.Node)
	}
	return r
}

func (r *room) add(n *scheduling.Node) {
	r.nodes++
	q, ok := n.Status.Allocatable[r.name]
	total := scheduling.Units(r.name, q)
	r.offered = r.offered || ok && total > 0
	free := n.Free[r.name]
	r.sum += max(0, free)
	if free > r.free {
		r.free, r.freest = free, n.Name
	}
	if total > r.total {
		r.total, r.largest = total, n.Name
	}
}

func (r room) shape(w *waiting) shape {
	switch {
	case r.nodes == 0 || r.want == 0 || w.said.Nodes > len(w.replay.Verdicts):
		return full
	case !r.offered:
		return notOffered
	case r.want > r.total:
		return tooBig
	case r.sum >= r.want && r.free < r.want && r.nodes > 1:
		return fragmented
	}
	return full
}

func (r room) amount(v int64) string {
	return scheduling.Amount(r.name, v) + " " + string(cmp.Or(r.name, "of a resource"))
}

func describeResource(want shape) func(*Context, *waiting, *Finding) bool {
	return func(c *Context, w *waiting, f *Finding) bool {
		r := w.room()
		if r.shape(w) != want {
			return false
		}
		f.Culprit = blame(w.Pod, requestField(w.Pod, r.name))
		c.citeRequest(w, f, r)
		c.addAutoscaler(w, f)
		switch want {
		case tooBig:
			describeTooBig(w, f, r)
		case notOffered:
			c.describeNotOffered(w, f, r)
		case fragmented:
			describeFragmented(w, f, r)
		default:
			c.describeFull(w, f, r)
		}
		return true
	}
}

func describeTooBig(w *waiting, f *Finding, r room) {
	f.Title = fmt.Sprintf("asks %s, the largest node has %s", r.amount(r.want), scheduling.Amount(r.name, r.total))
	f.Cause = fmt.Sprintf("The Pod requests %s. The largest node that it may run on, %s, has %s in all, so it can start nowhere, "+
		"however empty the nodes are.",
		r.amount(r.want), r.largest, r.amount(r.total))
	f.RuledOut = append(f.RuledOut, "a full cluster: the request is more than an empty node offers")
	f.Next = append(f.Next, editWorkload(w.Pod, fmt.Sprintf("lower the %s request to what a node can give, or add a node of at least %s",
		r.name, r.amount(r.want))))
}

func describeFragmented(w *waiting, f *Finding, r room) {
	f.Title = fmt.Sprintf("no node has %s free, though together they have", r.amount(r.want))
	f.Cause = fmt.Sprintf("The Pod requests %s. The nodes that it may run on have %s free together, but the freest, %s, only %s.",
		r.amount(r.want), r.amount(r.sum), r.freest, r.amount(max(0, r.free)))
	f.RuledOut = append(f.RuledOut, "a cluster that is full as a whole: what is free is in pieces")
	f.Next = append(f.Next, nodesStep(), editWorkload(w.Pod, "lower the request, or make room on one node by moving other Pods"))
}

func (c *Context) describeFull(w *waiting, f *Finding, r room) {
	f.Title = fmt.Sprintf("no node has enough %s free", cmp.Or(string(r.name), "room"))
	f.Cause = "No node has enough " + cmp.Or(string(r.name), "room") + " left for the Pod"
	if r.want > 0 {
		f.Title = fmt.Sprintf("no node has %s free", r.amount(r.want))
		f.Cause = fmt.Sprintf("The Pod requests %s, which is more than is left", r.amount(r.want))
	}
	if on := w.on(); on != "" {
		f.Cause += " on " + on
	}
	f.Cause += "."
	if r.nodes > 0 && r.want > r.free {
		f.Cause += fmt.Sprintf(" The freest, %s, has %s free of %s.", r.freest, scheduling.Amount(r.name, max(0, r.free)), r.amount(r.total))
	}
	f.Next = append(f.Next, nodesStep(), editWorkload(w.Pod, "lower the request if the workload needs less, or add a node"))
}

// citeRequest quotes what the Pod's containers ask for.
func (c *Context) citeRequest(w *waiting, f *Finding, r room) {
	for _, ct := range w.Containers {
		q, ok := ct.Spec.Resources.Requests[r.name]
		field := "requests"
		if !ok {
			q, ok = ct.Spec.Resources.Limits[r.name]
			field = "limits"
		}
		if ok {
			f.Evidence = append(f.Evidence, c.PodField(w.Pod, "spec."+ct.Path+".resources."+field+"."+string(r.name),
				string(r.name)+": "+q.String()))
		}
	}
}

// requestField is the field with the largest request for the resource.
func requestField(p *Pod, name corev1.ResourceName) string {
	best, field := int64(-1), "containers[].resources.requests"
	for _, ct := range p.Containers {
		q, list := ct.Spec.Resources.Requests[name], "requests"
		if l, ok := ct.Spec.Resources.Limits[name]; ok && q.IsZero() {
			q, list = l, "limits"
		}
		if v := scheduling.Units(name, q); v > best && v > 0 {
			best, field = v, ct.Path+".resources."+list+"."+string(name)
		}
	}
	return field
}

// addAutoscaler cites what a cluster autoscaler said about the Pod.
func (c *Context) addAutoscaler(w *waiting, f *Finding) {
	for _, e := range w.Events {
		switch e.Reason {
		case "NotTriggerScaleUp", "FailedScaleUp", "NoScaleUp", "FailedToScaleUpGroup":
			f.Evidence = append(f.Evidence, c.EventEvidence(e))
			f.Cause += " The cluster autoscaler did not add a node: " + strings.TrimSpace(e.Message)
			if !strings.HasSuffix(f.Cause, ".") {
				f.Cause += "."
			}
			return
		case "TriggeredScaleUp":
			f.Evidence = append(f.Evidence, c.EventEvidence(e))
			f.RuledOut = append(f.RuledOut, "an autoscaler that does nothing: it asked for a node at "+clock(e.Last))
			return
		}
	}
}

func nodesStep() Step {
	return Step{Kind: Check, Text: "what is requested on each node, against what it has",
		Command: "kubectl describe nodes | grep -A 9 'Allocated resources'"}
}
