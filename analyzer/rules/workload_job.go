package rules

import (
	"cmp"
	"fmt"
	"slices"

	batchv1 "k8s.io/api/batch/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var jobDeadline = &Rule{
	ID:    "job/deadline",
	Title: "the Job ran longer than its activeDeadlineSeconds",
	Doc: `spec.activeDeadlineSeconds of the Job passed: the controller ended its Pods and failed the Job, whatever they were doing. It counts from the Job's start and includes the
time that Pods waited for a node or an image. The Pods are deleted, so their logs are gone with them.

What to do: find out why the work takes longer than it used to, or raise the deadline.`,
	Detect: detectJobDeadline,
}

func detectJobDeadline(c *Context) []Finding {
	var out []Finding
	for _, j := range c.failedJobs() {
		if j.end.Reason != "DeadlineExceeded" {
			continue
		}
		f := j.finding(c)
		limit := "its activeDeadlineSeconds"
		if d := j.Spec.ActiveDeadlineSeconds; d != nil {
			limit = fmt.Sprintf("its deadline of %d s", *d)
			f.Evidence = append(f.Evidence, c.Field("Job", j.Job, "spec.activeDeadlineSeconds", fmt.Sprintf("activeDeadlineSeconds: %d", *d)))
		}
		f.Title = "ended by " + limit
		f.Cause = fmt.Sprintf("Job %s was still active after %s, and the controller ended it%s.", j.Name, limit, j.ran())
		f.Culprit.Field = jobField(j.workload, "activeDeadlineSeconds")
		f.RuledOut = append(f.RuledOut, "a failing process: the Job was ended from outside")
		f.Unknown = append(f.Unknown, "what the process was doing: the controller deletes the Pods of a Job that it ends")
		f.Next = append(f.Next, Step{Kind: Check, Text: "how long earlier runs took", Command: Kubectl(j.Namespace, "get jobs")})
		out = append(out, f)
	}
	return append(out, c.recalledJobs("DeadlineExceeded")...)
}

var jobFailed = &Rule{
	ID:    "job/failed",
	Title: "the Job has failed: its Pods failed too often",
	Doc: `A Job gives up when more Pods failed than spec.backoffLimit allows (6 by default), when an index of an indexed Job failed for good, or when a rule of
spec.podFailurePolicy says so. That is the effect; the cause is why the Pods failed. With restartPolicy OnFailure the controller deletes the Pod when it gives up, so that
nothing but Events remain; restartPolicy Never keeps failed Pods and their logs.`,
	Detect: detectJobFailed,
}

func detectJobFailed(c *Context) []Finding {
	var out []Finding
	for _, j := range c.failedJobs() {
		if j.end.Reason == "DeadlineExceeded" {
			continue
		}
		f := j.finding(c)
		f.Symptom = true
		f.Title, f.Cause = j.words()
		for _, p := range j.pods {
			if !p.Healthy {
				f.Affected = append(f.Affected, p.Ref)
			}
		}
		c.citeExits(j, &f)
		if len(j.pods) == 0 {
			f.Unknown = append(f.Unknown, "why its Pods failed: none of them is left in the dump")
			f.Next = append(f.Next, Step{Kind: Ask, Text: "the log of a failed Pod, from the log store if the Pod is gone",
				Command: Kubectl(j.Namespace, "logs job/%s --all-containers", j.Name)})
		}
		out = append(out, f)
	}
	return append(out, c.recalledJobs("BackoffLimitExceeded", "PodFailurePolicy", "FailedIndexes", "MaxFailedIndexesExceeded")...)
}

// jobFailures are the Events by which the controller says that it gave a Job up.
var jobFailures = []string{"BackoffLimitExceeded", "PodFailurePolicy", "DeadlineExceeded", "FailedIndexes", "MaxFailedIndexesExceeded"}

// endedJob is a Job that has failed.
type endedJob struct {
	*batchv1.Job
	end      *batchv1.JobCondition
	workload loader.Ref
	pods     []*Pod
	events   []*loader.Event
	passed   bool // a later Job of the same CronJob did not fail
}

// failedJobs returns the Jobs with condition Failed.
func (c *Context) failedJobs() []endedJob {
	var out []endedJob
	for _, j := range c.Snapshot.Jobs {
		end := jobEnd(j)
		if end == nil || end.Type != batchv1.JobFailed {
			continue
		}
		ref := loader.RefOf("Job", j)
		e := endedJob{Job: j, end: end, workload: c.Snapshot.Workload("Job", j), events: c.Snapshot.EventsOf(ref)}
		for _, p := range c.PodsOf(e.workload) {
			if up, ok := loader.Controller(p.Pod); ok && up.Key() == ref.Key() {
				e.pods = append(e.pods, p)
			}
		}
		e.passed = c.laterSucceeded(j, e.workload)
		out = append(out, e)
	}
	return out
}

