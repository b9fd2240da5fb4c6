package rules

import (
	"regexp"
	"strings"

	appsv1 "k8s.io/api/apps/v1"

	"github.com/podtriage/podtriage/loader"
)

// address matches what differs between Pods that fail in the same way.
var address = regexp.MustCompile(`\[[0-9a-fA-F:]+\]|\d+\.\d+\.\d+\.\d+`)

// Sign is the way in which a Pod failed, as a Warning Event tells it: two Pods of one workload with the same sign failed alike.
// It is "" where Events are too poor to tell. The first word is its sort: restart, probe, pull or start.
func Sign(e *loader.Event) string {
	if !e.Warning() {
		return ""
	}
	switch e.Reason {
	case "BackOff", "Backoff":
		if image, ok := quotedImage(e.Message); ok {
			return "pull " + image
		}
		if e.Container() != "" {
			return "restart " + e.Container()
		}
	case "Unhealthy":
		return "probe " + e.Container() + " " + address.ReplaceAllString(e.Message, "address")
	case "Failed":
		if image, ok := quotedImage(e.Message); ok {
			return "pull " + image
		}
		if !strings.Contains(e.Message, "Image") {
			return "start " + e.Container() + " " + e.Message
		}
	}
	return ""
}

// quotedImage is the image that an Event about a pull names.
func quotedImage(text string) (string, bool) {
	_, rest, ok := strings.Cut(text, `image "`)
	image, _, closed := strings.Cut(rest, `"`)
	return image, ok && closed && strings.Contains(strings.ToLower(text), "pull")
}

// signsOf are the ways in which the Pod failed. Probes count only where nothing worse is told: they fail in any Pod that starts.
func signsOf(p *Pod) map[string]bool {
	out, probes := map[string]bool{}, map[string]bool{}
	for _, e := range p.Events {
		switch s := Sign(e); {
		case s == "":
		case strings.HasPrefix(s, "probe "):
			probes[s] = true
		default:
			out[s] = true
		}
	}
	if len(out) > 0 {
		return out
	}
	return probes
}

// acquitted reports whether the step from the old template to the Pod's own did not set off its failure: Pods of the old one
// failed in the same way, or Pods of its own one did before the old one was there, which is then a rollback.
func (c *Context) acquitted(p *Pod, own, old *appsv1.ReplicaSet) bool {
	signs := signsOf(p)
	for _, e := range c.eventsOfMade(old) {
		if signs[Sign(e)] {
			return true
		}
	}
	for _, e := range c.eventsOfMade(own) {
		if signs[Sign(e)] && e.First.Before(old.CreationTimestamp.Time) {
			return true
		}
	}
	for _, other := range c.PodsOf(p.Workload) {
		if up, ok := loader.Controller(other.Pod); ok && up.Name == old.Name && !other.Healthy &&
			other.Row.Status == p.Row.Status && alikeWords(p, other) {
			return true
		}
	}
	return false
}

// alikeWords reports whether a container waits in both Pods for the same reason, or ended with the same code.
func alikeWords(p, other *Pod) bool {
	for _, a := range p.Containers {
		for _, b := range other.Containers {
			if a.Name != b.Name {
				continue
			}
			x, _ := a.LastExit()
			y, _ := b.LastExit()
			if x != nil && y != nil && x.ExitCode != 0 && x.ExitCode == y.ExitCode && x.Reason == y.Reason {
				return true
			}
		}
	}
	return false
}

// eventsOfMade are the Events about Pods that the ReplicaSet made, also about those that are gone.
func (c *Context) eventsOfMade(rs *appsv1.ReplicaSet) []*loader.Event {
	return c.known.made.get(func() map[loader.Ref][]*loader.Event {
		out := map[loader.Ref][]*loader.Event{}
		for _, e := range c.Snapshot.Events {
			if i := strings.LastIndexByte(e.Object.Name, '-'); e.Object.Kind == "Pod" && i > 0 {
				k := loader.Ref{Kind: "ReplicaSet", Namespace: e.Object.Namespace, Name: e.Object.Name[:i]}
				out[k] = append(out[k], e)
			}
		}
		return out
	})[loader.Ref{Kind: "ReplicaSet", Namespace: rs.Namespace, Name: rs.Name}]
}
