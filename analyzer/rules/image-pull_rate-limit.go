package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageRateLimit = &Rule{
	ID:    "image-pull/rate-limit",
	Title: "Registry limits the rate of pulls",
	Doc: `The registry answered 429, or in CRI-O's words only "toomanyrequests". Registries count by account, or without one by the
address that the pull comes from, so all nodes behind one gateway share one budget (Docker Hub: per 6 hours).
The reference is right and the network works; retries by themselves use up the budget.

Pull with an account (imagePullSecrets), use a mirror or cache, keep images on the nodes (IfNotPresent and a fixed tag),
or wait until the window has passed.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "registry limits the rate of pulls"
		x.Cause = fmt.Sprintf("%s refuses the pull of %s%s because too many pulls came from this address or account.",
			f.answering(), f.Image, onNode(f.pod)) + f.standsIn()
		x.Culprit, x.Group = blameNode(f.pod, ""), "rate limit of "+f.answering()
		if len(c.pullSecrets(f.pod)) == 0 && f.mirror() == "" {
			x.Cause += " The Pod names no pull secret, so the limit of anonymous pulls holds."
		}
		x.RuledOut = append(x.RuledOut, "a wrong image name or tag: the registry did not look that far, it refused to count one more pull")
		x.Unknown = []string{"when the limit is lifted: the message does not say it"}
		if f.mirror() != "" {
			x.Next = []Step{f.askMirror("which limit holds, and whose account it counts,")}
			return
		}
		x.Next = []Step{
			{Kind: Check, Text: "how many pulls " + f.Registry + " still grants to this address or account, and what else pulls from it"},
			editWorkload(f.pod, "name a pull secret of an account with a higher limit, or an image from a mirror"),
		}
	}, message.PullRateLimit),
}
