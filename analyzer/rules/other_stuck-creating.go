package rules

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var startStuck = &Rule{
	ID:    "other/stuck-creating",
	Title: "Pod is bound to a node and does not start; no reason is recorded",
	Doc: `The Pod has a node, none of its containers was created, and no Event in the dump says why. Events expire after an hour, so the reason may be gone. A Warning of the
kubelet that no rule reads is quoted instead. Readings: volumes that are not ready,
a sandbox that is not made, an image that is still pulled, a kubelet that does not work on the Pod.

Condition PodReadyToStartContainers (Kubernetes 1.29 on) narrows it: False means that volumes or sandbox are missing, True
that image or creation are.`,
	Detect: detectStuckCreating,
}

// mayCreate is how long a Pod may be without containers before somebody should look.
const mayCreate = 10 * time.Minute

func detectStuckCreating(c *Context) []Finding {
	var out []Finding
	for _, p := range c.Pods {
		if p.Healthy || c.Now.IsZero() || p.DeletionTimestamp != nil || !unstarted(p) || c.Now.Sub(p.CreationTimestamp.Time) < mayCreate ||
			p.hasRun() || c.says(p) {
			continue
		}
		ev := c.PodField(p, "status.phase", cmp.Or(string(p.Status.Phase), "Pending"))
		f := Finding{
			Severity: Error, Confidence: Possible, Subject: p.Ref, Culprit: blameNode(p, ""), Evidence: []Evidence{ev}, Symptom: true,
			Title: "does not start; no reason is recorded",
			Cause: fmt.Sprintf("The Pod was created %s and none of its containers%s was created since; no Event in the dump says why. "+
				"Its volumes, its sandbox or its image may be missing.",
				p.CreationTimestamp.UTC().Format(time.RFC3339), onNode(p)),
			Unknown: []string{"what the kubelet waits for: the Events that say so have expired or were not collected"},
			Next: []Step{describePod(p), {Kind: Check, Text: "the kubelet's log on the node, up to the dump time",
				Command: c.journal(unitKubelet)}},
			First: p.CreationTimestamp.UTC(), Last: c.Now,
		}
		if w := unreadWarning(p); w != nil {
			c.quote(p, w, &f)
		} else {
			c.narrow(p, &f)
		}
		out = append(out, f)
	}
	return out
}

// hasRun reports whether a main container of the Pod has already run to an end.
func (p *Pod) hasRun() bool {
	for _, ct := range p.Containers {
		if x, _ := ct.LastExit(); x != nil {
			return true
		}
	}
	return false
}

// says reports whether the dump holds a record of why the Pod does not start. A family of rules about Pods that do not start belongs here,
// so that no sentence denies what they found.
func (c *Context) says(p *Pod) bool {
	if _, ok := c.unprepared(p); ok {
		return true
	}
	return slices.ContainsFunc(c.sandboxFailures(), func(f sandboxFailure) bool { return f.pod == p }) ||
		slices.ContainsFunc(c.mountFailures(), func(f mountFailure) bool { return f.pod == p }) ||
		slices.ContainsFunc(c.pullFailures(), func(f pullFailure) bool { return f.pod == p }) ||
		slices.ContainsFunc(c.configFailures(), func(f configFailure) bool { return f.pod == p }) ||
		slices.ContainsFunc(c.startTroubles(), func(t startTrouble) bool { return t.pod == p }) || pullsSlowly(c, p)
}

// asides are Warnings of the kubelet about a Pod that it starts nevertheless.
var asides = []string{"DNSConfigForming", "MissingClusterDNS", "FailedToRetrieveImagePullSecret", "InvalidEnvironmentVariableNames", "AlreadyMountedVolume"}

// unreadWarning is the kubelet's newest Warning about a Pod of which no rule knows why it does not start; nil for none, or where a
// later step of the start says that it is over.
func unreadWarning(p *Pod) *loader.Event {
	var newest *loader.Event
	for _, e := range p.Events {
		if e.Warning() && e.Component == "kubelet" && !slices.Contains(asides, e.Reason) && (newest == nil || e.Last.After(newest.Last)) {
			newest = e
		}
	}
	if newest == nil || newestEvent(p, "", progress...).After(newest.Last) {
		return nil
	}
	return newest
}

// quote lets the Warning speak in place of "no Event says why".
func (c *Context) quote(p *Pod, w *loader.Event, f *Finding) {
	f.Title = "does not start; the kubelet warns of " + w.Reason
	f.Cause = fmt.Sprintf("The Pod was created %s and none of its containers%s was created since. The kubelet's newest Warning about it, %s, may say why.",
		p.CreationTimestamp.UTC().Format(time.RFC3339), onNode(p), w.Reason)
	f.Evidence = append(f.Evidence, c.EventEvidence(w))
	f.Unknown = []string{"whether the Warning is the reason: no rule of podtriage reads it"}
}

// narrow reads the condition that tells sandbox and volumes from what comes after them.
func (c *Context) narrow(p *Pod, f *Finding) {
	for _, t := range []corev1.PodConditionType{corev1.PodReadyToStartContainers, "PodHasNetwork"} {
		cond := p.Condition(t)
		if cond == nil {
			continue
		}
		f.Evidence = append(f.Evidence, c.PodField(p, "status.conditions["+string(t)+"]", string(cond.Status)))
		if cond.Status == corev1.ConditionTrue {
			f.RuledOut = append(f.RuledOut, "volumes and sandbox: the Pod is ready to start containers")
			f.Cause += " Volumes and sandbox are there, so it waits for an image or for the runtime."
		} else {
			f.Cause += " Its sandbox is not there, so it waits for volumes or for the network."
		}
	}
}

// lively is how old the newest word of a start may be for the Pod to count as on its way.
const lively = time.Minute

// progressing reports whether the kubelet took a step of the Pod's start just now: it pulled an image, made a container, started it. A
// container that is started again takes the same steps.
func progressing(p *Pod, now time.Time) bool {
	if slices.ContainsFunc(p.Containers, func(c Container) bool { return c.Status.RestartCount > 0 }) {
		return false
	}
	if p.Status.Phase != corev1.PodPending || now.Sub(p.CreationTimestamp.Time) > mayCreate {
		return false
	}
	newest := newestEvent(p, "", "Pulling", "Pulled", "Created", "Started")
	return !newest.IsZero() && now.Sub(newest) < lively
}
