package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageSignature = &Rule{
	ID:    "image-pull/signature",
	Title: "Signature policy of the node refuses the image",
	Doc: `The runtime verifies signatures (CRI-O policy.json, docker content trust) and rejected the image: it is unsigned, signed with
another key, or the policy names no rule for its registry. Reason SignatureValidationFailed from Kubernetes 1.26 on.

Sign the image with the expected key, or correct the policy on the nodes. Pull secrets do not matter here.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "signature policy refuses the image"
		x.Cause = fmt.Sprintf("The runtime%s rejected %s because its signature does not satisfy the node's policy.", onNode(f.pod), f.Image)
		x.RuledOut = append(x.RuledOut, "the registry and the pull secret: the image was found, its signature was refused")
		x.Next = []Step{
			{Kind: Check, Text: "the policy on the node: which key it asks of this registry", Command: "cat /etc/containers/policy.json"},
			f.setImage(),
		}
	}, message.PullSignature),
}
