package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeAPISlow = &Rule{
	ID:    "volume/api-slow",
	Title: "Kubelet does not get ConfigMaps and Secrets from the API server",
	Doc: `"failed to sync configmap cache" and "object not registered": the kubelet could not list the object in time, or asked for it before the Pod was known to its
cache. Common for some seconds when many Pods start at once and on a restart of the kubelet; it heals by itself. If it lasts, the kubelet's
connection to the API server or its rights are at fault. It does not mean that the object is missing.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "kubelet does not get the volume's objects"
		x.Severity, x.Confidence = Warning, Likely
		x.Cause = fmt.Sprintf("%s waits for objects that the kubelet%s did not get from the API server in time.", f.what(), onNode(f.pod))
		x.Culprit, x.Group = blameNode(f.pod, ""), "Node "+f.pod.Spec.NodeName
		x.RuledOut = append(x.RuledOut, "a missing ConfigMap or Secret: the kubelet names that in other words")
		x.Next = []Step{{Kind: Check, Text: "the kubelet's log on the node, up to the dump time", Command: c.journal(unitKubelet)},
			describePod(f.pod)}
	}, message.MountCacheSync),
}
