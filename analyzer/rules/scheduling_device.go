package rules

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
)

var unschedulableNotOffered = &Rule{
	ID:    "unschedulable/resource-not-offered",
	Title: "no node offers the resource that the Pod asks for",
	Doc: `The Pod asks for an extended resource, such as a GPU or huge pages, that no node lists in status.allocatable. The scheduler says
"Insufficient", which here means none at all, not all in use.

Nodes list such a resource when a device plugin registers it with the kubelet. Look at the device plugin's Pod on the node: that it
runs, and what its log says about devices that it found; then at the driver and the container runtime it relies on.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeResource(notOffered), message.Resource) },
}

func (c *Context) describeNotOffered(w *waiting, f *Finding, r room) {
	f.Title = "no node offers " + string(r.name)
	f.Cause = fmt.Sprintf("The Pod asks for %s, and no node lists %s in status.allocatable: there is none at all, not none free.",
		r.amount(r.want), r.name)
	f.RuledOut = append(f.RuledOut, string(r.name)+" used up by other Pods: no node has any")
	plugins := c.devicePlugins(string(r.name))
	for _, p := range plugins {
		f.Evidence = append(f.Evidence, c.PodField(p, "status.phase", string(p.Status.Phase)+", on node "+p.Spec.NodeName))
		f.Evidence = append(f.Evidence, c.complaints(p, 3)...)
		f.Next = append(f.Next, Step{Kind: Check, Text: "what the device plugin found on " + p.Spec.NodeName,
			Command: Kubectl(p.Namespace, "logs %s", p.Name)})
	}
	switch {
	case len(plugins) > 0:
		f.Culprit = Culprit{Ref: nodeRef(plugins[0]), Field: "status.allocatable"}
		f.Cause += fmt.Sprintf(" The device plugin Pod %s is on node %s, but registers none there.",
			plugins[0].Ref.Path(), plugins[0].Spec.NodeName)
	case len(w.replay.Verdicts) == 1:
		f.Culprit = Culprit{Ref: nodeRefOf(w.near), Field: "status.allocatable"}
		f.Unknown = append(f.Unknown, "whether a device plugin for "+string(r.name)+" was ever installed: none of the dump's Pods looks like one")
	default:
		f.Unknown = append(f.Unknown, "whether a device plugin for "+string(r.name)+" was ever installed: none of the dump's Pods looks like one")
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "which nodes list the resource",
		Command: "kubectl get nodes -o custom-columns=NAME:.metadata.name,ALLOCATABLE:.status.allocatable"})
}

// devicePlugins returns Pods that mount the kubelet's device plugin folder and whose name or image names the vendor.
func (c *Context) devicePlugins(resource string) []*Pod {
	vendor, _, _ := strings.Cut(resource, ".")
	var out []*Pod
	for _, p := range c.Pods {
		if !strings.Contains(resource, "/") || !mountsHost(p, "/device-plugins") && !strings.Contains(p.Name, "device-plugin") {
			continue
		}
		if strings.Contains(p.Name, vendor) || len(p.Spec.Containers) > 0 && strings.Contains(p.Spec.Containers[0].Image, vendor) {
			out = append(out, p)
		}
	}
	return out[:min(len(out), 3)]
}

func mountsHost(p *Pod, part string) bool {
	return slices.ContainsFunc(p.Spec.Volumes, func(v corev1.Volume) bool {
		return v.HostPath != nil && strings.Contains(v.HostPath.Path, part)
	})
}

// complaints are the first log lines of the Pod that speak of a failure.
func (c *Context) complaints(p *Pod, most int) []Evidence {
	var out []Evidence
	for _, l := range p.Logs {
		for _, line := range l.Kept {
			text := strings.ToLower(line.Text)
			if len(out) < most && (strings.Contains(text, "fail") || strings.Contains(text, "error") || strings.Contains(text, "no devices") ||
				strings.Contains(text, "not found") || strings.Contains(text, "incompatible") || strings.Contains(text, "denied")) {
				out = append(out, c.LogEvidence(l, line))
			}
		}
	}
	return out
}
