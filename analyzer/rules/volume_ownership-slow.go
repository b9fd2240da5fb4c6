package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeOwnershipSlow = &Rule{
	ID:    "volume/ownership-slow",
	Title: "Owner of a volume's files is still being changed",
	Doc: `The Pod sets fsGroup, so the kubelet changes group and mode of every file of the volume at each mount, before it starts the containers. With very many files, or
a slow server, that takes minutes or hours, in which the Pod stays in ContainerCreating. Nothing is broken: the Pod starts when it is done, and waits
as long at the next start.

How it is told apart: the Event VolumePermissionChangeInProgress (Kubernetes 1.33 on), with nothing of the start after it. A change that
fails is volume/ownership-error.

What to do: fsGroupChangePolicy: OnRootMismatch leaves the files alone where the top folder has the right owner already.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "kubelet still changes the owner of its volume's files"
		x.Cause = fmt.Sprintf("The kubelet%s gives every file of a volume to the Pod's fsGroup before it starts the containers, and was not done: %s",
			onNode(f.pod), sentence(oneLine(f.Text)))
		x.Culprit = blame(f.pod, "securityContext.fsGroupChangePolicy")
		x.Unknown = []string{"how many files are left"}
		if changesOwnership(f.pod) {
			x.Evidence = append(x.Evidence, c.PodField(f.pod, "spec.securityContext.fsGroup", fmt.Sprint(*f.pod.Spec.SecurityContext.FSGroup)))
		}
		x.Next = []Step{c.change(f.pod, x.Confidence, "set fsGroupChangePolicy: OnRootMismatch"), describePod(f.pod)}
	}, message.MountOwnershipSlow),
}
