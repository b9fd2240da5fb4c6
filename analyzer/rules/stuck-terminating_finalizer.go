package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	batchv1 "k8s.io/api/batch/v1"

	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

var stuckFinalizer = &Rule{
	ID:    "stuck-terminating/finalizer",
	Title: "Pod cannot go because a finalizer holds it",
	Doc: `The Pod is to be deleted, its containers have ended, and metadata.finalizers is not empty: the API keeps the object until
the controller that owns each finalizer removes it. Force deletion does not help; it only skips the kubelet.

How it is told apart: the containers have ended. batch.kubernetes.io/job-tracking belongs to the job controller,
foregroundDeletion and orphan to the garbage collector, anything else to the controller that its domain names.
metadata.deletionTimestamp is the end of the grace period, not the time of the request: before it this is a warning, of Pods that had
ended long before their deletion was asked for.

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
			f.Cause = fmt.Sprintf("The Pod's containers have ended, and its deletion is overdue%s: finalizer %s keeps the object. %s",
				d.overdueFor(), list, finalizerOwner(p.Finalizers[0]))
			if !d.due() {
				c.notDue(&f, p, list)
			}
			f.RuledOut = append(f.RuledOut, "the node: the kubelet has nothing left to do for this Pod")
			f.Next = []Step{{Kind: Check, Text: finalizerCheck(p.Finalizers[0]),
				Command: Kubectl(p.Namespace, "get pod %s -o jsonpath='{.metadata.finalizers} {.metadata.ownerReferences}'", p.Name)},
				{Kind: Fix, Text: "when what it guards is done or gone: remove the finalizer (changes the cluster, skips the clean-up)",
					Command: Kubectl(p.Namespace, "patch pod %s --type=merge -p '{\"metadata\":{\"finalizers\":null}}'", p.Name)}}
			out = append(out, f)
		}
		return out
	},
}

// notDue tells of a deletion whose grace period is not over: the containers ended before it was asked for, so that nothing is left to
// wait for but the finalizer, which may be removed any moment.
func (c *Context) notDue(f *Finding, p *Pod, finalizers string) {
	asked := c.deletionSeen(p)
	f.Severity, f.Confidence = Warning, Likely
	f.Title = strings.Replace(f.Title, "held by", "is to go and still has", 1)
	f.Cause = fmt.Sprintf("The Pod's containers ended%s its deletion was asked for, and finalizer %s is still there. %s",
		before(asked.Sub(lastEnd(p))), finalizers, finalizerOwner(p.Finalizers[0]))
	switch waited := c.latest(p).Sub(asked); {
	case asked.IsZero():
		f.Unknown = append(f.Unknown, "when the deletion was asked for: the Pod does not record its grace period")
	case waited >= settle:
		return
	case c.Snapshot.Capture.Basis == loader.NewestRecord:
		f.Unknown = append(f.Unknown, "how long the deletion has waited: it was asked for at "+clock(asked)+
			", nothing in the dump is much newer, and nothing tells when it was taken")
	default:
		f.Unknown = append(f.Unknown, "whether the finalizer stays: the deletion was asked for "+podstatus.Duration(waited)+" before the dump time")
	}
	if !slices.Contains(p.Finalizers, batchv1.JobTrackingFinalizer) {
		f.Confidence = Possible
	}
}

// before is " 12m before", or " before" where it is not known how long.
func before(d time.Duration) string {
	if d <= 0 {
		return " before"
	}
	return " " + podstatus.Duration(d) + " before"
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
