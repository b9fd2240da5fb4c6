package rules

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

var nodeOvercommitted = &Rule{
	ID:    "other/node-overcommitted",
	Title: "Memory limits of a node's Pods are far above what the node has",
	Doc: `The memory limits of the Pods on the node add up to well over what it can give, or Pods have no limit at all, and the node ran short of memory. Limits above the node's memory are allowed, and by themselves
no fault: this is said only beside MemoryPressure, an eviction for memory, or the Event SystemOOM, as what made them possible.

What to do: requests near to what Pods use, so that the scheduler places fewer of them on one node; limits near to the requests.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			short := c.shortOfMemory(n)
			limits, unlimited := c.memoryLimits(n)
			have := n.Status.Allocatable.Memory()
			if len(short) == 0 || have.IsZero() || limits.Value() < have.Value()*3/2 {
				continue
			}
			text := fmt.Sprintf("limits of its Pods: %s, allocatable: %s", limits.String(), have.String())
			f := c.nodeFinding(n, "memory limits add up to more than it has",
				fmt.Sprintf("The memory limits of the Pods on node %s add up to %s, %d%% of the %s that it can give%s, and it ran short of memory.",
					n.Name, limits.String(), limits.Value()*100/have.Value(), have.String(), withoutLimit(unlimited)),
				append([]Evidence{c.Field("Node", n, "status.allocatable[memory]", text)}, short...))
			f.Severity, f.Culprit.Field = Info, "status.allocatable[memory]"
			out = append(out, f)
		}
		return out
	},
}

func withoutLimit(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (and %s no limit)", withHas(n))
}

func withHas(n int) string {
	if n == 1 {
		return "1 container has"
	}
	return fmt.Sprintf("%d containers have", n)
}

// shortOfMemory is what says that the node ran short of memory; nothing on one that did not.
func (c *Context) shortOfMemory(n *corev1.Node) []Evidence {
	var out []Evidence
	for _, cond := range n.Status.Conditions {
		if cond.Type == corev1.NodeMemoryPressure && cond.Status == corev1.ConditionTrue {
			out = append(out, c.nodeCondition(n, cond))
		}
	}
	out = append(out, c.nodeEvents(n.Name, "SystemOOM")...)
	for _, raw := range c.Snapshot.PodsOn(n.Name) {
		if raw.Status.Reason == "Evicted" && contains(raw.Status.Message, "low on resource: memory") && len(out) < alikeRecords {
			out = append(out, c.Field("Pod", raw, "status.message", raw.Status.Message))
		}
	}
	return out
}

// memoryLimits adds up the memory limits of what runs on the node, and counts the containers that have none.
func (c *Context) memoryLimits(n *corev1.Node) (total resource.Quantity, unlimited int) {
	for _, p := range c.unfinishedOn(n.Name) {
		for _, ct := range p.Containers {
			if ct.Role != Main && ct.Role != Sidecar {
				continue
			}
			if q, ok := ct.Spec.Resources.Limits[corev1.ResourceMemory]; ok {
				total.Add(q)
			} else {
				unlimited++
			}
		}
	}
	return total, unlimited
}
