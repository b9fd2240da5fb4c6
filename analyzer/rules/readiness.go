package rules

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// unready is a container that runs and is not ready.
type unready struct {
	pod   *Pod
	ct    Container
	event *loader.Event // the failure that its readiness probe is judged by; nil when none is left
	said  message.Probe
	also  *message.Probe // another silence of the same probe
}

// unreadies lists the containers that run, have a readiness probe and are not ready, in Pods that are not well and not on
// their way out. A container that is between two ends is not judged by its readiness.
func (c *Context) unreadies() []unready {
	var out []unready
	for _, p := range c.Pods {
		if p.Healthy || p.DeletionTimestamp != nil {
			continue
		}
		for _, ct := range p.Containers {
			if ct.Status.State.Running == nil || ct.Status.Ready || ct.Role == Init || ct.Spec.ReadinessProbe == nil && !p.Recalled ||
				standingOf(p, ct, c.Now) >= shaky {
				continue
			}
			if ct.Spec.StartupProbe != nil && (ct.Status.Started == nil || !*ct.Status.Started) {
				continue // the readiness probe has not been asked yet
			}
			u := unready{pod: p, ct: ct}
			u.event, u.said = verdict(p, ct, message.Readiness)
			if u.event == nil && p.Recalled {
				continue
			}
			if o, mixed := otherSilence(p, ct, message.Readiness, u.said); mixed {
				u.also = &o
			}
			out = append(out, u)
		}
	}
	return out
}

// finding is what all Findings about readiness share. Where another container of the Pod fails by itself, this one is only a
// symptom beside it.
func (u *unready) finding(c *Context) Finding {
	f := Finding{
		Severity: Error, Confidence: Confirmed, Subject: u.pod.Ref, Container: u.ct.Name, Culprit: blame(u.pod, u.ct.Path+".readinessProbe"),
		Symptom: u.besideFailure(c), Trigger: c.changed(u.pod, u.ct),
		RuledOut: []string{"a restart by this probe: a readiness probe only takes the Pod out of its Services"},
	}
	if u.event != nil {
		f.Evidence = c.probeEvidence(u.pod, u.ct, message.Readiness, u.event)
	}
	if r := u.pod.Condition(corev1.PodReady); r != nil {
		f.Evidence = append(f.Evidence, c.podCondition(u.pod, *r))
	}
	f.First, f.Last = span(f.Evidence)
	f.Next = []Step{currentLog(u.pod, u.ct, "what the application logs while it is not ready")}
	return f
}

func (u *unready) besideFailure(c *Context) bool {
	for _, ct := range u.pod.Containers {
		if ct.Name != u.ct.Name && standingOf(u.pod, ct, c.Now) >= shaky {
			return true
		}
	}
	return false
}
