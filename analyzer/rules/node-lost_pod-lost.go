package rules

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
)

var nodePodLost = &Rule{
	ID:    "node-lost/pod-unknown",
	Title: "Pod is in an unknown state because its node was lost",
	Doc: `The Pod's phase is Unknown or its status.reason is NodeLost: control planes up to 1.26 wrote this when the node did not
respond any more. Newer ones leave the Pod's status as it was and set only the node's Ready condition.

What to do: look at the node first.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, p := range c.Pods {
			if p.Status.Reason != "NodeLost" && p.Status.Phase != corev1.PodUnknown {
				continue
			}
			if p.Node != nil && !NodeWell(p.Node) {
				continue // the node's own Finding has it
			}
			f := Finding{
				Severity: Error, Confidence: Confirmed, Subject: p.Ref, Culprit: blameNode(p, ""), Group: "Node " + p.Spec.NodeName,
				First: realTime(p.CreationTimestamp.Time), Last: c.Now, Title: "node of the Pod was lost",
				Cause: fmt.Sprintf("The control plane lost contact with node%s, so the Pod's state is unknown.", nodeSuffix(p)),
				Evidence: []Evidence{c.PodField(p, "status", fmt.Sprintf("phase %s, reason %s: %s", p.Status.Phase,
					p.Status.Reason, p.Status.Message))},
				Next: []Step{{Kind: Ask, Text: "is the node back?", Command: "kubectl get node" + nodeSuffix(p) + " -o yaml"}},
			}
			f.Evidence = append(f.Evidence, c.deletionEvidence(p)...)
			out = append(out, f)
		}
		return out
	},
}
