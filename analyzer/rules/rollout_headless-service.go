package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/loader"
)

var rolloutHeadless = &Rule{
	ID:    "rollout/headless-service",
	Title: "the Service that a StatefulSet names does not exist",
	Doc: `spec.serviceName of the StatefulSet names the Service that gives its Pods names in DNS (db-0.db.shop), and the namespace has no such Service. The Pods run, but none of them can be reached by its name: members of a cluster
that look for each other so do not find each other.

How it is told apart: Services of the namespace are in the dump and this one is not among them.

What to do: create the Service, headless (clusterIP: None), with the Pods' labels as selector.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, s := range c.Snapshot.StatefulSets {
			svc := loader.Ref{Kind: "Service", Namespace: s.Namespace, Name: s.Spec.ServiceName}
			if svc.Name == "" || c.Snapshot.Lookup(svc) != loader.Absent || s.DeletionTimestamp != nil {
				continue
			}
			ref := loader.RefOf("StatefulSet", s)
			out = append(out, Finding{Severity: Info, Confidence: Confirmed, Subject: ref,
				Culprit: Culprit{Ref: ref, Field: "spec.serviceName"}, Title: "its Service " + svc.Name + " does not exist",
				Cause: fmt.Sprintf("StatefulSet %s names Service %s, and namespace %s has no such Service: its Pods have no names in DNS.",
					s.Name, svc.Name, s.Namespace),
				Evidence: []Evidence{c.Field("StatefulSet", s, "spec.serviceName", svc.Name)},
				Next:     []Step{{Kind: Check, Text: "the Services that there are", Command: Kubectl(s.Namespace, "get services")}}})
		}
		return out
	},
}
