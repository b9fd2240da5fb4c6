package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

// cronEvents visits the newest Event of those reasons of each CronJob; the CronJob is nil when it is not in the dump.
func (c *Context) cronEvents(visit func(e *loader.Event, cj *batchv1.CronJob), reasons ...string) {
	newest := map[loader.Ref]*loader.Event{}
	var order []loader.Ref
	for _, e := range c.Snapshot.Events {
		if e.Object.Kind != "CronJob" || !slices.Contains(reasons, e.Reason) {
			continue
		}
		k := e.Object.Key()
		if newest[k] == nil {
			order = append(order, k)
		}
		if newest[k] == nil || !e.Last.Before(newest[k].Last) {
			newest[k] = e
		}
	}
	slices.SortFunc(order, loader.Ref.Compare)
	for _, k := range order {
		cj, _ := c.Snapshot.Find(k).(*batchv1.CronJob)
		visit(newest[k], cj)
	}
}

var cronMissed = &Rule{
	ID:    "job/missed-starts",
	Title: "the CronJob has missed start times",
	Doc: `The controller found more than 100 start times that passed without a Job. Why depends on the version and on what else is true:

    up to Kubernetes 1.20   the CronJob is dead: the controller refuses to count further and never starts a Job again until startingDeadlineSeconds is set,
                            or the CronJob is made anew
    from 1.21 on            a warning only; the next Job starts at the next due time
    an active Job and concurrencyPolicy Forbid   the running Job is what keeps the others from starting

Other reasons: the CronJob was suspended, the controller was down for long, or clocks differ. MissSchedule means that startingDeadlineSeconds passed before the Job could start.`,
	Detect: detectCronMissed,
}

func detectCronMissed(c *Context) []Finding {
	var out []Finding
	c.cronEvents(func(e *loader.Event, cj *batchv1.CronJob) {
		if cj != nil && cj.Status.LastScheduleTime != nil && cj.Status.LastScheduleTime.Time.After(e.Last) {
			return // a Job was started since
		}
		ref := e.Object
		f := Finding{Severity: Warning, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec.startingDeadlineSeconds"},
			Title: "has missed its start times", Evidence: []Evidence{c.EventEvidence(e)}, First: e.First, Last: e.Last}
		f.Next = []Step{{Kind: Ask, Text: "the CronJob's state and Events", Command: Kubectl(ref.Namespace, "describe cronjob %s", ref.Name)}}
		c.citeCron(cj, &f)
		switch {
		case strings.HasPrefix(e.Message, "Cannot determine if job needs to be started") || e.Reason == "FailedNeedsStart":
			f.Severity = Error
			f.Title = "starts no more Jobs: over 100 starts missed"
			f.Cause = "More than 100 start times passed without a Job, and controllers of this version (up to Kubernetes 1.20) then " +
				"start none at all until startingDeadlineSeconds is set."
			f.Next = append(f.Next, Step{Kind: Fix, Text: "set startingDeadlineSeconds, so that only recent start times count (changes the CronJob)",
				Command: Kubectl(ref.Namespace, `patch cronjob %s -p '{"spec":{"startingDeadlineSeconds":200}}'`, ref.Name)})
		case c.activeJob(cj) != nil:
			c.describeBlocked(cj, &f)
			f.Cause += " The warning alone does not stop it: controllers since Kubernetes 1.21 start the next Job when that one ends."
		case e.Reason == "MissSchedule":
			f.Cause = "A start time passed by more than startingDeadlineSeconds before the Job could be started, so that run was skipped."
			f.Unknown = append(f.Unknown, "why it was late: a controller that was down, or one that was busy")
		default:
			f.Cause = "More than 100 start times passed without a Job: the controller was down, the CronJob was suspended, " +
				"or clocks differ. Controllers since Kubernetes 1.21 start the next one when it is due."
			f.Confidence = Likely
			f.Unknown = append(f.Unknown, "which of these it was")
		}
		out = append(out, f)
	}, "TooManyMissedTimes", "FailedNeedsStart", "MissSchedule")
	return out
}

func (c *Context) citeCron(cj *batchv1.CronJob, f *Finding) {
	if cj == nil {
		f.Unknown = append(f.Unknown, "the CronJob's schedule and policy: it is not in the dump")
		return
	}
	f.Evidence = append(f.Evidence, c.Field("CronJob", cj, "spec", fmt.Sprintf("schedule: %s, concurrencyPolicy: %s", cj.Spec.Schedule,
		cmp.Or(string(cj.Spec.ConcurrencyPolicy), "Allow"))))
	if t := cj.Status.LastScheduleTime; t != nil {
		f.Evidence = append(f.Evidence, c.Field("CronJob", cj, "status.lastScheduleTime", t.UTC().Format("2006-01-02T15:04:05Z")))
	}
}

// activeJob returns the Job that keeps a CronJob with concurrencyPolicy Forbid from starting others, or nil.
func (c *Context) activeJob(cj *batchv1.CronJob) *corev1.ObjectReference {
	if cj == nil || cj.Spec.ConcurrencyPolicy != batchv1.ForbidConcurrent || len(cj.Status.Active) == 0 {
		return nil
	}
	return &cj.Status.Active[0]
}

