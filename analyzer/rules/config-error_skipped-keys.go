package rules

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var configSkippedKeys = &Rule{
	ID:    "config-error/skipped-keys",
	Title: "Keys were left out of the environment",
	Doc: `Up to Kubernetes 1.29 envFrom skips keys that are no names of environment variables (with dashes, dots, or a digit first), with no more than an Event. The
container starts without them and may fail for it.

Rename the keys, or take them one by one with valueFrom.`,
	Detect: detectSkippedKeys,
}

func detectSkippedKeys(c *Context) []Finding {
	var out []Finding
	for _, p := range c.Pods {
		for _, e := range p.Events {
			if e.Reason != "InvalidEnvironmentVariableNames" && e.Reason != "InvalidVariableNames" {
				continue
			}
			k, ok := message.ParseSkippedKeys(e.Message)
			if !ok {
				continue
			}
			r := loader.Ref{Kind: k.Kind, Namespace: k.Namespace, Name: k.Object}
			out = append(out, Finding{
				Severity: Info, Confidence: Confirmed, Subject: p.Ref, Culprit: Culprit{Ref: r, Field: "data"}, Group: r.String(), Symptom: true,
				Title: fmt.Sprintf("keys of %s %q were left out of the environment", r.Kind, r.Name),
				Cause: fmt.Sprintf("The keys %s of %s are no names of environment variables, so the container started without them.",
					strings.Join(k.Keys, ", "), r),
				Evidence: []Evidence{c.EventEvidence(e)}, First: e.First, Last: e.Last,
				Next: []Step{{Kind: Fix, Text: "rename the keys to letters, digits and underscores (changes the " + r.Kind + ")",
					Command: Kubectl(r.Namespace, "edit %s", handle(r))}},
			})
		}
	}
	return out
}
