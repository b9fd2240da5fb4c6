package rules

import (
	"fmt"
	"slices"

	"github.com/podtriage/podtriage/loader"
)

var notActedOn = &Rule{
	ID:    "rollout/not-acted-on",
	Title: "the controller refuses to act on the workload",
	Doc: `The controller looked at the object and does nothing with it, which only an Event says: its selector is empty and would take every Pod of the namespace (SelectingAll); its Pods cannot
be deleted or changed, three times or more (FailedDelete, FailedUpdate); its completion mode or update strategy is not known to this version (UnknownCompletionMode, UnknownStrategy).
The workload stays as it was, without any condition that tells.

What to do: correct the object as the Event says.`,
	Detect: detectNotActedOn,
}

// inaction are the Events of controllers that do nothing, by reason, and the field at fault where there is one.
var inaction = map[string]string{"SelectingAll": "spec.selector", "FailedDelete": "", "FailedUpdate": "",
	"UnknownCompletionMode": "spec.completionMode", "UnknownStrategy": "spec.updateStrategy",
	"DeploymentRollbackRevisionNotFound": "spec.rollbackTo"}

func detectNotActedOn(c *Context) []Finding {
	kinds := []string{"Deployment", "ReplicaSet", "ReplicationController", "StatefulSet", "DaemonSet", "Job", "CronJob"}
	var out []Finding
	seen := map[loader.Ref]bool{}
	for _, e := range slices.Backward(c.Snapshot.Events) {
		field, ok := inaction[e.Reason]
		k := e.Object.Key()
		if !ok || !e.Warning() || !slices.Contains(kinds, k.Kind) || seen[k] || c.Snapshot.Lookup(k) == loader.Absent ||
			c.Now.Sub(e.Last) > steadyAfter {
			continue
		}
		if field == "" && e.Count < 3 {
			continue // a conflict of two writers, which the next try settles
		}
		seen[k] = true
		ev := c.EventEvidence(e)
		out = append(out, Finding{Severity: Warning, Confidence: Confirmed, Subject: e.Object, Culprit: Culprit{Ref: e.Object, Field: field},
			Title: "its controller does not act: " + e.Reason,
			Cause: fmt.Sprintf("The controller of %s says: %s", k, sentence(oneLine(e.Message))), Evidence: []Evidence{ev},
			First: e.First, Last: e.Last,
			Next: []Step{{Kind: Check, Text: "the object and its Events", Command: Kubectl(k.Namespace, "describe %s", handle(k))}}})
	}
	slices.Reverse(out)
	return out
}
