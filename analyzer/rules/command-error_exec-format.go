package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startFormat = &Rule{
	ID:    "command-error/exec-format",
	Title: "Program cannot run on this kind of machine",
	Doc: `"exec format error": the kernel does not know the file as a program. Either the image is built for another CPU architecture than the node's, or the file is a script without a
"#!" first line, or it is empty or damaged. runc finds this only after the container has started, so it shows as an
ordinary exit (1 or 255) with the text in the log; crun and CRI-O report it when they create the container.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "exec format error"
		x.Culprit = blame(t.pod, t.container.Path+".image")
		x.Cause = fmt.Sprintf("The program%s of image %s, container %q, is in a format that the kernel does not run",
			quoted(t.Path), t.container.image(), t.container.Name)
		if platform := platformOf(t.pod); platform != "" {
			x.Cause += fmt.Sprintf(": node %s is %s, so the image is likely built for another architecture, or the file is a "+
				"script without an interpreter line.", t.pod.Spec.NodeName, platform)
			x.Evidence = append(x.Evidence, c.Field("Node", t.pod.Node, "status.nodeInfo.architecture", t.pod.Node.Status.NodeInfo.Architecture))
		} else {
			x.Cause += onNode(t.pod) + ": the image is built for another architecture, or the file is a script without an interpreter line."
		}
		x.RuledOut = append(x.RuledOut, "a fault in the program: the kernel did not run it")
		if t.guess {
			t.describeGuess(x)
			return
		}
		x.Unknown = []string{"the architecture that the image was built for"}
		x.Next = []Step{
			{Kind: Check, Text: "the platforms of the image", Command: "docker manifest inspect " + t.container.Spec.Image},
			editWorkload(t.pod, "use an image for this architecture, or a nodeSelector kubernetes.io/arch that fits it"),
		}
	}, message.StartFormat),
}
