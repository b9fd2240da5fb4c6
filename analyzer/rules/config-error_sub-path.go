package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var configSubPath = &Rule{
	ID:    "config-error/sub-path",
	Title: "subPath of a mount cannot be prepared",
	Doc: `A volumeMount with subPath names a path inside the volume that the kubelet could not open or make: a part of it is a file, the volume is read-only, the path
leads out of the volume, or the source vanished.

Compare subPath with what the volume holds (for ConfigMaps: its keys).`,
	Detect: configRule(func(c *Context, f *configFailure, x *Finding) {
		x.Title = "subPath of a volumeMount cannot be prepared"
		x.Culprit.Field += ".volumeMounts[" + f.Volume + "].subPath"
		x.Cause = fmt.Sprintf("The kubelet%s could not prepare the subPath of volumeMount %q of container %q.",
			onNode(f.pod), f.Volume, f.container.Name)
		for _, m := range f.container.Spec.VolumeMounts {
			if m.Name == f.Volume && m.SubPath+m.SubPathExpr != "" {
				x.Cause = fmt.Sprintf("The kubelet%s could not prepare subPath %q of volumeMount %q of container %q.",
					onNode(f.pod), m.SubPath+m.SubPathExpr, f.Volume, f.container.Name)
				x.Evidence = append(x.Evidence, c.PodField(f.pod, "spec."+f.container.Path+".volumeMounts["+f.Volume+"].subPath",
					m.SubPath+m.SubPathExpr))
			}
		}
		x.Unknown = []string{"what stands in its way: the kubelet's log has it, the Event does not"}
		x.Next = []Step{
			{Kind: Check, Text: "the kubelet's log on the node, up to the dump time", Command: c.journal(unitKubelet) + " | grep -i subpath"},
			editWorkload(f.pod, "correct subPath, or mount the volume without it"),
		}
	}, message.ConfigSubPath),
}
