package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startUser = &Rule{
	ID:    "create-error/user",
	Title: "User or group of the container does not exist in the image",
	Doc: `The container is to run as a user or group by name that the image's /etc/passwd or /etc/group does not have, or ids that the ` +
		`node's user namespace does not map.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "user of the container is not in the image"
		x.Cause = fmt.Sprintf("The runtime%s could not find the user or group that container %q is to run as in image %s.",
			onNode(t.pod), t.container.Name, t.container.image())
		x.Culprit.Field += ".securityContext.runAsUser"
		x.Next = []Step{editWorkload(t.pod, "set runAsUser and runAsGroup by number")}
	}, message.StartUser),
}
