package rules

import "fmt"

var nodeTaintEviction = &Rule{
	ID:    "node-lost/taint-eviction",
	Title: "Pod was removed from its node by a NoExecute taint",
	Doc: `A taint with effect NoExecute was on the node and the Pod did not tolerate it (any longer), so it was marked for deletion.
The usual taints are node.kubernetes.io/not-ready and unreachable, after 300 seconds; an operator may set others.

How it is told apart: the Event TaintManagerEviction, or the condition DisruptionTarget with DeletionByTaintManager. While the
node is not reporting, the node's own Finding holds these Pods.

What to do: the Pod's controller makes a new one. Look at what happened to the node at that time.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, p := range c.Pods {
			if p.Node != nil && !NodeWell(p.Node) || p.DeletionTimestamp == nil {
				continue
			}
			evidence := c.deletionEvidence(p)
			if d := p.Condition("DisruptionTarget"); d != nil && d.Reason == "DeletionByTaintManager" {
				evidence = append(evidence, c.podCondition(p, *d))
			}
			if len(evidence) == 0 {
				continue
			}
			f := Finding{
				Severity: Info, Confidence: Confirmed, Subject: p.Ref, Culprit: blameNode(p, "spec.taints"),
				Group: "Node " + p.Spec.NodeName, Evidence: evidence, Title: "removed from its node by a NoExecute taint",
				Cause: fmt.Sprintf("A NoExecute taint on node%s marked the Pod for deletion.", nodeSuffix(p)),
				Next:  []Step{{Kind: Check, Text: "which taint it was and why", Command: "kubectl describe node" + nodeSuffix(p)}},
			}
			if !p.Healthy {
				f.Severity = Warning
			}
			if p.Node != nil {
				for _, t := range p.Node.Spec.Taints {
					if t.Effect == "NoExecute" {
						f.Evidence = append(f.Evidence, c.Field("Node", p.Node, "spec.taints", t.Key+"="+t.Value+":"+string(t.Effect)))
					}
				}
			}
			f.First, f.Last = span(f.Evidence)
			out = append(out, f)
		}
		return out
	},
}
