package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var configAPISlow = &Rule{
	ID:    "config-error/api-slow",
	Title: "Kubelet does not get the objects of the environment in time",
	Doc: `"failed to sync configmap cache" and "not registered" mean that the kubelet could not fetch the object in time, not that it is missing. It heals by itself
within seconds, unless the kubelet has lost the API server or lacks rights.`,
	Detect: configRule(func(c *Context, f *configFailure, x *Finding) {
		x.Title = "kubelet does not get its ConfigMaps in time"
		if contains(f.Text, "secret") {
			x.Title = "kubelet does not get its Secrets in time"
		}
		x.Severity, x.Confidence = Warning, Likely
		x.Cause = fmt.Sprintf("Container %q waits for objects that the kubelet%s did not get from the API server in time.",
			f.container.Name, onNode(f.pod))
		x.Culprit, x.Group = blameNode(f.pod, ""), "Node "+f.pod.Spec.NodeName
		x.RuledOut = append(x.RuledOut, "a missing ConfigMap or Secret: the kubelet names that in other words")
		x.Next = []Step{{Kind: Check, Text: "the kubelet's log on the node, up to the dump time", Command: c.journal(unitKubelet)},
			describePod(f.pod)}
	}, message.ConfigCacheSync),
}
