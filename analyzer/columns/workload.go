package columns

import (
	"cmp"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/podstatus"
)

func pod(p *corev1.Pod, now time.Time) []string {
	r := podstatus.Of(p, now)
	return []string{p.Name, r.Ready, r.Status, r.Restarts, r.Age, r.IP, r.Node, r.Nominated, r.Gates}
}

func deployment(d *appsv1.Deployment, now time.Time) []string {
	s := d.Status
	cells := []string{d.Name, fmt.Sprintf("%d/%d", s.ReadyReplicas, value(d.Spec.Replicas)), number(s.UpdatedReplicas),
		number(s.AvailableReplicas), age(d, now)}
	return append(append(cells, template(d.Spec.Template.Spec)...), selector(d.Spec.Selector))
}

func replicaSet(r *appsv1.ReplicaSet, now time.Time) []string {
	cells := []string{r.Name, number(value(r.Spec.Replicas)), number(r.Status.Replicas), number(r.Status.ReadyReplicas), age(r, now)}
	return append(append(cells, template(r.Spec.Template.Spec)...), selector(r.Spec.Selector))
}

func replicationController(r *corev1.ReplicationController, now time.Time) []string {
	cells := []string{r.Name, number(value(r.Spec.Replicas)), number(r.Status.Replicas), number(r.Status.ReadyReplicas), age(r, now)}
	spec := corev1.PodSpec{}
	if r.Spec.Template != nil {
		spec = r.Spec.Template.Spec
	}
	return append(append(cells, template(spec)...), labelSet(r.Spec.Selector))
}

func statefulSet(s *appsv1.StatefulSet, now time.Time) []string {
	return append([]string{s.Name, fmt.Sprintf("%d/%d", s.Status.ReadyReplicas, value(s.Spec.Replicas)), age(s, now)},
		template(s.Spec.Template.Spec)...)
}

func daemonSet(d *appsv1.DaemonSet, now time.Time) []string {
	s := d.Status
	cells := []string{d.Name, number(s.DesiredNumberScheduled), number(s.CurrentNumberScheduled), number(s.NumberReady),
		number(s.UpdatedNumberScheduled), number(s.NumberAvailable), labelSet(d.Spec.Template.Spec.NodeSelector), age(d, now)}
	return append(append(cells, template(d.Spec.Template.Spec)...), selector(d.Spec.Selector))
}

func job(j *batchv1.Job, now time.Time) []string {
	cells := []string{j.Name, jobStatus(j), completions(j), jobDuration(j, now), age(j, now)}
	return append(append(cells, template(j.Spec.Template.Spec)...), selector(j.Spec.Selector))
}

func jobStatus(j *batchv1.Job) string {
	is := func(t batchv1.JobConditionType) bool {
		for _, c := range j.Status.Conditions {
			if c.Type == t && c.Status == corev1.ConditionTrue {
				return true
			}
		}
		return false
	}
	switch {
	case is(batchv1.JobComplete):
		return "Complete"
	case is(batchv1.JobFailed):
		return "Failed"
	case j.DeletionTimestamp != nil:
		return "Terminating"
	case is(batchv1.JobSuspended):
		return "Suspended"
	case is(batchv1.JobFailureTarget):
		return "FailureTarget"
	case is(batchv1.JobSuccessCriteriaMet):
		return "SuccessCriteriaMet"
	}
	return "Running"
}

func completions(j *batchv1.Job) string {
	switch parallelism := value(j.Spec.Parallelism); {
	case j.Spec.Completions != nil:
		return fmt.Sprintf("%d/%d", j.Status.Succeeded, *j.Spec.Completions)
	case parallelism > 1:
		return fmt.Sprintf("%d/1 of %d", j.Status.Succeeded, parallelism)
	}
	return fmt.Sprintf("%d/1", j.Status.Succeeded)
}

func jobDuration(j *batchv1.Job, now time.Time) string {
	switch {
	case j.Status.StartTime == nil:
		return ""
	case j.Status.CompletionTime == nil:
		return podstatus.Age(j.Status.StartTime.Time, now)
	}
	return podstatus.Duration(j.Status.CompletionTime.Sub(j.Status.StartTime.Time))
}

func cronJob(c *batchv1.CronJob, now time.Time) []string {
	last := none
	if c.Status.LastScheduleTime != nil {
		last = podstatus.Age(c.Status.LastScheduleTime.Time, now)
	}
	spec := c.Spec.JobTemplate.Spec
	cells := []string{c.Name, c.Spec.Schedule, cmp.Or(value(c.Spec.TimeZone), none), boolean(value(c.Spec.Suspend)),
		number(len(c.Status.Active)), last, age(c, now)}
	return append(append(cells, template(spec.Template.Spec)...), selector(spec.Selector))
}

func revision(r *appsv1.ControllerRevision, now time.Time) []string {
	owner := none
	for _, o := range r.OwnerReferences {
		if value(o.Controller) {
			owner = kindAndGroup(o.Kind, o.APIVersion) + "/" + o.Name
		}
	}
	return []string{r.Name, owner, number(r.Revision), age(r, now)}
}
