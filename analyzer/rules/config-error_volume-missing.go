package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var configNoVolume = &Rule{
	ID:    "config-error/volume-missing",
	Title: "Mount names a volume that the kubelet does not have",
	Doc: `A volumeMount names a volume that is not among those the kubelet has mounted for the Pod. The API server checks the names, so this is a fault of the kubelet's state
(a static Pod, a restart) rather than of the template.`,
	Detect: configRule(func(c *Context, f *configFailure, x *Finding) {
		x.Title = "mount names a volume that is not there"
		x.Culprit.Field += ".volumeMounts[" + f.Volume + "]"
		x.Cause = fmt.Sprintf("Container %q mounts volume %q, which the kubelet%s does not have for the Pod.",
			f.container.Name, f.Volume, onNode(f.pod))
		x.Next = []Step{{Kind: Check, Text: "the kubelet's log on the node, up to the dump time", Command: c.journal(unitKubelet)},
			describePod(f.pod)}
	}, message.ConfigNoVolume),
}
