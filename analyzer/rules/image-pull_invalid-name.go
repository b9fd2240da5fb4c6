package rules

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageInvalidName = &Rule{
	ID:    "image-pull/invalid-name",
	Title: "Image reference is malformed",
	Doc: `The kubelet or the runtime could not parse the image reference, so nothing was pulled and no registry was asked.
Status InvalidImageName; the message says which part is wrong: upper case in the repository, a space, a tag that
begins with a dot or dash, an empty name, a template that was never filled in.

Told apart from image-pull/not-found: there the reference is well formed and a registry answered.
Fix the string where the Pod's template is made; no retry will help.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "image reference is malformed"
		x.Cause = fmt.Sprintf("Container %q names the image %q, which is no valid reference; no registry was asked.", f.container.Name, f.Image)
		if strings.ToLower(f.Image) != f.Image {
			x.Cause += " Repository names must be in lower case."
		}
		if strings.ContainsAny(f.Image, "${}<> ") {
			x.Cause += " It looks like a template whose variables were not filled in."
		}
		x.RuledOut = append(x.RuledOut, "registry, network and credentials: the reference failed before any of them was used")
		x.Next = []Step{f.setImage()}
	}, message.PullInvalidName),
}
