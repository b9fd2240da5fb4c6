package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startUnclassified = &Rule{
	ID:    "create-error/unclassified",
	Title: "Container cannot be created, for a reason that podtriage does not know",
	Doc:   `The runtime's text fits none of the known shapes. It is quoted in full; read it. Please report it.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "container cannot be created"
		x.Cause = fmt.Sprintf("The runtime%s could not create or start container %q; "+
			"the text is of no known kind and stands in the evidence.", onNode(t.pod), t.container.Name)
		x.Unknown = []string{"what the text means: it is not classified"}
		x.Next = []Step{t.nodeLog(c), describePod(t.pod)}
	}, message.StartUnclassified),
}
