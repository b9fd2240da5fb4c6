package rules

import (
	"fmt"
	"strings"
	"time"
)

var stuckFinalizer = &Rule{
	ID:    "stuck-terminating/finalizer",
	Title: "Pod cannot go because a finalizer holds it",
	Doc: `The Pod is to be deleted, its containers have ended, and metadata.finalizers is not empty: the API keeps the object until
the controller that owns each finalizer removes it. Force deletion does not help; it only skips the kubelet.

How it is told apart: the containers have ended. batch.kubernetes.io/job-tracking belongs to the job controller,
foregroundDeletion and orphan to the garbage collector, anything else to the controller that its domain names.

What to do: find out whether that controller runs and what stops it. Removing the finalizer by hand skips whatever it guards.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, d := range c.overdue() {
			p := d.pod
			if len(p.Finalizers) == 0 || !stopped(p) {
				continue
			}
			list := strings.Join(p.Finalizers, ", ")
			f := c.deletionFinding(d)
			f.Culprit.Field = "metadata.finalizers"
			f.Evidence = append([]Evidence{c.PodField(p, "metadata.finalizers", list)}, f.Evidence...)
			f.Title = "held by finalizer " + shortName(p.Finalizers[0])
			if len(f.Title) > 72 {
				f.Title = "deletion is held by a finalizer"
			}
			f.Unknown = []string{"why the finalizer was not removed: its controller's log would tell"}
			if end := lastEnd(p); c.latest(p).Sub(end) < settledEnd {
				d.overdue = 0 // the containers took that time, not the finalizer
				f.Unknown = append(f.Unknown, "how long the finalizer has held the Pod: its containers ended at "+clock(end)+", about the dump time")
			} else {
				f.RuledOut = append(f.RuledOut, "a container that does not stop: all of them have ended")
			}
			due := "is overdue" + d.overdueFor()
			if c.latest(p).Before(p.DeletionTimestamp.Time) {
				due = "was asked for after that"
			}
			f.Cause = fmt.Sprintf("The Pod's containers have ended, and its deletion %s: finalizer %s keeps the object. %s",
				due, list, finalizerOwner(p.Finalizers[0]))
			f.RuledOut = append(f.RuledOut, "the node: the kubelet has nothing left to do for this Pod")
			f.Next = []Step{{Kind: Check, Text: finalizerCheck(p.Finalizers[0]),
				Command: kubectl(p.Namespace, "get pod %s -o jsonpath='{.metadata.finalizers} {.metadata.ownerReferences}'", p.Name)},
				{Kind: Fix, Text: "when what it guards is done or gone: remove the finalizer (changes the cluster, skips the clean-up)",
					Command: kubectl(p.Namespace, "patch pod %s --type=merge -p '{\"metadata\":{\"finalizers\":null}}'", p.Name)}}
			out = append(out, f)
		}
		return out
	},
}

// settledEnd is how long before the dump time the containers must have ended for the time since then to be the finalizer's.
const settledEnd = 30 * time.Second

// finalizerOwner says who should remove the finalizer.
func finalizerOwner(name string) string {
	switch {
	case name == "batch.kubernetes.io/job-tracking":
		return "Only the job controller removes it, and it no longer does once the Job is gone."
	case name == "foregroundDeletion" || name == "orphan":
		return "Only the garbage collector in kube-controller-manager removes it, after the Pod's dependents."
	}
	domain, _, _ := strings.Cut(name, "/")
	return "Only the controller that owns " + domain + " removes it."
}

func finalizerCheck(name string) string {
	switch {
	case name == "batch.kubernetes.io/job-tracking":
		return "does the owning Job still exist, and does kube-controller-manager log sync errors for it?"
	case name == "foregroundDeletion" || name == "orphan":
		return "which objects name this Pod as their owner, and does kube-controller-manager run?"
	}
	domain, _, _ := strings.Cut(name, "/")
	return "does the controller of " + domain + " run, and what does it log about this Pod?"
}
