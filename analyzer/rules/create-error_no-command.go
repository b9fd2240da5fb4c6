package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startNoCommand = &Rule{
	ID:    "create-error/no-command",
	Title: "Neither image nor Pod names a command",
	Doc: `The image has no ENTRYPOINT and no CMD, and the Pod gives no command, so there is nothing to run. Base images and images made only for their files are like this; an image
that was built wrongly, too.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "neither the image nor the Pod names a command"
		x.Cause = fmt.Sprintf("Container %q has no command, and image %s brings none.", t.container.Name, t.container.image())
		x.Culprit.Field += ".command"
		x.Next = []Step{editWorkload(t.pod, "set command, or use an image with an ENTRYPOINT")}
	}, message.StartNoCommand),
}
