package rules

import (
	"cmp"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// record is one place where a component says why a container does not start, in one shape for states and Events of all
// versions.
type record struct {
	reason string // waiting or terminated reason, or the Event's reason
	text   string // word for word; of a kubelet's "Error syncing pod" only the container's part
	at     time.Time
	state  bool // from the container's status, so it is the newest word on it
	ev     Evidence
}

// records gathers what the dump says about a container that does not start: its states first, then Events, newest first.
func (c *Context) records(p *Pod, ct Container) []record {
	out := c.stateRecords(p, ct)
	var events []record
	for _, e := range p.Events {
		events = append(events, c.eventRecords(p, ct, e)...)
	}
	slices.SortStableFunc(events, func(a, b record) int { return b.at.Compare(a.at) })
	return append(out, events...)
}

func (c *Context) stateRecords(p *Pod, ct Container) []record {
	var out []record
	if w := ct.Status.State.Waiting; w != nil && cmp.Or(w.Reason, w.Message) != "" {
		ev := c.PodField(p, ct.StatusPath()+".state.waiting", cmp.Or(w.Message, w.Reason))
		out = append(out, record{reason: w.Reason, text: cmp.Or(w.Message, w.Reason), at: c.Now, state: true, ev: ev})
	}
	if t, field := ct.LastExit(); t != nil && startFailure(t) {
		ev := c.PodField(p, field, cmp.Or(t.Message, t.Reason))
		ev.At = realTime(t.FinishedAt.Time)
		out = append(out, record{reason: t.Reason, text: cmp.Or(t.Message, t.Reason), at: ev.At, state: true, ev: ev})
	}
	return out
}

// startFailure reports whether the end is one of a container that never ran: containerd says StartError, docker
// ContainerCannotRun; both write exit code 128 with the runtime's words.
func startFailure(t *corev1.ContainerStateTerminated) bool {
	switch t.Reason {
	case "StartError", "RunContainerError", "CreateContainerError", "ContainerCannotRun", "ContainerCreateFailed":
		return true
	}
	return t.ExitCode == 128 && slices.ContainsFunc(runtimeWords, func(w string) bool { return contains(t.Message, w) })
}

// runtimeWords are in what runtimes say of a start that failed, and not in what programs say.
var runtimeWords = []string{"OCI runtime", "unable to start container process", "containerd task", "failed to start container",
	"failed to create task", "failed to create shim", "runc create", "runc did not terminate"}

// realTime is t in UTC, or zero for the zero time and the epoch that runtimes write for "never".
func realTime(t time.Time) time.Time {
	if t.Unix() <= 0 {
		return time.Time{}
	}
	return t.UTC()
}

// eventRecords returns what the Event says about the container. Events without a field path are taken when they name the
// container's image, or when the Pod has but one container.
func (c *Context) eventRecords(p *Pod, ct Container, e *loader.Event) []record {
	switch e.Reason {
	case "FailedSync", "failedSync":
		var out []record
		for _, s := range message.ParseSync(e.Message) {
			if s.Container == ct.Name {
				out = append(out, record{reason: s.Reason, text: s.Text, at: e.Last, ev: c.EventEvidence(e)})
			}
		}
		return out
	case "Failed", "failed", "InspectFailed", "ErrImageNeverPull", "BackOff", "Backoff":
	default:
		return nil
	}
	if name := e.Container(); name != ct.Name &&
		(name != "" || e.FieldPath != "" || len(p.Containers) != 1 && !contains(e.Message, `"`+ct.Spec.Image+`"`)) {
		return nil
	}
	return []record{{reason: e.Reason, text: e.Message, at: e.Last, ev: c.EventEvidence(e)}}
}

// newestEvent returns when the Pod last had an Event of one of the reasons, about the container where one is given; zero
// when it had none.
func newestEvent(p *Pod, container string, reasons ...string) time.Time {
	var t time.Time
	for _, e := range p.Events {
		if container != "" && e.Container() != "" && e.Container() != container {
			continue
		}
		if slices.Contains(reasons, e.Reason) && e.Last.After(t) {
			t = e.Last
		}
	}
	return t
}

// unstarted reports whether the Pod has a node and none of its containers runs or is beyond creation: what holds it is its
// volumes, its sandbox or the kubelet itself.
func unstarted(p *Pod) bool {
	if p.Spec.NodeName == "" && !p.Recalled ||
		p.Status.Phase != corev1.PodPending && p.Status.Phase != corev1.PodRunning && p.Status.Phase != "" {
		return false
	}
	for _, ct := range p.Containers {
		if ct.Status.State.Running != nil {
			return false
		}
		switch reason, _ := ct.Waiting(); {
		case reason == "", reason == "ContainerCreating", reason == "PodInitializing":
		case contains(reason, "container is creating"): // Kubernetes 1.0
		default:
			return false
		}
		if ct.Role == Main && ct.Status.State.Terminated != nil && p.Spec.RestartPolicy == corev1.RestartPolicyNever {
			return false
		}
	}
	return true
}
