package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxNetwork = &Rule{
	ID:    "sandbox-network/setup-failed",
	Title: "Network plugin fails to set up the Pod's network",
	Doc: `The network plugin ran and reported an error of its own, which is none of the known kinds. Its text is quoted in full. Admission webhooks that the
plugin calls, a wrong network attachment (multus) and kernel errors appear here.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "network plugin fails to set up its network"
		x.Cause = fmt.Sprintf("The network plugin%s%s reported an error; its words stand in the evidence.%s",
			quoted(f.Plugin), onNode(f.pod), f.nodesHit(c))
		x.Unknown = []string{"what the plugin's error means: it is of no known kind"}
		x.Next = []Step{f.networkPods(), f.nodeLog(c)}
	}, message.SandboxCNI),
}
