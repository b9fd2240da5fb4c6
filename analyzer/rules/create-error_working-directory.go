package rules

import (
	"cmp"
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startWorkingDir = &Rule{
	ID:    "create-error/working-directory",
	Title: "Working directory of the container cannot be used",
	Doc: `workingDir of the container (or WORKDIR of the image) does not exist and cannot be made, is a file, ` +
		`or is not accessible to the container's user.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "working directory cannot be used"
		dir := cmp.Or(t.container.Spec.WorkingDir, t.Path)
		x.Cause = fmt.Sprintf("Container %q cannot change into its working directory %s.", t.container.Name, dir)
		x.Culprit.Field += ".workingDir"
		if t.container.Spec.WorkingDir != "" {
			x.Evidence = append(x.Evidence, c.PodField(t.pod, "spec."+t.container.Path+".workingDir", dir))
		}
		x.Next = []Step{editWorkload(t.pod, "set workingDir to a directory that the container's user may enter")}
	}, message.StartWorkingDir),
}
