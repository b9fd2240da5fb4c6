package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startDevice = &Rule{
	ID:    "create-error/device",
	Title: "Device of the container cannot be provided",
	Doc: `The runtime could not give the container its device: the GPU driver is not loaded, the vendor's runtime or its CDI files are missing, the device is gone. The node, not the Pod,
is at fault.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "device of the container cannot be provided"
		x.Cause = fmt.Sprintf("The runtime%s could not hand a device (GPU or the like) to container %q.", onNode(t.pod), t.container.Name)
		x.Culprit, x.Group = blameNode(t.pod, ""), "Node "+t.pod.Spec.NodeName
		x.Next = []Step{{Kind: Check, Text: "driver and devices on the node", Command: "nvidia-smi; ls /etc/cdi /var/run/cdi"}, t.nodeLog(c)}
	}, message.StartDevice),
}
