package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageProxy = &Rule{
	ID:    "image-pull/proxy",
	Title: "Proxy between the node and the registry fails",
	Doc: `The runtime goes through an HTTP proxy (its own HTTP_PROXY, HTTPS_PROXY, NO_PROXY), and the proxy cannot be reached, refuses the
connection or wants credentials. In-cluster registries usually belong into NO_PROXY.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "proxy on the way to the registry fails"
		x.Cause = fmt.Sprintf("The runtime%s could not reach %s through its HTTP proxy, so %s is not pulled.", onNode(f.pod), f.Registry, f.Image)
		x.Culprit, x.Group = blameNode(f.pod, ""), "proxy to "+f.Registry
		x.RuledOut = append(x.RuledOut, "the image's name and credentials: the registry was not reached")
		x.Next = []Step{{Kind: Check, Text: "the proxy settings of the runtime on the node",
			Command: "systemctl show containerd docker crio --property=Environment"}}
	}, message.PullProxy),
}
