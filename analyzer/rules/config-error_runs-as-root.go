package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var configRoot = &Rule{
	ID:    "config-error/runs-as-root",
	Title: "runAsNonRoot forbids the image's user, which is root",
	Doc: `securityContext.runAsNonRoot is true, and the container would run as user 0: the image has no USER, or runAsUser: 0 is set. The kubelet refuses before it
creates the container.

Give the image a USER by number, or set runAsUser to a number above 0 that may read the program's files.`,
	Detect: configRule(func(c *Context, f *configFailure, x *Finding) {
		x.Title = "runAsNonRoot is set and the image runs as root"
		x.Culprit.Field += ".securityContext"
		x.Cause = fmt.Sprintf("Container %q must not run as root (runAsNonRoot), and image %s has root as its user.",
			f.container.Name, f.container.image())
		if contains(f.Text, "breaks non-root policy") {
			x.Cause = fmt.Sprintf("Container %q must not run as root (runAsNonRoot), and its own runAsUser is 0.", f.container.Name)
		}
		x.Next = []Step{editWorkload(f.pod, "set securityContext.runAsUser to a number above 0, or build the image with a USER")}
	}, message.ConfigRoot),
}