// laterSucceeded reports whether a younger Job of the same CronJob has completed.
func (c *Context) laterSucceeded(j *batchv1.Job, workload loader.Ref) bool {
	if workload.Kind == "Job" {
		return false
	}
	return slices.ContainsFunc(c.Snapshot.Jobs, func(o *batchv1.Job) bool {
		end := jobEnd(o)
		return o.Namespace == j.Namespace && end != nil && end.Type == batchv1.JobComplete &&
			o.CreationTimestamp.Time.After(j.CreationTimestamp.Time) &&
			c.Snapshot.Workload("Job", o).Key() == workload.Key()
	})
}

func (j endedJob) finding(c *Context) Finding {
	ev := c.Field("Job", j.Job, "status.conditions[Failed]", cmp.Or(j.end.Message, j.end.Reason))
	ev.At = j.end.LastTransitionTime.UTC()
	f := Finding{Severity: Error, Confidence: Confirmed, Subject: loader.RefOf("Job", j.Job), Culprit: Culprit{Ref: j.workload},
		Evidence: []Evidence{ev}, First: ev.At, Last: ev.At}
	if t := j.Status.StartTime; t != nil {
		f.First = t.UTC()
	}
	for _, e := range j.events {
		if e.Reason == j.end.Reason || slices.Contains(jobFailures, e.Reason) {
			f.Evidence = append(f.Evidence, c.EventEvidence(e))
		}
	}
	if j.passed {
		f.Severity = Info
		f.Note = "a later Job of " + j.workload.String() + " has completed: this failure is over"
	}
	f.Next = []Step{{Kind: Ask, Text: "the Job's state and Events", Command: Kubectl(j.Namespace, "describe job %s", j.Name)}}
	return f
}

// ran is " (from 14:40:01Z to 14:41:31Z)".
func (j endedJob) ran() string {
	if j.Status.StartTime == nil || j.end.LastTransitionTime.IsZero() {
		return ""
	}
	return fmt.Sprintf(" (from %s to %s)", clock(j.Status.StartTime.Time), clock(j.end.LastTransitionTime.Time))
}

// words says why the controller gave the Job up.
func (j endedJob) words() (title, cause string) {
	if p, ok := message.ParseFailurePolicy(j.end.Message); ok {
		if p.Condition != "" {
			return "failed by its podFailurePolicy",
				fmt.Sprintf("Pod %s has condition %s, which rule %d of the podFailurePolicy answers with %s.", p.Pod, p.Condition, p.Rule, p.Action)
		}
		return fmt.Sprintf("failed by its podFailurePolicy: exit code %d", p.ExitCode),
			fmt.Sprintf("Container %s of Pod %s ended with exit code %d, which rule %d of the podFailurePolicy answers with %s.",
				p.Container, p.Pod, p.ExitCode, p.Rule, p.Action)
	}
	switch j.end.Reason {
	case "FailedIndexes", "MaxFailedIndexesExceeded":
		indexes := ""
		if j.Status.FailedIndexes != nil {
			indexes = " " + *j.Status.FailedIndexes
		}
		return "failed: index" + indexes + " failed for good",
			fmt.Sprintf("Job %s has failed (%s): index%s failed more often than backoffLimitPerIndex allows.", j.Name, j.end.Reason, indexes)
	case "BackoffLimitExceeded":
		limit := 6
		if j.Spec.BackoffLimit != nil {
			limit = int(*j.Spec.BackoffLimit)
		}
		return "failed: its Pods failed too often", fmt.Sprintf("Job %s has failed: %s failed, and its backoffLimit is %d.",
			j.Name, Count(int(j.Status.Failed), "Pod"), limit)
	}
	return "failed: " + cmp.Or(j.end.Reason, "no reason given"), fmt.Sprintf("Job %s has failed (%s): %s", j.Name,
		cmp.Or(j.end.Reason, "no reason"), sentence(cmp.Or(j.end.Message, "no message")))
}

// citeExits quotes how its Pods ended.
func (c *Context) citeExits(j endedJob, f *Finding) {
	for _, p := range j.pods {
		for _, ct := range p.Containers {
			if t, field := ct.LastExit(); t != nil && t.ExitCode != 0 && len(f.Evidence) < 6 {
				f.Evidence = append(f.Evidence, c.PodField(p, field, fmt.Sprintf("exitCode: %d, reason: %s", t.ExitCode, t.Reason)))
			}
		}
	}
}

// jobField is the path of a field of the Job's spec in what was deployed.
func jobField(workload loader.Ref, field string) string {
	if workload.Kind == "CronJob" {
		return "spec.jobTemplate.spec." + field
	}
	return "spec." + field
}
