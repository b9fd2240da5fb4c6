package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageUnauthorized = &Rule{
	ID:    "image-pull/unauthorized",
	Title: "Registry refuses the pull: no or wrong credentials",
	Doc: `The registry answered 401 (who are you) or 403 (you may not). 401 without a pull secret is a private image pulled anonymously; 401
with one is a wrong, expired or mismatched secret (its host must be the image's registry). 403 means the account was
recognised and lacks the right to this repository. Cloud registries (ECR, GCR, ACR) use the node's role or a
credential provider in place of a secret; ECR tokens live for 12 hours.

Told apart from image-pull/denied, where the registry's answer also fits a repository that does not exist.`,
	Detect: pullRuleOf(secretsFit, func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "registry refuses the credentials of the pull"
		x.Cause = fmt.Sprintf("%s refuses the pull of %s%s.", f.answering(), f.Image, inParens(f.Status)) + f.standsIn()
		if f.Class == message.PullForbidden {
			x.Title = "registry forbids the pull"
		}
		if f.mirror() == "" {
			x.Cause += " " + c.secretsNamed(f)
		}
		x.RuledOut = append(x.RuledOut, "the network and the registry's certificate: it answered")
		x.Unknown = []string{"whether the tag exists: a registry that refuses does not say"}
		x.Next = append(c.secretSteps(f), f.pullByHand())
		if f.mirror() != "" {
			x.Next = []Step{f.askMirror("which credentials it wants from the nodes,"), f.pullByHand()}
		}
	}, message.PullUnauthorized, message.PullForbidden),
}

func inParens(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}
