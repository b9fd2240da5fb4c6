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
the sandbox itself. "unable to ensure pod container exists" (Event FailedCreatePodContainer) is the kubelet's own step before it: the "pod container" is the
Pod's control group. Where mkdir below /sys/fs/cgroup meets "no space left on device", no disk is full: the kernel has no numbers left for more groups,
because those of ended Pods were not freed, mostly on old kernels; a reboot helps until the next time.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "control groups of the sandbox cannot be set up"
		x.Cause = fmt.Sprintf("The container runtime%s could not set up the Pod's control groups.", onNode(f.pod))
		if contains(f.Text, "pod container exists") {
			x.Title = "the Pod's control group cannot be set up"
			x.Cause = fmt.Sprintf("The kubelet%s could not set up the Pod's control group, without which it makes no sandbox.", onNode(f.pod))
		}
		switch {
		case contains(f.Text, "slice:prefix:name"):
			x.Cause += " Its cgroup driver is not the kubelet's."
		case contains(f.Text, "mkdir /sys/fs/cgroup"):
			x.Cause += " The kernel refuses to make one more."
			x.RuledOut = append(x.RuledOut, "a full disk: control groups are on none")
			x.Next = append(x.Next, Step{Kind: Check, Text: "how many groups the node has", Command: "cat /proc/cgroups"})
		}
		x.Next = append(x.Next, Step{Kind: Check, Text: "cgroup driver of kubelet and runtime",
			Command: "grep -rn -i cgroup /var/lib/kubelet/config.yaml /etc/containerd/config.toml"}, f.nodeLog(c))
	}, message.SandboxCgroup),
}
