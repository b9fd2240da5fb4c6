package rules

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageUnreachable = &Rule{
	ID:    "image-pull/unreachable",
	Title: "Registry cannot be reached",
	Doc: `The connection to the registry timed out, was reset or found no route: a firewall, a missing route or NAT, a slow registry, a broken MTU.
If other images of the same registry are pulled on the same node, look at this image's size and at the registry's blob
storage (often another host) rather than at the network.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = map[message.PullClass]string{message.PullTimeout: "registry does not answer in time",
			message.PullReset: "connection to the registry breaks off", message.PullNoRoute: "no network route to the registry"}[f.Class]
		x.Cause = fmt.Sprintf("The runtime%s got no whole answer from %s for %s (%s).", onNode(f.pod), f.Host, f.Image, f.Class)
		x.Culprit, x.Group = blameNode(f.pod, ""), "host "+f.Host
		if peer := c.registryServes(f); peer != nil {
			x.RuledOut = append(x.RuledOut, fmt.Sprintf("%s as a whole: Pod %s%s runs an image from it, "+
				"which does not prove that it answers now", f.Registry, peer.Ref.Path(), onNode(peer)))
		}
		x.RuledOut = append(x.RuledOut, "credentials and the tag: the registry gave no verdict on them")
		x.Next = []Step{
			{Kind: Check, Text: "does the registry answer from the node",
				Command: "curl -sv https://" + strings.Replace(f.Host, "docker.io", "registry-1.docker.io", 1) + "/v2/"},
			f.pullByHand(),
		}
	}, message.PullTimeout, message.PullReset, message.PullNoRoute),
}
