package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var configField = &Rule{
	ID:    "config-error/field-ref",
	Title: "Environment variable refers to a field that does not resolve",
	Doc: `An environment variable takes its value from a field of the Pod or a container's resources (fieldRef, resourceFieldRef), ` +
		`and the kubelet cannot resolve it.`,
	Detect: configRule(func(c *Context, f *configFailure, x *Finding) {
		x.Title = "environment refers to a field that is not there"
		x.Culprit.Field += ".env"
		x.Cause = fmt.Sprintf("The kubelet%s cannot resolve a fieldRef or resourceFieldRef in the environment of container %q.",
			onNode(f.pod), f.container.Name)
		x.Next = []Step{editWorkload(f.pod, "correct the fieldPath of the message")}
	}, message.ConfigField),
}
