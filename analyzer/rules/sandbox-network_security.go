package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxSecurity = &Rule{
	ID:    "sandbox-network/security",
	Title: "Security set-up of the sandbox fails",
	Doc: `The sandbox could not be given what the Pod's securityContext asks for: a sysctl that the kernel lacks, a seccomp or AppArmor profile that is not
on the node, an SELinux label, a user namespace.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "security set-up of the Pod's sandbox fails"
		x.Cause = fmt.Sprintf("The container runtime%s could not apply the Pod's securityContext to the sandbox; the message names the part.",
			onNode(f.pod))
		x.Culprit, x.Group = blame(f.pod, "securityContext"), ""
		x.Next = []Step{editWorkload(f.pod, "ask only for profiles and sysctls that the node has"), f.nodeLog(c)}
	}, message.SandboxSecurity),
}
