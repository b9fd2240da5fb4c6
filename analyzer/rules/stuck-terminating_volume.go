package rules

import (
	"fmt"
	"strings"
)

var stuckVolume = &Rule{
	ID:    "stuck-terminating/volume",
	Title: "Pod cannot go because a volume cannot be unmounted",
	Doc: `The deletion is overdue, and Events say that a volume of the Pod cannot be unmounted or detached: a storage server that
does not answer, a mount that is busy, or a CSI driver that is not there any more.

What to do: look at the CSI driver's Pod on that node and at the storage server.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, d := range c.overdue() {
			p := d.pod
			said := c.unmounts(p)
			if len(said) == 0 {
				continue
			}
			f := c.deletionFinding(d)
			f.Evidence = append(said, f.Evidence...)
			f.Culprit.Field = "spec.volumes"
			f.Title = "deletion is held by a volume that cannot be unmounted"
			f.Cause = fmt.Sprintf("The deletion is overdue%s: %s", d.overdueFor(), oneLine(said[len(said)-1].Text))
			f.Next = []Step{{Kind: Check, Text: "the storage driver's Pod on the node, and the storage server",
				Command: "kubectl get pods -A -o wide --field-selector spec.nodeName=" + p.Spec.NodeName},
				{Kind: Ask, Text: "the volumes as the cluster sees them", Command: "kubectl get pv,pvc,volumeattachment -A -o yaml"}}
			out = append(out, f)
		}
		return out
	},
}

// unmounts is evidence from Events that a volume cannot be unmounted or detached.
func (c *Context) unmounts(p *Pod) []Evidence {
	var out []Evidence
	for _, e := range p.Events {
		low := strings.ToLower(e.Message)
		mount := strings.HasPrefix(low, "unable to attach or mount") || strings.Contains(low, "unmounted volumes")
		if e.Warning() && (strings.Contains(low, "unmount") && !mount || strings.Contains(low, "teardown failed") ||
			e.Reason == "FailedUnMount" || e.Reason == "FailedDetachVolume") {
			out = append(out, c.EventEvidence(e))
		}
	}
	return out
}
