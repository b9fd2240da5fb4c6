package rules

import (
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/loader"
)

// changeRules are about what was changed under a Pod that is not well: they come last of all that may explain one.
var changeRules = []*Rule{configStale}

var configStale = &Rule{
	ID:    "config-error/stale-environment",
	Title: "Container that is not well runs with the configuration of before a change",
	Doc: `A ConfigMap or Secret was changed after the container had started, and the container reads it as environment or through a subPath mount: both are read once, at the start of the container, and not again. So it
runs with what stood there before.

How it is told apart: the container runs and its Pod is not well. A container that restarted since has the new values; a volume without subPath follows by itself within a minute or two. That the change has to do with the
failure is one reading; the other is that it came at the same time. It is never more than possible.

What to do: if the change was meant to repair this, restart the Pods of the workload.`,
	Detect: detectStaleConfig,
}

func detectStaleConfig(c *Context) []Finding {
	var out []Finding
	changed := map[loader.Ref]*change.Change{}
	for i := range c.Changes {
		if ch := &c.Changes[i]; ch.Kind == change.Config {
			changed[ch.Object.Key()] = ch
		}
	}
	if len(changed) == 0 {
		return nil
	}
	for _, p := range c.Pods {
		if p.Healthy || p.Recalled || p.DeletionTimestamp != nil {
			continue
		}
		for _, ct := range p.Containers {
			if f, ok := c.staleConfig(p, ct, changed); ok {
				out = append(out, f)
			}
		}
	}
	return out
}

func (c *Context) staleConfig(p *Pod, ct Container, changed map[loader.Ref]*change.Change) (Finding, bool) {
	run := ct.Status.State.Running
	if run == nil || ct.Status.Ready || run.StartedAt.Unix() <= 0 {
		return Finding{}, false
	}
	for _, use := range readOnce(p, ct.Spec) {
		ch := changed[use.ref.Key()]
		if ch == nil || !ch.At.After(run.StartedAt.Time) {
			continue
		}
		ev := c.PodField(p, ct.StatusPath()+".state.running.startedAt", run.StartedAt.UTC().Format(time.RFC3339))
		ev.At = run.StartedAt.UTC()
		f := Finding{Severity: Warning, Confidence: Possible, Subject: p.Ref, Container: ct.Name,
			Culprit: Culprit{Ref: ch.Object, Field: "data"}, Title: "runs with " + ch.Object.Kind + " " + ch.Object.Name + " of before a change",
			Cause: fmt.Sprintf("%s %s was %s at %s, %s after container %q had started, which reads it %s, once: "+
				"it runs with the old values. That may be why it is not well, or be chance.",
				ch.Object.Kind, ch.Object.Name, changedWord(ch), clock(ch.At), ago(run.StartedAt.Time, ch.At), ct.Name, use.how),
			Evidence: []Evidence{ev}, First: ch.At, Last: c.Now,
			Unknown: []string{"whether the change has to do with it: values are not kept"},
			Next: []Step{{Kind: Check, Text: "whether the change was meant for this workload: its Pods have it after a restart",
				Command: Kubectl(p.Namespace, "describe %s", handle(ch.Object))}}}
		for _, pos := range ch.Positions {
			f.Evidence = append(f.Evidence, Evidence{File: pos.File, Line: pos.Line, Object: ch.Object.String(),
				Field: "metadata.managedFields", At: ch.At, Text: ch.Text})
		}
		return f, true
	}
	return Finding{}, false
}

// changedWord tells a change from a second birth: an object that is younger than the container that reads it was deleted and made again.
func changedWord(ch *change.Change) string {
	if ch.By == "" {
		return "created again"
	}
	return "changed"
}

// configUse is a ConfigMap or Secret that a container reads at its start only, and how.
type configUse struct {
	ref loader.Ref
	how string
}

// readOnce lists what the container reads at its start only: its environment, and mounts with a subPath.
func readOnce(p *Pod, ct *corev1.Container) []configUse {
	var out []configUse
	add := func(kind, name, how string) {
		if name != "" {
			out = append(out, configUse{loader.Ref{Kind: kind, Namespace: p.Namespace, Name: name}, how})
		}
	}
	for _, r := range loader.EnvReferences(ct) {
		add(r.Kind, r.Name, "as environment")
	}
	for _, m := range ct.VolumeMounts {
		i := slices.IndexFunc(p.Spec.Volumes, func(v corev1.Volume) bool { return v.Name == m.Name })
		if m.SubPath == "" && m.SubPathExpr == "" || i < 0 {
			continue
		}
		for _, r := range loader.VolumeReferences(&p.Spec.Volumes[i]) {
			add(r.Kind, r.Name, "through a subPath mount")
		}
	}
	return out
}
