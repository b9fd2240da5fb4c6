package rules

import (
	"fmt"
	"slices"
	"time"

	batchv1 "k8s.io/api/batch/v1"

	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

// deletionRules are the rules of this family, most specific first.
var deletionRules = []*Rule{stuckFinalizer, stuckVolume, stuckRuntime, stuckUnknown, stuckLongGrace, stuckNamespace, stuckClaim}

// deleted is a Pod with a deletion under way that should be over.
type deleted struct {
	pod     *Pod
	overdue time.Duration // since the grace period ended
}

// overdue lists the Pods whose deletion is overdue at capture time and whose node still reports: where the node is lost, the
// node's own Finding holds them. A time that cannot be read tells nothing.
func (c *Context) overdue() []deleted {
	var out []deleted
	for _, p := range c.Pods {
		if p.DeletionTimestamp == nil || p.DeletionTimestamp.Unix() <= 0 || p.Node != nil && !NodeWell(p.Node) {
			continue
		}
		if c.onGoneNode(p) {
			continue
		}
		d := deleted{p, c.latest(p).Sub(p.DeletionTimestamp.Time)}
		if d.overdue >= settle || c.heldByFinalizer(p, c.latest(p)) {
			out = append(out, d)
		}
	}
	return out
}

// heldByFinalizer reports a Pod whose containers have ended, so that only its finalizers can keep the object. Before the grace period
// is over they may be about to go, unless it was the end of the containers that should have removed them, or the deletion was asked for a
// while ago, or nobody knows how long ago.
func (c *Context) heldByFinalizer(p *Pod, now time.Time) bool {
	switch {
	case len(p.Finalizers) == 0 || !stopped(p):
		return false
	case !now.Before(p.DeletionTimestamp.Time):
		return true
	case !endedBeforeDeletion(p):
		return false
	}
	return slices.Contains(p.Finalizers, batchv1.JobTrackingFinalizer) || now.Sub(deletionRequested(p)) >= settle ||
		c.Snapshot.Capture.Basis == loader.NewestRecord
}

// latest is the capture time, or the newest time in the Pod's own records where that is later.
func (c *Context) latest(p *Pod) time.Time {
	if end := lastEnd(p); end.After(c.Now) {
		return end
	}
	return c.Now
}

// lastEnd is when the last of the Pod's containers ended, or zero where none is on record.
func lastEnd(p *Pod) time.Time {
	last := time.Time{}
	for _, ct := range p.Containers {
		if x, _ := ct.LastExit(); x != nil && x.FinishedAt.After(last) {
			last = x.FinishedAt.Time
		}
	}
	return last
}

// stopped reports whether none of the Pod's containers can still be running.
func stopped(p *Pod) bool {
	for _, ct := range p.Containers {
		if ct.Status.State.Running != nil || ct.Role == Main && ct.Status.State.Terminated == nil && !podstatus.Ended(p.Pod) {
			return false
		}
	}
	return true
}

// endedBeforeDeletion reports whether the Pod had finished its work before anybody asked for its deletion.
func endedBeforeDeletion(p *Pod) bool {
	last := lastEnd(p)
	return !last.IsZero() && last.Before(deletionRequested(p).Add(-settle))
}

// deletionFinding is what all Findings about overdue deletions share.
func (c *Context) deletionFinding(d deleted) Finding {
	p := d.pod
	f := Finding{
		Severity: Error, Confidence: Confirmed, Subject: p.Ref, Culprit: Culprit{Ref: p.Ref, Field: "metadata.deletionTimestamp"},
		First: p.DeletionTimestamp.UTC(), Last: c.Now,
		Evidence: []Evidence{c.PodField(p, "metadata.deletionTimestamp", p.DeletionTimestamp.UTC().Format(time.RFC3339)+d.text())},
	}
	if !d.due() {
		f.First = c.deletionSeen(p)
	}
	f.Evidence[0].At = f.First
	for _, ct := range p.Containers {
		if t := ct.Status.State.Terminated; t != nil && t.ExitCode == 137 && t.Reason != "OOMKilled" {
			f.Evidence = append(f.Evidence, c.exitEvidence(p, ct)[0])
			f.RuledOut = append(f.RuledOut, "out of memory: exit code 137 is the SIGKILL at the end of the grace period")
			break
		}
	}
	return f
}

// due reports whether the grace period is over: metadata.deletionTimestamp is its end, not the time of the request.
func (d deleted) due() bool { return d.overdue >= 0 }

// deletionSeen is when the deletion was asked for, or zero where that is not recorded, or not before the dump time.
func (c *Context) deletionSeen(p *Pod) time.Time {
	at := loader.DeletionAsked(p.Pod)
	if at.After(c.latest(p)) {
		return time.Time{}
	}
	return at.UTC()
}

// text is ", overdue by 12m", or what the time is where that is still to come.
func (d deleted) text() string {
	switch {
	case !d.due():
		return ", the end of the grace period"
	case d.overdue == 0:
		return ""
	}
	return fmt.Sprintf(", overdue by %s", podstatus.Duration(d.overdue))
}

// overdueFor is " for 12m", or "".
func (d deleted) overdueFor() string {
	if d.overdue <= 0 {
		return ""
	}
	return " for " + podstatus.Duration(d.overdue)
}
