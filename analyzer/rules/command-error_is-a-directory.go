package rules

import (
	"cmp"
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startDirectory = &Rule{
	ID:    "command-error/is-a-directory",
	Title: "Command names a directory",
	Doc:   `The command of the container is a directory in the image, not a program.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Culprit = blame(t.pod, t.commandField())
		x.Title = "command names a directory"
		x.Cause = fmt.Sprintf("Container %q is told to run %s, which is a directory in image %s.",
			t.container.Name, cmp.Or(t.Path, t.command()), t.container.image())
		x.Next = []Step{editWorkload(t.pod, "name the program in the directory")}
	}, message.StartDirectory),
}
