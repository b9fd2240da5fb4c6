package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageServerError = &Rule{
	ID:    "image-pull/server-error",
	Title: "Registry itself fails",
	Doc: `The registry (or a proxy or cache in front of it) answered with a server error, 500 to 504. The reference and the credentials are not
what failed. Kubelets keep trying with growing pauses, at most 5 minutes, so Pods start by themselves once it is back.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "registry answers with a server error"
		x.Cause = fmt.Sprintf("%s answers the pull of %s with a server error%s.", f.Host, f.Image, inParens(f.Status))
		if s := f.standsIn(); s != "" {
			x.Cause += s
		} else if f.Host != f.Registry {
			x.Cause += fmt.Sprintf(" It stands in for %s.", f.Registry)
		}
		x.Group = "host " + f.Host
		x.RuledOut = append(x.RuledOut, "image name and credentials: the server failed, it did not refuse")
		x.Next = []Step{
			{Kind: Check, Text: "state and logs of the registry " + f.Host + ", and of what stands in front of it"},
			f.pullByHand(),
		}
	}, message.PullServerError),
}
