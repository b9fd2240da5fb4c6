package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxCgroup = &Rule{
	ID:    "sandbox-network/cgroup",
	Title: "Control groups of the sandbox cannot be set up",
	Doc: `The runtime could not make the Pod's control groups: kubelet and runtime use different drivers (systemd and cgroupfs: "expected cgroupsPath to be of
format slice:prefix:name"), systemd does not answer, a controller is missing, or the Pod's memory limit is too low for
the sandbox itself.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "control groups of the sandbox cannot be set up"
		x.Cause = fmt.Sprintf("The container runtime%s could not set up the Pod's control groups.", onNode(f.pod))
		if contains(f.Text, "slice:prefix:name") {
			x.Cause += " Its cgroup driver is not the kubelet's."
		}
		x.Next = []Step{{Kind: Check, Text: "cgroup driver of kubelet and runtime",
			Command: "grep -rn -i cgroup /var/lib/kubelet/config.yaml /etc/containerd/config.toml"}, f.nodeLog(c)}
	}, message.SandboxCgroup),
}
