package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startCgroup = &Rule{
	ID:    "create-error/cgroup",
	Title: "Control groups of the container cannot be set up",
	Doc: `The runtime could not make or change the container's control groups: systemd does not answer, drivers of kubelet and runtime differ, a value is out of range, or the group
is busy.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "control groups cannot be set up"
		x.Cause = fmt.Sprintf("The runtime%s could not set up the control groups of container %q.", onNode(t.pod), t.container.Name)
		x.Culprit, x.Group = blameNode(t.pod, ""), "Node "+t.pod.Spec.NodeName
		x.Next = []Step{t.nodeLog(c)}
	}, message.StartCgroup),
}
