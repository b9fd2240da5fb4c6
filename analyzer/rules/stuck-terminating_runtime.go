package rules

import "fmt"

var stuckRuntime = &Rule{
	ID:    "stuck-terminating/runtime",
	Title: "Pod cannot go because the runtime cannot end its containers",
	Doc: `The deletion is overdue, and the kubelet reports that the runtime could not kill a container or the Pod's sandbox
(FailedKillPod, ExceededGracePeriod): a process in uninterruptible sleep, a network plugin that fails to tear down, or a runtime
that does not answer.

What to do: look at the runtime on the node; a process in state D waits for the kernel (storage, network) and cannot be killed.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, d := range c.overdue() {
			said := c.cited(d.pod.Events, "FailedKillPod", "ExceededGracePeriod", "FailedPodSandBoxStatus")
			if len(said) == 0 || len(d.pod.Finalizers) > 0 && stopped(d.pod) {
				continue
			}
			f := c.deletionFinding(d)
			f.Evidence = append(said, f.Evidence...)
			f.Culprit = blameNode(d.pod, "")
			f.Title = "deletion is held by the container runtime"
			f.Cause = fmt.Sprintf("The deletion is overdue%s: the kubelet%s cannot end the Pod: %s",
				d.overdueFor(), onNode(d.pod), quote(oneLine(said[len(said)-1].Text)))
			f.Next = []Step{logsOfNode(d.pod.Spec.NodeName, d.pod.DeletionTimestamp.Time),
				{Kind: Check, Text: "do other Pods on that node hang in Terminating too?",
					Command: "kubectl get pods -A --field-selector spec.nodeName=" + d.pod.Spec.NodeName}}
			out = append(out, f)
		}
		return out
	},
}
