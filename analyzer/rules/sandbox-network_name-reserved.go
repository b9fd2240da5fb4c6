package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var sandboxReserved = &Rule{
	ID:    "sandbox-network/name-reserved",
	Title: "An earlier attempt to make the sandbox still holds its name",
	Doc: `The kubelet's earlier request ran into its time limit and the runtime is still at work on it, so the next request finds the name reserved. The first,
slow attempt is the fault: a slow disk, a hanging network plugin, an overloaded node. If it never clears, the runtime lost
track of it; a restart of the runtime helps.`,
	Detect: sandboxRule(func(c *Context, f *sandboxFailure, x *Finding) {
		x.Title = "an earlier attempt holds the sandbox's name"
		x.Cause = fmt.Sprintf("The container runtime%s is still at work on, or lost track of, an earlier request for the same sandbox; "+
			"each new request is refused.", onNode(f.pod))
		x.RuledOut = append(x.RuledOut, "two Pods of one name: the name is taken by the Pod's own earlier attempt")
		x.Unknown = []string{"what made the first attempt hang: its own record is not in the dump"}
		x.Next = []Step{f.nodeLog(c), {Kind: Check, Text: "sandboxes and their age", Command: "crictl pods --name " + f.pod.Name}}
	}, message.SandboxReserved),
}
