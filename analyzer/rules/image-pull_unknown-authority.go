package rules

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageUnknownAuthority = &Rule{
	ID:    "image-pull/unknown-authority",
	Title: "Node does not trust the registry's certificate",
	Doc: `The registry's certificate is signed by an authority that the container runtime on the node does not know. Runtimes use the node's
trust store (and /etc/docker/certs.d, /etc/containerd/certs.d), not that of the Pod: no Secret or ConfigMap helps. A
proxy that breaks up TLS gives the same text.

Put the authority's certificate on every node and restart the runtime.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "node does not trust the registry's certificate"
		x.Cause = fmt.Sprintf("The runtime%s does not know the authority that signed the certificate of %s, so it does not pull %s.",
			onNode(f.pod), f.Host, f.Image)
		x.Culprit, x.Group = blameNode(f.pod, ""), "certificate of "+f.Host
		x.RuledOut = append(x.RuledOut, "a missing or wrong pull secret: the connection failed before credentials were sent")
		x.Next = []Step{
			{Kind: Check, Text: "the chain that the registry presents, seen from the node",
				Command: "openssl s_client -connect " + hostPort(f.Host) + " -showcerts </dev/null"},
			{Kind: Check, Text: "the authorities that the runtime knows for this host",
				Command: "ls /etc/containerd/certs.d/" + f.Host + " /etc/docker/certs.d/" + f.Host},
			{Kind: Fix, Text: "install the authority's certificate on the nodes and restart the runtime (changes every node; " +
				"running containers stay)"},
		}
	}, message.PullUnknownCA),
}

// hostPort adds the HTTPS port to a host that has none.
func hostPort(host string) string {
	if host == "docker.io" {
		host = "registry-1.docker.io"
	}
	if strings.Contains(host, ":") {
		return host
	}
	return host + ":443"
}
