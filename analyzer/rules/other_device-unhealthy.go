package rules

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
)

var deviceUnhealthy = &Rule{
	ID:    "other/device-unhealthy",
	Title: "a device that a container holds is not healthy any more",
	Doc: `The device plugin or driver said of a device (GPU, network card, FPGA) that it is unhealthy while a container holds it. The container goes on until it uses the device, then it fails, and starting it again on the same
device does not help.

How it is told apart: status.containerStatuses[].allocatedResourcesStatus says Unhealthy, from Kubernetes 1.31 on. Unknown is not judged: the driver may only be restarting.

What to do: delete the Pod, so that it gets another device, and look after the device on the node: its driver's log, for NVIDIA the Xid errors in the kernel's log.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, p := range c.Pods {
			for _, ct := range p.Containers {
				for _, r := range ct.Status.AllocatedResourcesStatus {
					for _, d := range r.Resources {
						if d.Health != corev1.ResourceHealthStatusUnhealthy {
							continue
						}
						ev := c.PodField(p, ct.StatusPath()+".allocatedResourcesStatus["+string(r.Name)+"]", fmt.Sprintf("%s: %s", d.ResourceID, d.Health))
						f := Finding{Severity: Warning, Confidence: Confirmed, Subject: p.Ref, Container: ct.Name,
							Culprit: blameNode(p, "status.capacity["+string(r.Name)+"]"), Group: "Node " + p.Spec.NodeName,
							Title: "its device of " + string(r.Name) + " is not healthy",
							Cause: fmt.Sprintf("The device %s of %s, which container %q holds%s, is not healthy: what uses it fails.",
								d.ResourceID, r.Name, ct.Name, onNode(p)),
							Evidence: []Evidence{ev}, Next: []Step{{Kind: Ask,
								Text: "the kernel's and the driver's log of the node, up to the dump time", Command: c.journal(kernel)}}}
						out = append(out, f)
					}
				}
			}
		}
		return out
	},
}
