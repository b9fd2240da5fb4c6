package rules

import "fmt"

var stuckUnknown = &Rule{
	ID:    "stuck-terminating/overdue",
	Title: "Pod's deletion is overdue, and no record says what holds it",
	Doc: `The grace period ended minutes ago and the Pod is still there. Its node reports (or is not in the dump), no finalizer holds
a Pod whose containers have ended, and no Event names a volume or the runtime.

What is left: a container that ignores SIGTERM with a kill that has not been recorded, a volume or sandbox that cannot be torn
down while its Events have expired, or a kubelet that is behind.

What to do: describe the Pod and read the kubelet's log on its node.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, d := range c.overdue() {
			p := d.pod
			held := len(p.Finalizers) > 0 && stopped(p) ||
				len(c.cited(p.Events, "FailedKillPod", "ExceededGracePeriod", "FailedPodSandBoxStatus")) > 0 || len(c.unmounts(p)) > 0
			if held || d.overdue < settle {
				continue
			}
			f := c.deletionFinding(d)
			f.Confidence = Possible
			f.Title = "deletion is overdue, cause not recorded"
			f.Cause = fmt.Sprintf("The Pod should have gone%s ago by its grace period. What is left: a container that does not end, "+
				"or a volume or sandbox that cannot be torn down.", d.overdueFor()[len(" for"):])
			if len(p.Finalizers) == 0 {
				f.RuledOut = append(f.RuledOut, "a finalizer: the Pod has none")
			}
			f.Unknown = []string{"what holds it: no Event names it, and a dump has no kubelet log"}
			f.Next = []Step{describePod(p), logsOfNode(p.Spec.NodeName, p.DeletionTimestamp.Time)}
			out = append(out, f)
		}
		return out
	},
}
