package rules

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var jobSidecar = &Rule{
	ID:    "job/sidecar-keeps-running",
	Title: "the Job's work is done, but another container keeps its Pod running",
	Doc: `A Pod of a Job is complete when all its containers have ended. One container has ended well, another (a proxy, a log shipper) goes on, so the Job never completes. Make the other
container a native sidecar (an init container with restartPolicy: Always), which is ended when the work is done, or have the work tell it to stop.`,
	Detect: detectJobSidecar,
}

// lingering is how long a container may go on after the others of its Job have ended.
const lingering = 10 * time.Minute

func detectJobSidecar(c *Context) []Finding {
	var out []Finding
	for _, p := range c.Pods {
		up, ok := loader.Controller(p.Pod)
		if !ok || up.Kind != "Job" || p.Status.Phase != corev1.PodRunning || p.DeletionTimestamp != nil {
			continue
		}
		done, alive := jobContainers(p)
		if len(done) == 0 || len(alive) == 0 {
			continue
		}
		last := slices.MaxFunc(done, func(a, b Container) int {
			return cmp.Compare(a.Status.State.Terminated.FinishedAt.Unix(), b.Status.State.Terminated.FinishedAt.Unix())
		})
		end := last.Status.State.Terminated
		if c.Now.Sub(end.FinishedAt.Time) < lingering {
			continue
		}
		f := Finding{Severity: Warning, Confidence: Confirmed, Subject: p.Ref, Container: alive[0].Name, Culprit: blame(p, alive[0].Path),
			First: end.FinishedAt.UTC(), Last: c.Now,
			Title: "is done, but container " + alive[0].Name + " keeps it running",
			Cause: fmt.Sprintf("Container %s ended with exit code 0 at %s; container %s still runs, so the Pod and its Job never complete.",
				last.Name, clock(end.FinishedAt.Time), alive[0].Name),
			Evidence: []Evidence{c.PodField(p, last.StatusPath()+".state.terminated",
				fmt.Sprintf("exitCode: 0, finishedAt: %s", end.FinishedAt.UTC().Format(time.RFC3339))),
				c.PodField(p, alive[0].StatusPath()+".state", "running")},
			Next: []Step{editWorkload(p, "make "+alive[0].Name+" a native sidecar, or let the work end it")}}
		out = append(out, f)
	}
	return out
}

// jobContainers splits the main containers into those that ended well and those that run; none if one failed.
func jobContainers(p *Pod) (done, alive []Container) {
	for _, ct := range p.Containers {
		t := ct.Status.State.Terminated
		switch {
		case ct.Role != Main:
		case t != nil && t.ExitCode != 0:
			return nil, nil
		case t != nil:
			done = append(done, ct)
		case ct.Status.State.Running != nil:
			alive = append(alive, ct)
		}
	}
	return done, alive
}

var jobPodDeadline = &Rule{
	ID:    "job/pod-deadline",
	Title: "the Pod ran longer than its own activeDeadlineSeconds",
	Doc: `spec.activeDeadlineSeconds of the Pod (not of the Job) passed. The kubelet ended the Pod with reason DeadlineExceeded. It is not restarted; if a controller owns it, the controller
makes a new one, which gets the same time.`,
	Detect: detectPodDeadline,
}

func detectPodDeadline(c *Context) []Finding {
	var out []Finding
	for _, p := range c.Pods {
		if p.Status.Reason != "DeadlineExceeded" || p.Status.Phase != corev1.PodFailed {
			continue
		}
		f := Finding{Severity: Warning, Confidence: Confirmed, Subject: p.Ref, Culprit: blame(p, "activeDeadlineSeconds"),
			Title:    "ended by its activeDeadlineSeconds",
			Evidence: []Evidence{c.PodField(p, "status.reason", p.Status.Reason+": "+p.Status.Message)}, Next: []Step{describePod(p)}}
		f.Cause = "The Pod was active longer than its activeDeadlineSeconds, and the kubelet ended it."
		if d := p.Spec.ActiveDeadlineSeconds; d != nil {
			f.Cause = fmt.Sprintf("The Pod was active longer than its activeDeadlineSeconds of %d, and the kubelet ended it.", *d)
			f.Evidence = append(f.Evidence, c.PodField(p, "spec.activeDeadlineSeconds", fmt.Sprintf("activeDeadlineSeconds: %d", *d)))
		}
		for _, e := range p.Events {
			if e.Reason == "DeadlineExceeded" {
				f.Evidence = append(f.Evidence, c.EventEvidence(e))
				f.First, f.Last = e.First, e.Last
			}
		}
		f.RuledOut = append(f.RuledOut, "a crash: the kubelet ended the containers, whatever their exit codes say")
		if c.replaced(p) {
			f.Severity = Info
		}
		out = append(out, f)
	}
	return out
}
