package rules

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

var nodeShutdown = &Rule{
	ID:    "node-lost/shutdown",
	Title: "Pod was ended because its node shut down",
	Doc: `The kubelet saw that the machine was about to shut down and ended its Pods in order. The Pod stays as a Failed object
with reason Terminated (Shutdown in 1.20), or was refused with NodeShutdown because it came while the node was going down.

What to do: spot instances and maintenance do this; the workload's controller replaces the Pod. Old objects can be deleted.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, p := range c.Pods {
			text := strings.ToLower(p.Status.Message)
			byReason := slices.Contains([]string{"Terminated", "Shutdown", "NodeShutdown"}, p.Status.Reason)
			if p.Status.Phase != corev1.PodFailed || !byReason && !strings.Contains(text, "node shutdown") {
				continue
			}
			f := Finding{
				Severity: Error, Confidence: Confirmed, Subject: p.Ref, Culprit: blameNode(p, ""), Group: "Node " + p.Spec.NodeName,
				Title:    "ended because its node shut down",
				Cause:    fmt.Sprintf("Node%s shut down and its kubelet ended the Pod (%s).", nodeSuffix(p), p.Status.Reason),
				Evidence: []Evidence{c.PodField(p, "status.message", p.Status.Reason+": "+p.Status.Message)},
				RuledOut: []string{"a crash of the application: the whole Pod was ended by its kubelet"},
				Next:     []Step{{Kind: Check, Text: "was the machine stopped on purpose (maintenance, spot instance)?"}},
			}
			if p.Leftover {
				f.Severity, f.Note = Info, "The workload has replaced it; what is left is the object."
			}
			if d := p.Condition("DisruptionTarget"); d != nil {
				f.Evidence = append(f.Evidence, c.podCondition(p, *d))
			}
			f.Evidence = append(f.Evidence, c.nodeEvents(p.Spec.NodeName, "Shutdown")...)
			f.First, f.Last = span(f.Evidence)
			out = append(out, f)
		}
		return out
	},
}
