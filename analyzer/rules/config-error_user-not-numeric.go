package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var configUserName = &Rule{
	ID:    "config-error/user-not-numeric",
	Title: "Image's user is a name, so the kubelet cannot tell that it is not root",
	Doc: `securityContext.runAsNonRoot is true, and the image sets its user by name (USER app). The kubelet does not look into the image's passwd, so it cannot verify
that this is not root.

Set runAsUser to the user's number, or write the number into the image (USER 1000).`,
	Detect: configRule(func(c *Context, f *configFailure, x *Finding) {
		x.Title = "image's user is a name, not a number"
		x.Culprit.Field += ".securityContext"
		x.Cause = fmt.Sprintf("Container %q must not run as root (runAsNonRoot), and image %s names its user %q without a number, "+
			"so the kubelet cannot verify it.", f.container.Name, f.container.image(), f.User)
		x.RuledOut = append(x.RuledOut, "an image that runs as root: it names another user")
		x.Next = []Step{editWorkload(f.pod, "set securityContext.runAsUser to the number of that user")}
	}, message.ConfigUserName),
}
