package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageNoProgress = &Rule{
	ID:    "image-pull/no-progress",
	Title: "Runtime broke off the pull for lack of progress",
	Doc: `"context canceled" is how containerd reports that a pull received no bytes for image_pull_progress_timeout (1 to 5 minutes), or that
somebody stopped it. The registry or the network is slow; large layers over a slow link are typical.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "runtime broke off the pull for lack of progress"
		x.Confidence = Likely
		x.Cause = fmt.Sprintf("The pull of %s from %s was cancelled%s; runtimes do that when no bytes arrive for some minutes.",
			f.Image, f.Registry, onNode(f.pod))
		x.Culprit, x.Group = blameNode(f.pod, ""), "host "+f.Host
		x.Unknown = []string{"what was slow: the registry, the network between or the node's disk"}
		x.Next = []Step{f.pullByHand()}
	}, message.PullCanceled),
}
