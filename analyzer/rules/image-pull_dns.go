package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageDNS = &Rule{
	ID:    "image-pull/dns",
	Title: "Registry's host name does not resolve",
	Doc: `The node (not the cluster's DNS: runtimes use the node's resolver) got no address for the registry's name. "no such host" is an answer:
the name does not exist, so look for a typing mistake first, above all when other images are pulled fine from a name
that differs by a letter. "server misbehaving", "i/o timeout" and "connection refused" of a lookup mean that the
resolver itself failed, which hits every registry.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = fmt.Sprintf("registry %s does not resolve", f.Host)
		x.Cause = fmt.Sprintf("The node's resolver has no address for %s, the host of image %s.", f.Host, f.Image)
		x.Group = "host " + f.Host
		if !strings.Contains(f.Text, "no such host") {
			x.Title = "the node's name lookup fails"
			x.Cause = fmt.Sprintf("The lookup of %s failed%s, so %s is not pulled: the resolver did not answer as it should.",
				f.Host, onNode(f.pod), f.Image)
			x.Culprit = blameNode(f.pod, "")
		}
		if other := c.similarRegistry(f); other != "" {
			x.Cause += fmt.Sprintf(" Other Pods run images from %s, which differs by one or two letters: the name is likely mistyped.", other)
		}
		x.RuledOut = append(x.RuledOut, "credentials and the tag: no registry was asked")
		x.Next = []Step{
			{Kind: Check, Text: "does the name resolve on the node", Command: "getent hosts " + strings.Split(f.Host, ":")[0]},
			f.setImage(),
		}
	}, message.PullDNS),
}

// similarRegistry returns a registry from which other Pods run images and whose name is one slip away, or "".
func (c *Context) similarRegistry(f *pullFailure) string {
	for _, r := range slices.Sorted(maps.Keys(c.runningNow().registries)) {
		if r != f.Registry && nearby(r, f.Registry, 2) {
			return r
		}
	}
	return ""
}
