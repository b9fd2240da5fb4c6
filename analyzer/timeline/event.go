package timeline

import (
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

// eventEntry makes the Entry of one Event. An Event that repeats is one span: its inner occurrences have no time, and its
// last may lag.
func eventEntry(e *loader.Event) Entry {
	out := Entry{
		At: e.First, Precision: Exact, Kind: Event, Container: e.Container(), Reason: e.Reason, Text: e.Message,
		File: e.Pos.File, Line: e.Pos.Line,
	}
	if e.Count > 1 {
		out.Count, out.Precision = e.Count, AtLeast
	}
	if e.Last.After(e.First) {
		out.Until, out.Precision = e.Last, AtLeast
	}
	if strings.HasPrefix(e.Message, "(combined from similar events)") {
		out.Container = "" // the field path is not part of what was combined
	}
	return out
}

// podEventEntry is eventEntry with the kind of what happened to the Pod.
func podEventEntry(e *loader.Event) Entry {
	out := eventEntry(e)
	switch e.Reason {
	case "Started":
		if out.Container != "" {
			out.Kind, out.To = Container, "running"
		}
	case "Scheduled", "Evicted", "Preempted", "Preempting", "TaintManagerEviction", "DeviceTaintManagerEviction", "NodeControllerEviction":
		out.Kind = Lifecycle
	}
	out.Condition = writtenWith(e.Reason)
	return out
}

// writtenWith is the Pod condition that a component writes in the same step as the Event.
func writtenWith(reason string) string {
	switch reason {
	case "FailedScheduling":
		return string(corev1.PodScheduled)
	case "NodeNotReady":
		return string(corev1.PodReady)
	case "TaintManagerEviction", "DeviceTaintManagerEviction", "Preempted":
		return string(corev1.DisruptionTarget)
	}
	return ""
}

// touchesPods says whether a node's Event tells something that its Pods feel.
func touchesPods(reason string) bool {
	switch reason {
	case "NodeNotReady", "NodeReady", "Rebooted", "Shutdown", "Starting", "NodeHasInsufficientMemory", "NodeHasDiskPressure",
		"NodeHasInsufficientPID", "EvictionThresholdMet", "SystemOOM", "OOMKilling", "KernelDeadlock", "NodeNotSchedulable",
		"RemovingNode", "DeletingNode", "DeletingAllPods", "ContainerGCFailed", "KubeletSetupFailed":
		return true
	}
	return false
}
