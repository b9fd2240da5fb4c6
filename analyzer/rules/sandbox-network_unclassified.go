package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxUnclassified = &Rule{
	ID:    "sandbox-network/unclassified",
	Title: "Pod's sandbox is not made, for a reason that podtriage does not know",
	Doc:   `The sandbox failed and the text fits none of the known shapes. It is quoted in full; read it. Please report it.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "the Pod's sandbox cannot be made"
		x.Cause = fmt.Sprintf("The Pod's sandbox could not be made%s; the text is of no known kind and stands in the evidence.", onNode(f.pod))
		x.Unknown = []string{"what the text means: it is not classified"}
		x.Next = []Step{f.nodeLog(c), describePod(f.pod)}
	}, message.SandboxUnclassified),
}
