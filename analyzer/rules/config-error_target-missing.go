package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var configTarget = &Rule{
	ID:    "config-error/target-missing",
	Title: "Debug container aims at a container that does not run",
	Doc:   `An ephemeral container names a target container whose processes it wants to share, and that container has no id: it does not run.`,
	Detect: configRule(func(c *Context, f *configFailure, x *Finding) {
		x.Title = "debug container's target does not run"
		x.Severity = Warning
		x.Cause = fmt.Sprintf("Ephemeral container %q wants to join another container of the Pod that does not run.", f.container.Name)
		x.Next = []Step{describePod(f.pod)}
	}, message.ConfigTarget),
}
