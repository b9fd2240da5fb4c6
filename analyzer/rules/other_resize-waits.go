package rules

import (
	"cmp"
	"fmt"
	"strings"
)

var otherResizeWaits = &Rule{
	ID:    "other/resize-waits",
	Title: "an in-place resize of the Pod is not carried out",
	Doc: `Somebody, often a VerticalPodAutoscaler, changed the CPU or memory of a running Pod, and the kubelet has not taken it over. The
containers go on with what they had, so a container that needed more memory still lacks it. The Pod is not restarted and stays as
ready as it was.

How it is told apart: the condition PodResizePending, from Kubernetes 1.33 on. Infeasible will not come true on this node: it is
too small, or does not allow the change. Deferred waits for room, and the kubelet tries again. PodResizeInProgress is a resize
that is under way, which is no fault.

What to do: ask for no more than the node has, or let the Pod be made anew, so that the scheduler finds a node for it.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, p := range c.Pods {
			cond := p.Condition("PodResizePending")
			if cond == nil || cond.Status != "True" {
				continue
			}
			ev := append(c.objectEvents(p.Ref, "ResizeInfeasible", "ResizeDeferred"), c.podCondition(p, *cond))
			text := cmp.Or(strings.TrimSuffix(cond.Message, "."), "without a word why")
			first, last := span(ev)
			out = append(out, Finding{
				Severity: Info, Confidence: Confirmed, Subject: p.Ref, Culprit: Culprit{Ref: p.Ref, Field: "spec.containers[].resources"},
				Title: "its in-place resize is not carried out (" + cond.Reason + ")",
				Cause: fmt.Sprintf("The kubelet%s has not taken over the Pod's new resources: %s. The containers go on with the old ones.",
					onNode(p), text),
				Evidence: ev, First: first, Last: last,
				Next: []Step{{Kind: Check, Text: "who asks for it", Command: Kubectl(p.Namespace, "get verticalpodautoscalers")}},
			})
		}
		return out
	},
}
