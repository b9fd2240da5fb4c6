package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageNeverPull = &Rule{
	ID:    "image-pull/never-pull",
	Title: "Image is not on the node and the policy forbids to pull it",
	Doc: `imagePullPolicy is Never, so the kubelet uses only images that are on the node already, and this one is not (or, from
Kubernetes 1.35, the Pod has no right to it). Typical for images that were built on or loaded into one node only, and for
images that garbage collection removed.

Load the image onto every node that may run the Pod (kind load docker-image, ctr -n k8s.io images import), or set
imagePullPolicy: IfNotPresent and push the image to a registry.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "image not on the node, pull policy is Never"
		x.Cause = fmt.Sprintf("Container %q may only use an image that is on the node already (imagePullPolicy Never), and %s is not%s.",
			f.container.Name, f.Image, onNode(f.pod))
		x.Culprit = blame(f.pod, f.container.Path+".imagePullPolicy")
		x.RuledOut = append(x.RuledOut, "registry, network and credentials: nothing was asked of a registry")
		x.Next = []Step{
			{Kind: Check, Text: "the images on the node", Command: "crictl images"},
			editWorkload(f.pod, "set imagePullPolicy: IfNotPresent, or load the image onto the nodes"),
		}
	}, message.PullNever),
}
