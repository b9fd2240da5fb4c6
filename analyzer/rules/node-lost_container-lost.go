package rules

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

var nodeContainerLost = &Rule{
	ID:    "node-lost/container-lost",
	Title: "Container's end was not seen: its runtime or machine went away",
	Doc: `The exit record is a placeholder. ContainerStatusUnknown with 137: the kubelet found that a container which had been
running is no longer known to the runtime (machine gone or rebooted, runtime state lost). Unknown with 255: containerd lost the
state over its own restart or a reboot. No process was seen to end; 137 is neither a signal nor out of memory here.

How it is told apart: the reason and message of the exit record. Evicted Pods carry the same placeholder and are reported under
evicted.

What to do: look at what happened to the node at that time. A container that runs again needs nothing.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		lost := map[string]int{} // containers by what groups them
		for _, e := range c.ended(steady, readLost) {
			if _, evicted := evictionOf(e.pod); evicted || e.pod.Status.Phase == corev1.PodSucceeded {
				continue
			}
			f := c.endedFinding(e)
			f.Culprit = blameNode(e.pod, "")
			if e.pod.Spec.NodeName != "" {
				f.Group = "Node " + e.pod.Spec.NodeName
			}
			f.Severity = Info
			if !e.pod.Healthy && e.ct.Status.State.Running == nil {
				f.Severity = Error
			}
			lost[f.Group]++
			f.Title = fmt.Sprintf("how container %q ended was not recorded (reason %s)", e.ct.Name, e.exit.Reason)
			f.Cause = fmt.Sprintf("The runtime of node%s lost container %q; the record (%s, exit code %d) is a placeholder, "+
				"no process was seen to end.", nodeSuffix(e.pod), e.ct.Name, e.exit.Reason, e.exit.ExitCode)
			if e.ct.Status.State.Running != nil {
				f.Cause += " The container runs again."
			}
			f.Evidence = append(f.Evidence, c.nodeEvents(e.pod.Spec.NodeName, "Rebooted", "Starting", "Shutdown", "RemovingNode")...)
			f.Unknown = []string{"whether the machine, the runtime or the kubelet went away"}
			if d := e.pod.Condition(corev1.DisruptionTarget); d != nil && d.Status == corev1.ConditionTrue {
				f.Evidence = append(f.Evidence, c.podCondition(e.pod, *d))
				if strings.Contains(d.Message, "node no longer exists") { // the garbage collector of Pods, 1.26 to 1.37
					f.Cause += " The control plane found the node itself gone."
					f.Unknown = []string{"when and why the node was removed"}
				}
			}
			f.Next = []Step{{Kind: Check, Text: "did the node reboot or go away at that time?",
				Command: "kubectl describe node" + nodeSuffix(e.pod)}}
			out = append(out, f)
		}
		for i := range out {
			if n := lost[out[i].Group]; n > 1 && out[i].Group != "" {
				out[i].Title = fmt.Sprintf("how %d containers ended was not recorded", n)
			}
		}
		return out
	},
}
