package rules

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

var readinessFailing = &Rule{
	ID:    "readiness/failing",
	Title: "Readiness probe fails, so the Pod gets no traffic",
	Doc: `The container runs and its readiness probe fails, so the Pod is kept out of its Services. It is not restarted for
that.

How it is told apart: by what the probe met. A refused connection: the application does not listen there, listens on
127.0.0.1 only, or is not up yet. HTTP 404 or 401: the path of the probe is wrong. HTTP 5xx, or a command that ends with an
error: the application says that it is not well, its own text tells why. A time-out: it is slow, or timeoutSeconds (1 by
default) is short. Where another container of the Pod crashes, the readiness of this one is noise.

What to do: ask the probe's question by hand from inside the Pod.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, u := range c.unreadies() {
			_, _, wrong := c.wrongPort(u.pod, u.ct, message.Readiness, u.said)
			if u.event != nil && !wrong {
				out = append(out, c.notReady(u))
			}
		}
		return out
	},
}

func (c *Context) notReady(u unready) Finding {
	f := u.finding(c)
	s := u.ct.Spec.ReadinessProbe
	fix := c.describeNotReady(u, &f)
	if u.also != nil && !hopeless(s) {
		f.Title = "readiness probe " + silence(u.said.Fault, u.also.Fault)
		f.Cause += " Other tries met: " + how(*u.also, s) + "."
		f.Confidence, f.Culprit.Field = Likely, strings.TrimSuffix(f.Culprit.Field, ".timeoutSeconds")
		fix = "correct the readiness probe, or what keeps the application from answering it"
	}
	f.Evidence = append(f.Evidence, c.lastLinesOf(u.pod, u.ct).evidence...)
	f.Next = append(f.Next, c.change(u.pod, f.Confidence, fix))
	return f
}

// describeNotReady says by the probe's fault what is wrong, and returns what to change.
func (c *Context) describeNotReady(u unready, f *Finding) string {
	s := u.ct.Spec.ReadinessProbe
	f.Cause = fmt.Sprintf("Container %q runs but its readiness probe fails: %s.", u.ct.Name, how(u.said, s))
	f.Title = "readiness probe fails"
	fix := "correct the readiness probe, or what keeps the application from answering it"
	if hopeless(s) {
		f.Title, f.Culprit.Field, f.Cause = "readiness probe's command always fails", f.Culprit.Field+".exec.command", f.Cause+hopelessNote(s)
		return "give the readiness probe a command that can succeed"
	}
	switch u.said.Fault {
	case message.ProbeStatus:
		f.Title = fmt.Sprintf("readiness probe gets HTTP %d", u.said.Status)
		f.Culprit.Field += ".httpGet.path"
		if u.said.Status < 500 {
			fix = "set the path of the readiness probe to one that the application serves"
		}
	case message.ProbeRefused:
		f.Title = fmt.Sprintf("readiness probe is refused on port %d", cmp.Or(probePort(u.ct, s), u.said.Port))
		if arg := loopback(u.pod, u.ct); arg != "" {
			f.Title = "listens on 127.0.0.1 only"
			f.Cause += fmt.Sprintf(" The container is started with %s, so it listens on the loopback address only, "+
				"and the kubelet asks the Pod's address.", arg)
			f.Culprit, f.Confidence = blame(u.pod, u.ct.Path+".command"), Likely
			f.Evidence = append(f.Evidence, c.PodField(u.pod, "spec."+u.ct.Path+".command", arg))
			fix = "bind to 0.0.0.0 or the Pod's address"
		}
	case message.ProbeTimeout, message.ProbeExecTimeout:
		f.Title = fmt.Sprintf("readiness probe gets no answer within %d s", timeoutOf(s))
		f.Culprit.Field += ".timeoutSeconds"
		c.askCPU(f, u.pod, u.ct)
		fix = "raise timeoutSeconds of the readiness probe, or make the answer faster"
	case message.ProbeExec, message.ProbeGRPC:
		f.Title = "application says that it is not ready"
	case message.ProbeExecMissing:
		f.Title = "readiness probe's command cannot be run"
		f.Culprit.Field += ".exec.command"
	}
	return fix
}
