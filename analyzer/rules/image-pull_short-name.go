package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageShortName = &Rule{
	ID:    "image-pull/short-name",
	Title: "Image name without a registry is ambiguous",
	Doc: `CRI-O refuses a name without a registry when several search registries are configured and short-name mode is "enforcing": it will
not guess which of them is meant.

Write the full reference (docker.io/library/nginx:1.27), or add an alias in registries.conf on the nodes.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "image name without a registry is ambiguous"
		x.Cause = fmt.Sprintf("Container %q names the image %q without a registry, and the runtime%s will not "+
			"guess among its search registries.", f.container.Name, f.Image, onNode(f.pod))
		x.RuledOut = append(x.RuledOut, "registry and credentials: no registry was asked")
		x.Next = []Step{f.setImage()}
	}, message.PullShortName),
}
