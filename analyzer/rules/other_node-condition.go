package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var nodeProblem = &Rule{
	ID:    "other/node-condition",
	Title: "Node reports a problem by a condition of its own",
	Doc: `A condition that declares trouble by True is True: NetworkUnavailable, or one of node-problem-detector such as
KernelDeadlock, ReadonlyFilesystem, FrequentKubeletRestart; or one of the node monitoring agent of EKS is False, such as StorageReady.
Conditions of other components are not judged: a type whose polarity
is not declared says nothing about good and bad (EtcdIsVoter=True is fine).

What to do: repair the node, or replace it.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			for _, cond := range badConditions(n, false) {
				_, _, words := message.JudgeCondition(string(cond.Type), "True")
				f := c.nodeFinding(n, words, fmt.Sprintf("Node %s %s: %s", n.Name, words, sentence(oneLine(cond.Message))),
					[]Evidence{c.nodeCondition(n, cond)})
				f.Culprit.Field = "status.conditions[" + string(cond.Type) + "]"
				out = append(out, f)
			}
		}
		return out
	},
}
