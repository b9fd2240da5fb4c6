package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imagePlainHTTP = &Rule{
	ID:    "image-pull/plain-http",
	Title: "Registry speaks plain HTTP",
	Doc: `The runtime asked by HTTPS and the registry answered in plain HTTP. Runtimes refuse that unless the host is set as insecure (docker:
insecure-registries; containerd: a hosts.toml with an http:// server; CRI-O: insecure = true).

Give the registry a certificate, or mark it insecure on every node; a Pod cannot.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "registry speaks plain HTTP"
		x.Cause = fmt.Sprintf("%s answers in plain HTTP, and the runtime%s pulls %s only over HTTPS.", f.Host, onNode(f.pod), f.Image)
		x.Culprit, x.Group = blameNode(f.pod, ""), "registry "+f.Host
		x.RuledOut = append(x.RuledOut, "credentials and the image's name: no request was made that would show them")
		x.Next = []Step{
			{Kind: Check, Text: "how the runtime is told to reach this host", Command: "cat /etc/containerd/certs.d/" + f.Host + "/hosts.toml"},
			{Kind: Fix, Text: "give " + f.Host + " a certificate, or set it as insecure in the runtime of every node (changes the nodes)"},
		}
	}, message.PullPlainHTTP),
}
