package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxAPI = &Rule{
	ID:    "sandbox-network/api-unreachable",
	Title: "Network plugin cannot reach or use the API server",
	Doc: `The plugin asks the API server for the Pod or for addresses, and the request failed: a timeout or refusal at the Service address (kube-proxy
or the control plane), or "Unauthorized" when the plugin's token has expired (often after a restart of the node or a
rotation of keys; restarting the plugin's Pod writes a new token).`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "network plugin cannot use the API server"
		x.Cause = fmt.Sprintf("The network plugin%s%s failed in a request to the API server, so the Pod gets no network.%s",
			quoted(f.Plugin), onNode(f.pod), f.nodesHit(c))
		x.Next = []Step{
			{Kind: Check, Text: "does the Service address of the API server answer from the node",
				Command: "curl -sk https://$(kubectl get service kubernetes -o jsonpath='{.spec.clusterIP}')/readyz"},
			f.networkPods(),
		}
	}, message.SandboxAPI),
}
