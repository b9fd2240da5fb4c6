package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var configServices = &Rule{
	ID:    "config-error/services-not-read",
	Title: "Kubelet has not read the Services yet",
	Doc: `Containers get environment variables of the Services in their namespace, so the kubelet waits until it has listed them once. After a restart of the kubelet this
lasts seconds; if it stays, the kubelet does not reach the API server or has no right to list Services.`,
	Detect: configRule(func(c *Context, f *configFailure, x *Finding) {
		x.Title = "kubelet has not read the Services yet"
		x.Cause = fmt.Sprintf("The kubelet%s cannot build the environment of container %q: since its start it has not read the Services.",
			onNode(f.pod), f.container.Name)
		x.Culprit, x.Group = blameNode(f.pod, ""), "Node "+f.pod.Spec.NodeName
		x.Next = []Step{{Kind: Check, Text: "the kubelet's connection to the API server, up to the dump time", Command: c.journal(unitKubelet)}}
	}, message.ConfigServices),
}
