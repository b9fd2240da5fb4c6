package rules

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

var hookPostStart = &Rule{
	ID:    "hook-failure/post-start",
	Title: "Post-start hook fails, so the kubelet kills the container",
	Doc: `lifecycle.postStart runs right after the container's process is started. When it fails, the kubelet kills the
container and starts it again by the restartPolicy; the exit code (0, 137, 143) is that of the kill and says nothing about the
application.

How it is told apart: a FailedPostStartHook Event, a Killing Event with that word, or a container that waits with
PostStartHookError. Kubelets up to 1.26 write the hook's output into the Event; newer ones only into the waiting message, which
lasts until the next back-off.

What to do: run the hook's command by hand. A hook that needs the application to be up must wait for it, or belongs into a Job.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, p := range c.Pods {
			for _, ct := range p.Containers {
				if f, ok := c.postStart(p, ct); ok {
					out = append(out, f)
				}
			}
		}
		return out
	},
}

func (c *Context) postStart(p *Pod, ct Container) (Finding, bool) {
	reason, text := ct.Waiting()
	waits := reason == "PostStartHookError"
	at := standingOf(p, ct, c.Now)
	if !waits && (at < once || c.endingOf(p, ct).reading != readHook && len(hookEvents(p, ct, "FailedPostStartHook")) == 0) {
		return Finding{}, false
	}
	if r := c.endingOf(p, ct).reading; !waits && r != readHook && r != readNothing && r != readItself && r != readKilled {
		return Finding{}, false
	}
	e := ended{p, ct, c.endingOf(p, ct), c.severity(p, ct)}
	f := c.endedFinding(e)
	f.Confidence, f.Severity = Confirmed, Warning
	if waits || at == failing {
		f.Severity = Error
	}
	var h message.Hook
	if waits {
		h = message.ParseHook(text)
		f.Evidence = append(f.Evidence, c.PodField(p, ct.StatusPath()+".state.waiting", "PostStartHookError: "+text))
	}
	h = c.postStartEvents(p, ct, h, &f)
	f.Evidence = append(f.Evidence, c.PodField(p, "spec."+ct.Path+".lifecycle.postStart", hookText(ct, true)))
	f.First, f.Last = span(f.Evidence)
	f.Culprit.Field += ".lifecycle.postStart"
	f.Title = "its post-start hook fails"
	f.Cause = fmt.Sprintf("The post-start hook of container %q (%s) fails%s, so the kubelet kills the container%s.",
		ct.Name, hookText(ct, true), hookSaid(h), ct.restarts())
	if t := e.exit; t != nil {
		f.RuledOut = append(f.RuledOut, fmt.Sprintf("a crash of the application: exit code %d is that of the kill", t.ExitCode))
	}
	if h.Hidden || h.Error == "" && h.Output == "" {
		f.Unknown = []string{"what the hook printed: kubelets since 1.27 keep it out of Events; it stands in the container's waiting " +
			"message for a short time, and in the kubelet's log"}
	}
	f.Next = []Step{{Kind: Check, Text: tryHook(ct),
		Command: Kubectl(p.Namespace, "get pod %s -o jsonpath='{.spec.containers[?(@.name==\"%s\")].lifecycle.postStart}'", p.Name, ct.Name)},
		c.change(p, f.Confidence, "correct lifecycle.postStart of container "+fmt.Sprintf("%q", ct.Name)+", or let it tolerate failure")}
	return f, true
}

// postStartEvents cites the Events about the hook, and takes from them what the container's state did not tell.
func (c *Context) postStartEvents(p *Pod, ct Container, h message.Hook, f *Finding) message.Hook {
	for _, ev := range hookEvents(p, ct, "FailedPostStartHook") {
		if said := message.ParseHook(ev.Message); h.Error == "" {
			h = said
		}
		f.Evidence = append(f.Evidence, c.EventEvidence(ev))
	}
	for _, ev := range p.Events {
		if _, said, old := strings.Cut(ev.Message, "PostStart handler: "); old && about(p, ev, ct) {
			f.Evidence = append(f.Evidence, c.EventEvidence(ev))
			h.Error = cmp.Or(h.Error, strings.Trim(said, `"`))
		}
	}
	return h
}

// tryHook is how to see why a hook fails: by hand where a container runs to try it in.
func tryHook(ct Container) string {
	if ct.Status.State.Running != nil {
		return "run the hook's action by hand in the running container and see why it fails"
	}
	return "what the hook does, and whether the image holds all it calls; the container does not run, " +
		"so try it in a copy of the Pod without the hook"
}

// hookSaid is what the hook answered, as a clause.
func hookSaid(h message.Hook) string {
	switch {
	case h.Output != "":
		return ": " + oneLine(h.Output)
	case h.Exit != 0:
		return fmt.Sprintf(" with exit code %d", h.Exit)
	case h.Error != "":
		return ": " + oneLine(h.Error)
	}
	return ""
}

// hookText is the hook's definition in one line.
func hookText(ct Container, post bool) string {
	l := ct.Spec.Lifecycle
	if l == nil {
		return "not in the spec"
	}
	h := l.PreStop
	if post {
		h = l.PostStart
	}
	switch {
	case h == nil:
		return "not in the spec"
	case h.Exec != nil:
		return "exec " + oneLine(strings.Join(h.Exec.Command, " "))
	case h.HTTPGet != nil:
		return fmt.Sprintf("httpGet port %s path %s", h.HTTPGet.Port.String(), cmp.Or(h.HTTPGet.Path, "/"))
	case h.Sleep != nil:
		return fmt.Sprintf("sleep %d s", h.Sleep.Seconds)
	}
	return "empty"
}
