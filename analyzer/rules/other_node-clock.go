package rules

import (
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
)

var nodeClock = &Rule{
	ID:    "other/node-clock",
	Title: "Node's clock differs from the API server's",
	Doc: `The kubelet writes times by the clock of its node, the API server by its own. An Event that its kubelet dates well after the API server stored it shows a clock that is ahead; a Pod that its
kubelet saw well before it was created shows one that is behind. Certificates and tokens then look expired or not valid yet, leases look stale, and times in this report that the node wrote are
off by as much.

How it is told apart: at least two records of the last hour before the dump show it, and none of the node's shows the contrary. Static Pods are left out, since they start before the API knows them. An Event
that was stored late is none of it: only the impossible order counts.

What to do: look at the time service (chrony, ntpd, systemd-timesyncd) of the node.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		ahead := c.clocksAhead()
		for _, n := range c.Snapshot.Nodes {
			if f, ok := c.wrongClock(n, ahead[n.Name]); ok {
				out = append(out, f)
			}
		}
		return out
	},
}

// clockError is what clocks may differ by without a word: a second of rounding, and what a busy API server needs.
const clockError = 30 * time.Second

// offset is how far a record shows the node's clock ahead of the API server's; negative is behind.
type offset struct {
	by time.Duration
	ev Evidence
}

func (c *Context) wrongClock(n *corev1.Node, ahead []offset) (Finding, bool) {
	behind := c.clockBehind(n.Name)
	list, word := ahead, "ahead of"
	if len(behind) > 0 {
		list, word = behind, "behind"
	}
	if len(list) < 2 || len(ahead) > 0 && len(behind) > 0 {
		return Finding{}, false
	}
	least, most := list[0].by.Abs(), list[0].by.Abs()
	var evidence []Evidence
	for _, o := range list {
		least, most = min(least, o.by.Abs()), max(most, o.by.Abs())
		if len(evidence) < alikeRecords {
			evidence = append(evidence, o.ev)
		}
	}
	f := c.nodeFinding(n, "its clock is "+word+" the API server's",
		fmt.Sprintf("The clock of node %s is at least %s %s the API server's: %d records that the node dated are in an impossible order.",
			n.Name, least.Round(time.Second), word, len(list)), evidence)
	if most > least+clockError {
		f.Cause += fmt.Sprintf(" The largest difference is %s.", most.Round(time.Second))
	}
	f.Confidence = Likely
	f.Next = []Step{{Kind: Check, Text: "the time service, on the node", Command: "timedatectl; chronyc tracking"}}
	return f, true
}

// alikeRecords is how many records of one sort a Finding cites.
const alikeRecords = 4

// clocksAhead lists by node the Events that its kubelet dated after the API server had stored them.
func (c *Context) clocksAhead() map[string][]offset {
	out := map[string][]offset{}
	for _, e := range c.Snapshot.Events {
		if e.Component != "kubelet" || e.Created.IsZero() || c.Now.Sub(e.Created) > time.Hour {
			continue
		}
		if by := e.First.Sub(e.Created); by > clockError {
			ev := c.EventEvidence(e)
			ev.Field, ev.Text = "Event "+e.Reason+": firstTimestamp and creationTimestamp", fmt.Sprintf("dated %s by the kubelet, stored %s",
				clock(e.First), clock(e.Created))
			out[e.Host] = append(out[e.Host], offset{by, ev})
		}
	}
	return out
}

// clockBehind lists Pods of the node that its kubelet saw before they were created.
func (c *Context) clockBehind(node string) []offset {
	var out []offset
	for _, p := range c.podsOn(node) {
		if isStatic(p) || p.Status.StartTime == nil || c.Now.Sub(p.CreationTimestamp.Time) > time.Hour {
			continue
		}
		if by := p.Status.StartTime.Sub(p.CreationTimestamp.Time); by < -clockError && realTime(p.Status.StartTime.Time) != (time.Time{}) {
			out = append(out, offset{by, c.PodField(p, "status.startTime", fmt.Sprintf("%s, created %s", clock(p.Status.StartTime.Time),
				clock(p.CreationTimestamp.Time)))})
		}
	}
	return out
}
