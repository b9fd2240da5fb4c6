package rules

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startNotFound = &Rule{
	ID:    "command-error/not-found",
	Title: "Program is not in the image",
	Doc: `The container's command names a program that the image does not have, or that is not in $PATH: "executable file not found", "stat ...: no such file or directory" (runtime, exit 128 StartError;
docker: 127 ContainerCannotRun), or a shell that says "not found" and ends with 127. Images without a shell cannot run
"sh -c".

Correct command or args, or use an image that holds the program. A wrong volume that hides the program's directory gives
the same.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Culprit = blame(t.pod, t.commandField())
		what := cmp.Or(t.Path, "the command")
		x.Title = fmt.Sprintf("its image lacks program %s", what)
		x.Cause = fmt.Sprintf("Container %q starts %s, which image %s does not have%s.", t.container.Name, what, t.container.image(), inPath(t))
		if t.ran {
			x.Cause = fmt.Sprintf("A shell in container %q could not find %s in image %s and ended with exit code %d.",
				t.container.Name, what, t.container.image(), t.exit)
			if t.Path == "" {
				x.Title = "exit 127: its image lacks a program"
				x.Cause = fmt.Sprintf("Container %q ended with exit code 127, by which shells say that a program was not found "+
					"in image %s. It was told to run %s.", t.container.Name, t.container.image(), t.command())
				x.Unknown = []string{"which program is missing: no log line in the dump names it"}
			}
		}
		if name := t.container.Spec.Command; len(name) > 0 {
			x.Evidence = append(x.Evidence, c.PodField(t.pod, "spec."+t.container.Path+".command", strings.Join(name, " ")))
		} else if args := t.container.Spec.Args; len(args) > 0 {
			x.Evidence = append(x.Evidence, c.PodField(t.pod, "spec."+t.container.Path+".args", strings.Join(args, " ")))
		}
		x.RuledOut = append(x.RuledOut, "a missing image: the image was pulled, the program in it is missing")
		x.Next = []Step{t.lookInside(), editWorkload(t.pod, "correct command or args, or use an image that holds the program")}
		x.Next = append(x.Next, c.rollback(t.pod)...)
	}, message.StartNotFound, message.StartNoFile),
}

// inPath says where the runtime looked for a name without a slash.
func inPath(t *startTrouble) string {
	if t.Class == message.StartNotFound && !strings.Contains(t.Path, "/") {
		return " in its $PATH"
	}
	return ""
}
