package rules

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

var storageOfAPI = &Rule{
	ID:    "other/api-storage",
	Title: "etcd, where the API server keeps all objects, is full",
	Doc: `etcd reached its space quota (2 GiB by default), raised the alarm NOSPACE and refuses every write: "mvcc: database space exceeded". Nothing can be created, changed or deleted, node leases included, so nodes
turn NotReady one by one; what runs goes on.

How it is told apart: the text stands in an Event or in a kept line of a log of etcd or the API server. What was refused before the alarm was cleared says the same: the newest line tells whether it goes on.

What to do: compact, defragment and clear the alarm (etcdctl alarm disarm), then find what fills it: Events, Secrets of old releases, custom objects.`,
	Detect: detectStorage,
}

func detectStorage(c *Context) []Finding {
	subject, evidence := c.spaceInLogs()
	for _, e := range c.Snapshot.Events {
		if spaceExceeded(e.Message) && len(evidence) < 2*alikeRecords {
			evidence = append(evidence, c.EventEvidence(e))
		}
	}
	if subject.Name == "" {
		subject = c.etcdPod()
	}
	if len(evidence) == 0 || subject.Name == "" {
		return nil // the objects that were refused say it: see admission/api-server
	}
	f := Finding{Severity: Error, Confidence: Confirmed, Subject: subject, Culprit: Culprit{Ref: subject},
		Title: "etcd is full: every write is refused",
		Cause: fmt.Sprintf("etcd reached its space quota and refuses every write, so nothing in the cluster can be created or changed: %s",
			sentence(oneLine(evidence[0].Text))), Evidence: evidence,
		Unknown: []string{"what fills it: the dump does not hold etcd's own numbers"},
		Next: []Step{{Kind: Ask, Text: "etcd's size and alarms, on a control plane node",
			Command: "etcdctl endpoint status -w table; etcdctl alarm list"}}}
	f.First, f.Last = span(evidence)
	if !f.Last.IsZero() && c.Now.Sub(f.Last) > steadyAfter {
		f.Severity = Warning
	}
	return []Finding{f}
}

// spaceInLogs looks for the alarm in the logs of etcd and of the API server.
func (c *Context) spaceInLogs() (subject loader.Ref, evidence []Evidence) {
	for _, l := range c.Snapshot.Logs {
		if !strings.Contains(l.Pod, "etcd") && !strings.Contains(l.Pod, "kube-apiserver") {
			continue
		}
		for _, line := range l.Kept {
			if spaceExceeded(line.Text) && len(evidence) < alikeRecords {
				evidence = append(evidence, c.LogEvidence(l, line))
				subject = loader.Ref{Kind: "Pod", Namespace: l.Namespace, Name: l.Pod}
			}
		}
	}
	if p := c.Pod(subject); p != nil {
		subject = p.Ref
	}
	return subject, evidence
}

// etcdPod is the first Pod of etcd; the zero Ref where the dump holds none.
func (c *Context) etcdPod() loader.Ref {
	for _, p := range c.Pods {
		if p.Labels["component"] == "etcd" || p.Labels["app"] == "etcd" && strings.HasPrefix(p.Namespace, "openshift-") {
			return p.Ref
		}
	}
	return loader.Ref{}
}

func spaceExceeded(text string) bool {
	return strings.Contains(text, "mvcc: database space exceeded") || strings.Contains(text, "alarm:NOSPACE") ||
		strings.Contains(text, "alarm raised NOSPACE")
}
