package rules

import (
	"fmt"
	"strings"
	"time"

	"github.com/podtriage/podtriage/loader"
)

var leaderChanges = &Rule{
	ID:    "other/leader-changes",
	Title: "a component of the control plane loses its lead again and again",
	Doc: `Of the controller manager's and the scheduler's copies one leads at a time and renews a lease every two seconds. A new leader three times or more within the Events of the dump says that it could not renew it: the API
server or etcd answers too slowly (disk, load), or the component itself restarts. While nobody leads nothing is scheduled, created or replaced.

How it is told apart: Events LeaderElection "became leader" of the lease. One or two are an upgrade or a restart.

What to do: the latency of etcd's disk, the restarts of the component, the load of the API server.`,
	Detect: detectLeaders,
}

func detectLeaders(c *Context) []Finding {
	var out []Finding
	at := map[loader.Ref]int{}
	for _, e := range c.Snapshot.Events {
		k := e.Object.Key()
		core := k.Name == "kube-controller-manager" || k.Name == "kube-scheduler" || k.Name == "cloud-controller-manager"
		if e.Reason != "LeaderElection" || !core || !strings.HasSuffix(e.Message, "became leader") {
			continue
		}
		i, ok := at[k]
		if !ok {
			i = len(out)
			at[k] = i
			out = append(out, Finding{Severity: Warning, Confidence: Confirmed, Subject: k,
				Culprit: Culprit{Ref: k, Field: "spec.holderIdentity"}, Title: "got a new leader again and again",
				Next: []Step{{Kind: Check, Text: "the component's and etcd's Pods", Command: Kubectl(k.Namespace, "get pods -o wide")}}})
		}
		out[i].Evidence = append(out[i].Evidence, c.EventEvidence(e))
	}
	var loud []Finding
	for _, f := range out {
		n := 0
		for _, ev := range f.Evidence {
			n += max(ev.Count, 1)
		}
		if n < 3 {
			continue
		}
		f.First, f.Last = span(f.Evidence)
		f.Cause = fmt.Sprintf("%s got a new leader %d times between %s and %s: the one before could not renew its lease.",
			f.Subject.Name, n, clock(f.First), clock(f.Last))
		f.Unknown = []string{"whether the API server and etcd were slow, or the component restarted: their Pods and logs tell"}
		if c.Now.Sub(f.Last) > 30*time.Minute {
			f.Severity = Info
		}
		loud = append(loud, f)
	}
	return loud
}
