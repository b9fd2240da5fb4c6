package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startSandboxGone = &Rule{
	ID:    "create-error/sandbox-gone",
	Title: "Pod's sandbox was gone when the container started",
	Doc: `The container was to join the Pod's sandbox, which had ended in the meantime: the sandbox was killed, the node or runtime restarted, or memory ran out in the Pod's control group.
Once is noise; again and again look for what ends the sandbox.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "the Pod's sandbox was gone"
		x.Cause = fmt.Sprintf("The runtime%s could not put container %q into the Pod's sandbox, which no longer ran.",
			onNode(t.pod), t.container.Name)
		x.Culprit = blameNode(t.pod, "")
		x.Unknown = []string{"what ended the sandbox"}
		x.Next = []Step{t.nodeLog(c), describePod(t.pod)}
	}, message.StartSandboxGone),
}
