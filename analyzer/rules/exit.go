package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// exitRules are the rules of this family, most specific first.
var exitRules = []*Rule{
	dependencyUnreachable, initFailureExit, initFailureWaiting,
	appCrashSignal, appCrashChildKilled, appCrashExitZero, appCrashKilled, appCrashExit,
	initNoRecord, appCrashNoRecord,
}

// ended is one container whose last end is worth a word, and why it ended.
type ended struct {
	pod *Pod
	ct  Container
	*ending
	severity Severity
}

// ended lists the containers that ended for the reading and are not well at capture time. Pods that were stopped as a whole
// are left to the rules that say why.
func (c *Context) ended(at standing, readings ...reading) []ended {
	var out []ended
	for _, p := range c.Pods {
		for _, ct := range p.Containers {
			if standingOf(p, ct, c.Now) < at {
				continue
			}
			e := c.endingOf(p, ct)
			if slices.Contains(readings, e.reading) {
				out = append(out, ended{p, ct, e, c.severity(p, ct)})
			}
		}
	}
	return out
}

// endedFinding is what all Findings about an ended container share.
func (c *Context) endedFinding(e ended) Finding {
	f := Finding{
		Severity: e.severity, Confidence: e.confidence, Subject: e.pod.Ref, Container: e.ct.Name, Culprit: blame(e.pod, e.ct.Path),
		Evidence: slices.Clone(e.evidence), RuledOut: slices.Clone(e.ruledOut), Trigger: c.changed(e.pod, e.ct),
	}
	for _, ev := range e.pod.EventsOf(e.ct.Name) {
		if strings.EqualFold(ev.Reason, "BackOff") && ev.Warning() {
			f.Evidence = append(f.Evidence, c.EventEvidence(ev))
			break
		}
	}
	f.First, f.Last = span(f.Evidence)
	return f
}

// lead names the container in a title, where the Pod has several: titles are short.
func lead(p *Pod, ct Container) string {
	switch {
	case ct.Role == Init:
		return "init " + ct.Name + " "
	case ct.Role == Sidecar:
		return "sidecar " + ct.Name + " "
	case len(p.Spec.Containers) == 1:
		return ""
	}
	return ct.Name + " "
}

// name is how sentences name the container: `Container "app"`, `Init container "migrate"`.
func (ct Container) name() string {
	switch ct.Role {
	case Init:
		return fmt.Sprintf("Init container %q", ct.Name)
	case Sidecar:
		return fmt.Sprintf("Sidecar %q", ct.Name)
	}
	return fmt.Sprintf("Container %q", ct.Name)
}

// image is the container's image for a sentence: Events of old kubelets do not tell it.
func (ct Container) image() string { return cmp.Or(ct.Spec.Image, "of unknown name") }

// restarts is " (7 restarts so far)", or "".
func (ct Container) restarts() string {
	switch n := max(ct.Status.RestartCount, 0); n {
	case 0:
		return ""
	case 1:
		return " (1 restart so far)"
	default:
		return fmt.Sprintf(" (%d restarts so far)", n)
	}
}

// outputOf returns the log of the container's last ended run, and whether it surely is of that run: a container that runs
// again has begun a new log.
func outputOf(p *Pod, ct Container) (log *loader.Log, surely bool) {
	for _, l := range p.Logs {
		if !p.isLogOf(l, ct) || len(l.Kept) == 0 || l.Error != "" {
			continue
		}
		if l.Previous && ct.Status.State.Running != nil {
			return l, true
		}
		if !l.Previous {
			log = l
		}
	}
	return log, ct.Status.State.Running == nil
}

// childKilled looks in the last lines for a child that was killed: who writes that still ran, so the code is handed on.
func (c *Context) childKilled(p *Pod, ct Container) (Evidence, bool) {
	log, _ := outputOf(p, ct)
	if log == nil {
		return Evidence{}, false
	}
	for i := len(log.Kept) - 1; i >= max(0, len(log.Kept)-6); i-- {
		if text := log.Kept[i].Text; message.ChildKilled(text) && strings.TrimSpace(text) != "Killed" {
			return c.LogEvidence(log, log.Kept[i]), true
		}
	}
	return Evidence{}, false
}

// previousLog leads to the output of the run that ended. While a container waits for its next start kubectl prints that run
// without --previous, and cluster-info dump saves it: beside a run that goes on now only --previous gives it.
func previousLog(p *Pod, ct Container) Step {
	if log, surely := outputOf(p, ct); surely && log != nil && log.Lines > 0 {
		return inDump(log, endedOutput)
	}
	return Step{Kind: Ask, Text: "the output of the run that ended", Command: lastRunLogs(p, ct)}
}

// lastRunLogs prints the output of the run that ended.
func lastRunLogs(p *Pod, ct Container) string {
	if ct.Status.State.Running != nil {
		return Kubectl(p.Namespace, "logs %s -c %s --previous", p.Name, ct.Name)
	}
	return Kubectl(p.Namespace, "logs %s -c %s", p.Name, ct.Name)
}

// changed says what the newest revision changed for the container, where the workload keeps the one before.
func (c *Context) changed(p *Pod, ct Container) string {
	old := c.previousReplicaSet(p)
	if old == nil {
		return ""
	}
	before := containerOf(&old.Spec.Template.Spec, ct.Name)
	if before == nil {
		return fmt.Sprintf("Container %q is new in this revision; revision %d did not have it.", ct.Name, revision(old))
	}
	var what []string
	if before.Image != ct.Spec.Image {
		what = append(what, fmt.Sprintf("image %s instead of %s", ct.Spec.Image, before.Image))
	}
	if a, b := before.Resources.Limits.Memory(), ct.Spec.Resources.Limits.Memory(); a.Cmp(*b) != 0 {
		what = append(what, fmt.Sprintf("memory limit %s instead of %s", b, a))
	}
	if !slices.Equal(before.Command, ct.Spec.Command) || !slices.Equal(before.Args, ct.Spec.Args) {
		what = append(what, "another command or arguments")
	}
	if !slices.EqualFunc(before.Env, ct.Spec.Env, func(a, b corev1.EnvVar) bool { return a.Name == b.Name && a.Value == b.Value }) {
		what = append(what, "another environment")
	}
	if len(what) == 0 {
		return ""
	}
	return fmt.Sprintf("The newest revision has %s (revision %d before it).", strings.Join(what, ", "), revision(old))
}

// isStatic reports whether a kubelet runs the Pod from a file on its node; the API cannot change it.
func isStatic(p *Pod) bool {
	_, mirror := p.Annotations[corev1.MirrorPodAnnotationKey]
	return mirror
}

// change is the step that changes the Pod's template: a fix where the cause is proved well enough, else a question.
func (c *Context) change(p *Pod, confidence Confidence, what string) Step {
	if isStatic(p) {
		return Step{Kind: Check, Text: what + ": a static Pod is changed in its manifest on node " + p.Spec.NodeName +
			", usually under /etc/kubernetes/manifests"}
	}
	if confidence == Possible {
		return Step{Kind: Check, Text: what + "?", Command: Kubectl(p.Namespace, "get %s -o yaml", handle(p.Workload))}
	}
	return editWorkload(p, what)
}
