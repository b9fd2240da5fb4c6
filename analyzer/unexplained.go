package analyzer

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// Unexplained is an unhealthy Pod for which no rule names a cause: what was seen, what is missing, what would settle it.
type Unexplained struct {
	Object   loader.Ref       `json:"object"`
	Text     string           `json:"text"` // what was seen
	Evidence []rules.Evidence `json:"evidence"`
	Unknown  []string         `json:"unknown"`
	Next     []rules.Step     `json:"next"`
}

// unexplained lists the unhealthy Pods that no incident explains, in the Snapshot's order.
func unexplained(c *rules.Context, explained map[loader.Ref]string) []Unexplained {
	out := []Unexplained{}
	for _, p := range c.Pods {
		if !p.Healthy && !p.Recalled && explained[p.Ref.Key()] == "" {
			out = append(out, describe(c, p))
		}
	}
	return out
}

func describe(c *rules.Context, p *rules.Pod) Unexplained {
	u := Unexplained{Object: p.Ref, Text: fmt.Sprintf("STATUS %s, %s ready, phase %s", p.Row.Status, p.Row.Ready, p.Status.Phase)}
	for _, k := range p.Containers {
		if k.Status.Ready {
			continue
		}
		if e, ok := state(c, p, k); ok {
			u.Evidence = append(u.Evidence, e)
		}
	}
	if ready := p.Condition(corev1.PodReady); ready != nil && len(u.Evidence) == 0 {
		u.Evidence = append(u.Evidence, c.PodField(p, "status.conditions[Ready]",
			fmt.Sprintf("%s %s %s", ready.Status, ready.Reason, ready.Message)))
	}
	if len(u.Evidence) == 0 {
		u.Evidence = append(u.Evidence, c.PodField(p, "status.phase", string(p.Status.Phase)))
	}
	if len(p.Events) > 0 {
		last := slices.MaxFunc(p.Events, func(a, b *loader.Event) int { return a.Last.Compare(b.Last) })
		u.Evidence = append(u.Evidence, c.EventEvidence(last))
	}
	switch {
	case !c.Snapshot.Coverage.Collected("Event", p.Namespace):
		u.Unknown = append(u.Unknown, "Events of namespace "+p.Namespace+" are not in the dump")
	case len(p.Events) == 0:
		u.Unknown = append(u.Unknown, "no Event about this Pod is left: the API server drops an Event 1 h after its last update by default")
	}
	if podstatus.Stale(p.Pod) {
		u.Unknown = append(u.Unknown, fmt.Sprintf("what the kubelet was about to write: "+
			"by the states of its containers the phase is %s, and the Pod still says %s", podstatus.Phase(p.Pod), p.Status.Phase))
	}
	if len(p.Logs) == 0 {
		u.Unknown = append(u.Unknown, "no log of this Pod is in the dump")
	}
	u.Next = []rules.Step{{Kind: rules.Ask, Text: "what the kubelet and the controllers say of this Pod now",
		Command: rules.Kubectl(p.Namespace, "describe pod %s", p.Name)}}
	return u
}

// state quotes the state of a container that is not ready; false where the kubelet has written none.
func state(c *rules.Context, p *rules.Pod, k rules.Container) (rules.Evidence, bool) {
	if t, field := k.LastExit(); t != nil {
		e := c.PodField(p, field, fmt.Sprintf("exit code %d, reason %s", t.ExitCode, t.Reason))
		e.At = t.FinishedAt.UTC()
		return e, true
	}
	if reason, message := k.Waiting(); reason != "" {
		if message != "" {
			reason += ": " + message
		}
		return c.PodField(p, k.StatusPath()+".state.waiting", reason), true
	}
	if r := k.Status.State.Running; r != nil {
		e := c.PodField(p, k.StatusPath()+".state.running", "running, not ready")
		e.At = r.StartedAt.UTC()
		return e, true
	}
	return rules.Evidence{}, false
}
