package rules

import "github.com/podtriage/podtriage/analyzer/message"

var startupWrongPort = &Rule{
	ID:    "startup-probe/wrong-port",
	Title: "Startup probe asks a port on which the container does not listen",
	Doc: `The startup probe finds nobody on its port, and the container declares other ports: in containerPorts, in a probe that
does not fail, or as a Service's targetPort. The kubelet kills the container each time the probe's budget is used up; until it
passes, neither readiness nor liveness is asked, and containers after a native sidecar do not start.

What to do: correct the port of the probe.`,
	Detect: func(c *Context) []Finding { return c.killsAtWrongPort(message.Startup) },
}
