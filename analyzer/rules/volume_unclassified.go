package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeUnclassified = &Rule{
	ID:    "volume/unclassified",
	Title: "Volume cannot be mounted, for a reason that podtriage does not know",
	Doc:   `The volume failed and the text fits none of the known shapes. It is quoted in full; read it. Please report it.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "volume cannot be mounted"
		x.Cause = fmt.Sprintf("%s cannot be mounted%s; the text is of no known kind and stands in the evidence.", f.what(), onNode(f.pod))
		x.Unknown = []string{"what the text means: it is not classified"}
		x.Next = f.volumeSteps()
	}, message.MountUnclassified),
}
