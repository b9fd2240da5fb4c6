package rules

import (
	"fmt"
	"slices"
	"time"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// sandboxRules are the rules of this family, most specific first.
var sandboxRules = []*Rule{
	sandboxPauseImage, sandboxHandler, sandboxAddresses, sandboxNoPlugin, sandboxAgent, sandboxAPI, sandboxBridge, sandboxPort,
	sandboxReserved, sandboxDisk, sandboxSecurity, sandboxCgroup, sandboxRuntime, sandboxTimeout, sandboxNetwork,
	sandboxUnclassified, sandboxRecreated,
}

// sandboxFailure is a Pod whose sandbox cannot be made, and why.
type sandboxFailure struct {
	message.Sandbox
	pod      *Pod
	evidence []Evidence
	count    int
}

// FailedCreatePodContainer is about the Pod's control group, which the kubelet makes before the sandbox.
var sandboxReasons = []string{"FailedCreatePodSandBox", "NetworkNotReady", "FailedPodSandBoxStatus", "FailedCreatePodContainer"}

// progress are Events that a kubelet writes only after the sandbox and the volumes are there.
var progress = []string{"Pulling", "Pulled", "Created", "Started", "AddedInterface"}

// sandboxFailures lists the Pods that wait for their sandbox at capture time.
func (c *Context) sandboxFailures() []sandboxFailure {
	return c.known.sandboxes.get(func() []sandboxFailure { return ofUnstarted(c, c.sandboxFailure) })
}

// sandboxFailure reads the Pod's sandbox Events, newest first; the newest that names a cause explains.
func (c *Context) sandboxFailure(p *Pod) (sandboxFailure, bool) {
	f := sandboxFailure{pod: p}
	var events []*loader.Event
	for _, e := range p.Events {
		if slices.Contains(sandboxReasons, e.Reason) || isOldSandbox(e) {
			events = append(events, e)
		}
	}
	if len(events) == 0 {
		return f, false
	}
	slices.SortStableFunc(events, func(a, b *loader.Event) int { return b.Last.Compare(a.Last) })
	if newestEvent(p, "", progress...).After(events[0].Last) || newestEvent(p, "", mountReasons...).Sub(events[0].Last) > 5*time.Minute {
		return f, false // the sandbox was made since, or the Pod is held up before it
	}
	best := -1
	for i, e := range events {
		s := message.ParseSandbox(e.Message)
		if best < 0 || vague(f.Class) && !vague(s.Class) {
			best, f.Sandbox = i, s
		}
	}
	f.evidence = append(f.evidence, c.EventEvidence(events[best]))
	for i, e := range events {
		f.count += e.Count
		if i != best && len(f.evidence) < 3 {
			f.evidence = append(f.evidence, c.EventEvidence(e))
		}
	}
	return f, true
}

// isOldSandbox reports whether the Event is how kubelets up to 1.7 told of the sandbox: FailedSync, and up to 1.2 Events of
// the "implicitly required container POD".
func isOldSandbox(e *loader.Event) bool {
	switch e.Reason {
	case "FailedSync", "failedSync":
		return contains(e.Message, "CreatePodSandbox") || contains(e.Message, "SetupNetworkError") || contains(e.Message, "ConfigPodSandbox") ||
			contains(e.Message, "infra container") || contains(e.Message, `"StartContainer" for "POD"`) ||
			contains(e.Message, "TeardownNetworkError")
	case "Failed", "failed":
		return contains(e.FieldPath, "implicitly required container")
	}
	return false
}

// vague is true for classes that say only that it went wrong, so that another Event may say more.
func vague(c message.SandboxClass) bool {
	switch c {
	case message.SandboxTimeout, message.SandboxReserved, message.SandboxUnclassified, message.SandboxCNI:
		return true
	}
	return false
}

// sandboxRule makes the Detect of a rule that explains sandbox failures of the given classes.
func sandboxRule(words func(*Context, *sandboxFailure, *Finding), classes ...message.SandboxClass) func(*Context) []Finding {
	fits := func(_ *Context, f *sandboxFailure) bool { return slices.Contains(classes, f.Class) }
	return familyRule((*Context).sandboxFailures, fits, (*sandboxFailure).finding, words)
}

// finding is what all sandbox failures have in common: the node is at fault until a rule knows better.
func (f *sandboxFailure) finding(*Context) Finding {
	first, last := span(f.evidence)
	x := Finding{
		Severity: Error, Confidence: Confirmed, Subject: f.pod.Ref, Culprit: blameNode(f.pod, ""), Evidence: f.evidence, First: first, Last: last,
		Group: "Node " + f.pod.Spec.NodeName + " " + string(f.Class),
	}
	x.RuledOut = append(x.RuledOut, "image and command of the containers: the Pod's sandbox comes before them and was not made")
	return x
}

// nodesHit says on how many nodes Pods fail in the same way, where it is more than one.
func (f *sandboxFailure) nodesHit(c *Context) string {
	nodes := map[string]bool{}
	for _, o := range c.sandboxFailures() {
		if o.Class == f.Class {
			nodes[o.pod.Spec.NodeName] = true
		}
	}
	if len(nodes) > 1 {
		return fmt.Sprintf(" Pods on %d nodes fail in this way.", len(nodes))
	}
	return ""
}

// nodeLog asks for the kubelet's and runtime's words on the node.
func (f *sandboxFailure) nodeLog(c *Context) Step {
	return Step{Kind: Check, Text: "the kubelet's and the runtime's log on node " + f.pod.Spec.NodeName + ", up to the dump time",
		Command: c.journal(unitKubelet + " " + unitRuntimes)}
}

// networkPods asks for the Pods of the network plugin on the node.
func (f *sandboxFailure) networkPods() Step {
	return Step{Kind: Ask, Text: "the network plugin's Pods on the node",
		Command: Kubectl("kube-system", "get pods -o wide --field-selector spec.nodeName=%s", f.pod.Spec.NodeName)}
}
