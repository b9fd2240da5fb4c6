package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var livenessWrongPort = &Rule{
	ID:    "liveness/wrong-port",
	Title: "Liveness probe asks a port on which the container does not listen",
	Doc: `The kubelet kills the container because its liveness probe finds nobody on its port, and the container declares other
ports: in containerPorts, in a probe that does not fail, or as a Service's targetPort. Probes go to the Pod's own address, so
the container's port counts, not the Service's. Where it declares none, its log may tell on which port it listens.

How it is told apart: the probe meets a refused or dropped connection; an application that answers with an error, or answers
late, is another rule.

What to do: correct the port of the probe.`,
	Detect: func(c *Context) []Finding { return c.killsAtWrongPort(message.Liveness) },
}

// killsAtWrongPort are the kills by a probe that asks a port which the container does not declare.
func (c *Context) killsAtWrongPort(kind message.ProbeKind) []Finding {
	var out []Finding
	for _, k := range c.probeKills(kind) {
		declared, from, wrong := c.wrongPort(k.pod, k.ct, kind, k.said)
		if k.event == nil || !wrong {
			continue
		}
		f := k.finding(c)
		f.Evidence = withLines(f.Evidence, from)
		port := probePort(k.ct, probeSpec(k.ct, kind))
		f.Title = fmt.Sprintf("%s probe asks port %d, not %s", kind, port, portList(declared))
		f.Culprit.Field += portField(probeSpec(k.ct, kind))
		f.Confidence = Likely
		f.Cause = fmt.Sprintf("%s%s %s, so the probe's port is wrong or the application does not open it.%s",
			k.opening(), k.met(), portsTold(declared, from), k.arithmetic())
		f.Next = append(f.Next, c.change(k.pod, f.Confidence, fmt.Sprintf("set the port of the %s probe to %s", kind, portList(declared))))
		out = append(out, f)
	}
	return out
}
