package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var startProcessLimit = &Rule{
	ID:    "create-error/process-limit",
	Title: "Limit of processes or files on the node is reached",
	Doc:   `The runtime could not start a process because a limit of the node or of the Pod is used up: process ids, open files, inotify.`,
	Detect: startRule(func(c *Context, t *startTrouble, x *Finding) {
		x.Title = "node's limit of processes or files is reached"
		x.Cause = fmt.Sprintf("The runtime%s could not start the process of container %q: a limit of processes, files or watches is used up.",
			onNode(t.pod), t.container.Name)
		x.Culprit, x.Group = blameNode(t.pod, ""), "Node "+t.pod.Spec.NodeName
		x.Next = []Step{{Kind: Check, Text: "the limits on the node",
			Command: "sysctl kernel.pid_max fs.file-nr fs.inotify; systemctl show containerd -p TasksCurrent,TasksMax"}}
	}, message.StartProcessLimit),
}
