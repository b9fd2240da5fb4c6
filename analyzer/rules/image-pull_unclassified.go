package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageUnclassified = &Rule{
	ID:    "image-pull/unclassified",
	Title: "Image is not pulled, for a reason that podtriage does not know",
	Doc: `The pull failed and the runtime's text fits none of the known shapes. The text is quoted in full; read it. Please report it, so that the
next version knows it.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "image is not pulled"
		x.Cause = fmt.Sprintf("The pull of %s from %s fails%s; the runtime's text is of no known kind and stands in the evidence.",
			f.Image, f.Registry, onNode(f.pod))
		x.Unknown = []string{"what the text means: it is not classified"}
		x.Next = []Step{f.pullByHand(), describePod(f.pod)}
	}, message.PullUnclassified),
}
