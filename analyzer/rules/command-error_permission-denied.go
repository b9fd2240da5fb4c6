package rules

import (
	"cmp"
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startNoPermission = &Rule{
	ID:    "command-error/permission-denied",
	Title: "Program may not be executed",
	Doc: `The file is there and the container's user may not execute it: the mode lacks x (a COPY from a file without it, a build as root with a strict umask), the volume it lies on is mounted
noexec, or it is a ConfigMap without defaultMode 0755. A shell says it with exit code 126.

Give the file mode 0755 in the image, or run it through its interpreter (sh script.sh).`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Culprit = blame(t.pod, t.commandField())
		x.Title = "may not execute its program"
		x.Cause = fmt.Sprintf("The program %s in image %s, container %q, has no execute permission for the container's user.",
			cmp.Or(t.Path, t.command()), t.container.image(), t.container.Name)
		if t.ran && t.Path == "" {
			x.Cause = fmt.Sprintf("Container %q ended with exit code 126, by which shells say that a program may not be executed. "+
				"It was told to run %s of image %s.", t.container.Name, t.command(), t.container.image())
			x.Unknown = []string{"which program it is: no log line in the dump names it"}
		}
		x.RuledOut = append(x.RuledOut, "RBAC and other rights in the cluster: the kernel refused to execute a file")
		x.Next = []Step{t.lookInside(), editWorkload(t.pod, "use an image in which the file has mode 0755, or run it through its interpreter")}
	}, message.StartNoPermission),
}
