package rules

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageRefused = &Rule{
	ID:    "image-pull/connection-refused",
	Title: "Registry refuses the connection",
	Doc: `The registry's address was reached and nothing listens on the port, or a firewall rejects the connection. CRI-O reports it as reason
RegistryUnavailable. An address such as 127.0.0.1 or localhost means the node itself.

Check that the registry runs and that the port in the reference is right.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "registry refuses the connection"
		x.Cause = fmt.Sprintf("Nothing accepts connections at %s, the registry of %s.", f.Host, f.Image)
		x.Group = "host " + f.Host
		if strings.HasPrefix(f.Host, "127.") || strings.HasPrefix(f.Host, "localhost") {
			x.Cause += " This address is the node itself: a registry must run on every node, or the reference is wrong."
		}
		x.RuledOut = append(x.RuledOut, "credentials and the tag: the connection was refused before any request")
		x.Next = []Step{
			{Kind: Check, Text: "does the registry answer from the node", Command: "curl -sv https://" + f.Host + "/v2/"},
			f.setImage(),
		}
	}, message.PullRefused),
}
