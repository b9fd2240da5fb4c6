package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startProfile = &Rule{
	ID:    "create-error/security-profile",
	Title: "seccomp or AppArmor profile cannot be applied",
	Doc: `The profile that the securityContext (or an annotation) names is not on the node, or the node's kernel cannot apply it. Profiles must be loaded on every node that may run
the Pod; RuntimeDefault needs nothing.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = fmt.Sprintf("%s profile cannot be applied",
			map[message.StartClass]string{message.StartAppArmor: "AppArmor", message.StartSeccomp: "seccomp"}[t.Class])
		x.Cause = fmt.Sprintf("The runtime%s could not apply the %s profile%s of container %q.",
			onNode(t.pod), t.Class, quoted(t.Path), t.container.Name)
		x.Culprit.Field += ".securityContext"
		x.Next = []Step{
			{Kind: Check, Text: "the profiles on the node", Command: "ls /var/lib/kubelet/seccomp; cat /sys/kernel/security/apparmor/profiles"},
			editWorkload(t.pod, "name a profile that is on the nodes, or RuntimeDefault"),
		}
	}, message.StartAppArmor, message.StartSeccomp),
}
