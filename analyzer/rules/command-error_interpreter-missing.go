package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startInterpreter = &Rule{
	ID:    "command-error/interpreter-missing",
	Title: "Interpreter or library of the program is missing",
	Doc: `The file is there and its interpreter is not: "no such file or directory" for a file that exists means that the program after "#!" is missing (also when the script has Windows line
ends), or that the dynamic loader is (a glibc program in an Alpine image). "error loading shared libraries" is the same for
a library.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "interpreter or library is missing"
		x.Culprit = blame(t.pod, t.container.Path+".image")
		x.Cause = fmt.Sprintf("Image %s has the program%s of container %q, but not the interpreter, loader or library that it needs.",
			t.container.image(), quoted(t.Path), t.container.Name)
		x.Next = []Step{t.lookInside(), editWorkload(t.pod,
			"use an image that holds the interpreter or libraries; check scripts for Windows line ends")}
	}, message.StartInterpreter),
}
