package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var configForbidden = &Rule{
	ID:    "config-error/not-allowed",
	Title: "Kubelet may not read the ConfigMap or Secret",
	Doc: `The API server does not let the kubelet read an object that the container's environment needs. The node authorizer allows only objects of Pods that are bound
to the node; a kubelet with a wrong identity, or a cache that lags, gets this answer.`,
	Detect: configRule(func(c *Context, f *configFailure, x *Finding) {
		r := f.object()
		x.Culprit, x.Group = Culprit{Ref: r}, r.String()
		x.Title = fmt.Sprintf("kubelet may not read %s %q", f.Kind, f.Object)
		x.Cause = fmt.Sprintf("Container %q needs %s, and the API server does not let the kubelet%s read it.", f.container.Name, r, onNode(f.pod))
		x.Next = []Step{{Kind: Check, Text: "the kubelet's identity and log on the node, up to the dump time",
			Command: c.journal(unitKubelet)}, describePod(f.pod)}
	}, message.ConfigForbidden),
}