func (c *Context) describeBlocked(cj *batchv1.CronJob, f *Finding) {
	active := c.activeJob(cj)
	ref := loader.Ref{Kind: "Job", Namespace: cj.Namespace, Name: active.Name}
	f.Title = "waits for Job " + ref.Name + " to end"
	f.Cause = "Job " + ref.Name + " is still active, and concurrencyPolicy Forbid lets no other start beside it."
	f.Culprit = Culprit{Ref: ref}
	if j, ok := c.Snapshot.Find(ref).(*batchv1.Job); ok && j.Status.StartTime != nil {
		f.Evidence = append(f.Evidence, c.Field("Job", j, "status.startTime",
			fmt.Sprintf("%s, active: %d", j.Status.StartTime.UTC().Format("2006-01-02T15:04:05Z"), j.Status.Active)))
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "what that Job is doing", Command: Kubectl(ref.Namespace, "logs job/%s", ref.Name)})
}

var cronBlocked = &Rule{
	ID:    "job/concurrency",
	Title: "the CronJob skips runs while an earlier Job is active",
	Doc: `With concurrencyPolicy Forbid the controller starts no Job while one is active. If the active one never ends (it waits for something, a sidecar keeps it running, its Pod cannot
start), all later runs are skipped. Set activeDeadlineSeconds, or policy Replace.`,
	Detect: detectCronBlocked,
}

func detectCronBlocked(c *Context) []Finding {
	var out []Finding
	c.cronEvents(func(e *loader.Event, cj *batchv1.CronJob) {
		ref := e.Object
		f := Finding{Severity: Info, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: "spec.concurrencyPolicy"},
			Evidence: []Evidence{c.EventEvidence(e)}, Title: "skips runs while an earlier Job is active", First: e.First, Last: e.Last,
			Cause: "The controller starts no Job while an earlier one is active (concurrencyPolicy Forbid)."}
		if cj != nil && len(cj.Status.Active) == 0 {
			return
		}
		c.citeCron(cj, &f)
		if c.activeJob(cj) != nil {
			c.describeBlocked(cj, &f)
		}
		out = append(out, f)
	}, "JobAlreadyActive")
	return out
}

var cronInvalid = &Rule{
	ID:    "job/schedule-invalid",
	Title: "the CronJob's schedule or time zone cannot be read",
	Doc: `The controller cannot parse spec.schedule or does not know spec.timeZone. It starts no Job. ` +
		`The Event quotes what it could not read.`,
	Detect: detectCronInvalid,
}

func detectCronInvalid(c *Context) []Finding {
	var out []Finding
	c.cronEvents(func(e *loader.Event, cj *batchv1.CronJob) {
		ref := e.Object
		field := "spec.schedule"
		if e.Reason == "UnknownTimeZone" {
			field = "spec.timeZone"
		}
		f := Finding{Severity: Error, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: field},
			Evidence: []Evidence{c.EventEvidence(e)},
			Title:    "its " + strings.TrimPrefix(field, "spec.") + " cannot be read", First: e.First, Last: e.Last,
			Cause: "The controller cannot read " + field + ", so no Job is ever started: " + sentence(e.Message),
			Next:  []Step{{Kind: Fix, Text: "correct " + field, Command: Kubectl(ref.Namespace, "edit cronjob %s", ref.Name)}}}
		c.citeCron(cj, &f)
		out = append(out, f)
	}, "UnparseableSchedule", "UnParseableCronJobSchedule", "InvalidSchedule", "UnknownTimeZone")
	return out
}

var cronSuspended = &Rule{
	ID:     "job/suspended",
	Title:  "the CronJob or Job is suspended",
	Doc:    `spec.suspend is true: no Pod is started until somebody sets it to false. Usually intended; sometimes forgotten.`,
	Detect: detectSuspended,
}

func detectSuspended(c *Context) []Finding {
	var out []Finding
	add := func(ref loader.Ref, ev Evidence, what string) {
		out = append(out, Finding{Severity: Info, Confidence: Confirmed, Subject: ref,
			Culprit: Culprit{Ref: ref, Field: "spec.suspend"}, Title: "is suspended",
			Cause: ref.Kind + " " + ref.Name + " is suspended (spec.suspend: true): it starts no " + what + ".", Evidence: []Evidence{ev},
			Next: []Step{{Kind: Check, Text: "whether that is still wanted", Command: Kubectl(ref.Namespace, "get %s", handle(ref))}}})
	}
	for _, cj := range c.Snapshot.CronJobs {
		if cj.Spec.Suspend != nil && *cj.Spec.Suspend {
			add(loader.RefOf("CronJob", cj), c.Field("CronJob", cj, "spec.suspend", "suspend: true"), "Job")
		}
	}
	for _, j := range c.Snapshot.Jobs {
		if j.Spec.Suspend != nil && *j.Spec.Suspend && jobEnd(j) == nil {
			add(loader.RefOf("Job", j), c.Field("Job", j, "spec.suspend", "suspend: true"), "Pod")
		}
	}
	return out
}
