package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startWindows = &Rule{
	ID:    "command-error/windows-process",
	Title: "Windows refuses to create the container's process",
	Doc: `The Windows host compute service refused: the program was not found, the directory is invalid, ` +
		`or the image's Windows version does not fit the host.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Culprit = blame(t.pod, t.commandField())
		x.Title = "Windows cannot create the container's process"
		x.Cause = fmt.Sprintf("Windows%s could not create the process %s of container %q; its words stand in the evidence.",
			onNode(t.pod), t.command(), t.container.Name)
		if contains(t.Text, "does not match the host") {
			x.Culprit = blame(t.pod, t.container.Path+".image")
			x.Cause = fmt.Sprintf("Image %s of container %q is built for another version of Windows than that%s.",
				t.container.image(), t.container.Name, onNode(t.pod))
		}
		x.Next = []Step{editWorkload(t.pod, "correct the command, or use an image for the host's version of Windows"), t.nodeLog(c)}
	}, message.StartWindows),
}
