package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var imagePullSecret = &Rule{
	ID:    "image-pull/pull-secret",
	Title: "Pull secret is missing or unusable",
	Doc: `The registry refused the pull, and a pull secret that the Pod (or its ServiceAccount) names is not there, is in another namespace,
or is not of a type that the kubelet reads (kubernetes.io/dockerconfigjson or dockercfg). The pull is then anonymous.

From Kubernetes 1.28 the kubelet says so in an Event FailedToRetrieveImagePullSecret; before, only the dump's Secrets
tell. A missing pull secret alone breaks nothing: images of public registries are pulled without it.
Secrets are per namespace: create it in the namespace of the Pod.`,
	Detect: pullRuleOf(secretsUnfit, func(c *Context, f *pullFailure, x *Finding) {
		s := c.badPullSecret(f.pod)
		x.Title = fmt.Sprintf("pull secret %q %s", s.Name, s.fault)
		x.Cause = fmt.Sprintf("%s refuses the pull of %s, and the pull secret %q that the %s names %s in namespace %s.",
			f.answering(), f.Image, s.Name, s.source, s.long, f.pod.Namespace) +
			f.standsIn()
		x.Culprit = Culprit{Ref: loader.Ref{Kind: "Secret", Namespace: f.pod.Namespace, Name: s.Name}}
		x.Group = x.Culprit.Ref.String()
		x.Evidence = append(x.Evidence, s.evidence...)
		x.First, x.Last = span(x.Evidence)
		x.Confidence = s.confidence
		x.Unknown = s.unknown
		for _, r := range c.lookalikes(x.Culprit.Ref) {
			x.Cause += fmt.Sprintf(" There is a %s.", r)
		}
		x.RuledOut = append(x.RuledOut, "a wrong password in it: the kubelet had no such secret to send")
		get := Kubectl(f.pod.Namespace, "get secret %s -o jsonpath='{.type}'", s.Name)
		x.Next = []Step{
			{Kind: Ask, Text: "is the secret there, and of which type", Command: get},
			{Kind: Fix, Text: "create the pull secret in namespace " + f.pod.Namespace + " (adds a Secret; the next try of the kubelet uses it)",
				Command: Kubectl(f.pod.Namespace, "create secret docker-registry %s --docker-server=%s --docker-username=<user> "+
					"--docker-password=<password>", s.Name, f.Registry)},
		}
	}, message.PullUnauthorized, message.PullForbidden, message.PullDenied),
}
