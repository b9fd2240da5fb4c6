package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageKubeletLimit = &Rule{
	ID:    "image-pull/kubelet-limit",
	Title: "Kubelet's own limit of pulls was reached",
	Doc: `The kubelet starts at most registryPullQPS pulls a second (default 5, burst 10). With many Pods at once some pulls are refused
as "pull QPS exceeded" and tried again after the back-off; no registry was asked. It heals by itself and matters only
if it lasts.

Raise registryPullQPS and registryBurst in the kubelet's configuration if nodes start many Pods at once.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "kubelet's own limit of pulls was reached"
		x.Severity = Warning
		x.Cause = fmt.Sprintf("The kubelet%s put off the pull of %s: more pulls were asked for than registryPullQPS lets it start.",
			onNode(f.pod), f.Image)
		x.Culprit, x.Group = blameNode(f.pod, ""), "pull limit"+onNode(f.pod)
		x.RuledOut = append(x.RuledOut, "the registry: the kubelet did not ask it")
		x.Next = []Step{describePod(f.pod)}
	}, message.PullQPS),
}
