package rules

import (
	"cmp"
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var volumeToken = &Rule{
	ID:    "volume/token",
	Title: "Token of the ServiceAccount cannot be fetched",
	Doc: `The projected volume with the Pod's token could not be filled: the ServiceAccount was deleted after the Pod was made, its name is wrong, or the API
server does not let the kubelet ask for a token.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		r := loader.Ref{Kind: "ServiceAccount", Namespace: f.pod.Namespace, Name: cmp.Or(f.Object, f.pod.Spec.ServiceAccountName, "default")}
		x.Culprit, x.Group = Culprit{Ref: r}, r.String()
		x.Title = fmt.Sprintf("no token for ServiceAccount %q", r.Name)
		x.Cause = fmt.Sprintf("%s needs a token of ServiceAccount %s, which the kubelet could not fetch.", f.what(), r.Path())
		if contains(f.Text, "not found") {
			x.Cause = fmt.Sprintf("%s needs a token of ServiceAccount %s, which does not exist.", f.what(), r.Path())
		}
		c.addReference(f.pod, r, "serviceAccountName", x)
		x.Next = []Step{
			{Kind: Ask, Text: "the ServiceAccount", Command: Kubectl(r.Namespace, "get serviceaccount %s -o yaml", r.Name)},
			editWorkload(f.pod, "create the ServiceAccount, or name one that exists"),
		}
	}, message.MountToken),
}
