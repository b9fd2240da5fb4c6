package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

// longInit is how long an init container may run before it is worth a word.
const longInit = 3 * time.Minute

var initFailureWaiting = &Rule{
	ID:    "init-failure/waiting",
	Title: "Init container does not end, so the Pod does not start",
	Doc: `An init container has been running for minutes without a failure: it waits for something, or its work takes long.
The containers after it cannot start, and no probe or time limit ends it.

How it is told apart: it has no failed run on record. Its output usually names what it waits for.

What to do: look at what it waits for. Give such containers a time limit, so that a failure becomes visible.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, p := range c.Pods {
			for _, ct := range p.Containers {
				r := ct.Status.State.Running
				if last, _ := ct.LastExit(); ct.Role != Init || r == nil || last != nil || p.Healthy || c.Now.IsZero() ||
					c.Now.Sub(r.StartedAt.Time) < longInit {
					continue
				}
				out = append(out, c.waitingInit(p, ct, r.StartedAt.UTC()))
			}
		}
		return out
	},
}

func (c *Context) waitingInit(p *Pod, ct Container, since time.Time) Finding {
	w := c.lastLinesOf(p, ct)
	ev := c.PodField(p, ct.StatusPath()+".state.running", "startedAt "+since.Format(time.RFC3339))
	ev.At = since
	f := Finding{
		Severity: Error, Confidence: Likely, Subject: p.Ref, Container: ct.Name, Culprit: blame(p, ct.Path), First: since, Last: c.Now,
		Title: fmt.Sprintf("init %s has not ended for %s", ct.Name, podstatus.Duration(c.Now.Sub(since))),
		Cause: fmt.Sprintf("Init container %q (%d of %d) has been running since %s and has not failed; the containers after it do not start.%s",
			ct.Name, ct.Index+1, len(p.Spec.InitContainers), clock(since), w.says()),
		Evidence: append([]Evidence{ev}, w.evidence...),
		Next:     []Step{currentLog(p, ct, "what it prints while it waits")},
	}
	command := strings.Join(slices.Concat(ct.Spec.Command, ct.Spec.Args), " ")
	host := message.AwaitedBy(command)
	if host != "" {
		f.Evidence = append(f.Evidence, c.PodField(p, "spec."+ct.Path+".command", command))
		f.Cause += " Its command waits for " + host + "."
	} else if w.text == "" && w.last == "" {
		f.Unknown = []string{"what it waits for: the output in the dump does not tell"}
	}
	c.awaited(p, w, host, &f)
	return f
}

// awaited names what the output says it waits for, or else its command, and that no such Service exists where the dump's Services
// do not hold it.
func (c *Context) awaited(p *Pod, w lastLines, byCommand string, f *Finding) {
	host := cmp.Or(message.Awaited(w.awaits), byCommand)
	if host == "" {
		return
	}
	if w.awaits != "" && !strings.Contains(f.Cause, w.awaits) {
		f.Cause += " It also says: " + quote(oneLine(w.awaits))
	}
	service, found := c.serviceAt(p.Namespace, host)
	if service.Name == "" || found != nil || c.Snapshot.Lookup(service) != loader.Absent {
		return
	}
	f.Cause += fmt.Sprintf(" The cluster has no Service %s.", service.Path())
	f.Next = append(f.Next, Step{Kind: Check, Text: "is the name that it waits for right, and was the Service ever made?",
		Command: Kubectl(service.Namespace, "get service")})
}
