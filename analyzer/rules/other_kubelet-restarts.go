package rules

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

var nodeKubeletRestarts = &Rule{
	ID:    "other/kubelet-restarts",
	Title: "Kubelet of a node restarts again and again",
	Doc: `The Event "Starting kubelet." came several times within the dump's Events. Each restart forgets back-offs and makes ready
Pods unready for a moment (up to 1.34).

What to do: the kubelet's own log on the node tells why.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, n := range c.Snapshot.Nodes {
			starts := 0
			var evidence []Evidence
			for _, e := range c.Snapshot.EventsOf(loader.Ref{Kind: "Node", Name: n.Name}) {
				if e.Reason == "Starting" && e.Component == "kubelet" && strings.Contains(strings.ToLower(e.Message), "starting kubelet") {
					starts += e.Count
					evidence = append(evidence, c.EventEvidence(e))
				}
			}
			if starts < 3 {
				continue
			}
			f := c.nodeFinding(n, "kubelet restarts again and again",
				fmt.Sprintf("The kubelet of node %s started %d times within the Events of the dump.", n.Name, starts), evidence)
			f.Next = append(f.Next, logsOfNode(n.Name, f.Last))
			if c.Now.Sub(f.Last) > steadyAfter {
				f.Severity = Info
			}
			out = append(out, f)
		}
		return out
	},
}
