package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var configProfile = &Rule{
	ID:    "config-error/security-profile",
	Title: "Security profile is named wrongly",
	Doc: `The seccomp or AppArmor profile of the securityContext cannot be used as written: type Localhost without localhostProfile, ` +
		`or a name that is not allowed.`,
	Detect: configRule(func(c *Context, f *configFailure, x *Finding) {
		x.Title = "seccomp or AppArmor profile is named wrongly"
		x.Culprit.Field += ".securityContext"
		x.Cause = fmt.Sprintf("The kubelet%s could not resolve the security profile of container %q.", onNode(f.pod), f.container.Name)
		x.Next = []Step{editWorkload(f.pod, "name a profile that exists on the nodes, or RuntimeDefault")}
	}, message.ConfigAppArmor),
}
