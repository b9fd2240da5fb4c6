package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var configUnclassified = &Rule{
	ID:    "config-error/unclassified",
	Title: "Container's configuration cannot be made, for a reason that podtriage does not know",
	Doc: `The kubelet reports CreateContainerConfigError and the text fits none of the known shapes. ` +
		`It is quoted in full; read it. Please report it.`,
	Detect: configRule(func(c *Context, f *configFailure, x *Finding) {
		x.Title = "container's configuration cannot be put together"
		x.Cause = fmt.Sprintf("The kubelet%s could not put the configuration of container %q together; "+
			"the text is of no known kind and stands in the evidence.", onNode(f.pod), f.container.Name)
		x.Unknown = []string{"what the text means: it is not classified"}
		x.Next = []Step{describePod(f.pod)}
	}, message.ConfigUnclassified, message.ConfigImage),
}
