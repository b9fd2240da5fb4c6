package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var startDevicePrepare = &Rule{
	ID:    "create-error/device-not-prepared",
	Title: "Devices of a resource claim are not made ready on the node",
	Doc: `Dynamic resource allocation: the claim has its devices and the Pod its node, but the kubelet could not have the devices made ready, so it makes neither
sandbox nor containers. It tries again for ever; the Pod stays in ContainerCreating.

How it is told apart: the Event FailedPrepareDynamicResources, and nothing of the Pod was made since. Either the kubelet knows no such driver (its Pod
on the node is down, still starts, or has not registered), or the driver answered with an error, which stands in the text. A claim
that was never allocated keeps the Pod from a node at all: unschedulable/resource-claim.

What to do: look at the driver's Pod on that node and its log.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, u := range ofUnstarted(c, c.unprepared) {
			out = append(out, u.finding(c))
		}
		return out
	},
}

// unprepared is a Pod whose claimed devices are not made ready at capture time, and what the kubelet says of it.
type unprepared struct {
	pod      *Pod
	text     string
	evidence []Evidence
}

const prepareFailed = "FailedPrepareDynamicResources"

// The kubelet's words (pkg/kubelet/cm/dra, 1.26 to 1.37) when no driver of that name has registered, and its name there.
var (
	driverUnknown = regexp.MustCompile(`is not registered|list of registered DRA plugins`)
	driverName    = regexp.MustCompile(`(?:driver|plugin name|plugin) ([a-z0-9][a-z0-9.-]*[a-z0-9])`)
)

// unprepared reads the Pod's newest Event about devices. A sandbox or container of later means that they are ready.
func (c *Context) unprepared(p *Pod) (unprepared, bool) {
	u := unprepared{pod: p, evidence: c.objectEvents(p.Ref, prepareFailed)}
	if len(u.evidence) == 0 || newestEvent(p, "", slices.Concat(sandboxReasons, progress)...).After(newestEvent(p, "", prepareFailed)) {
		return u, false
	}
	u.text = strings.TrimPrefix(u.evidence[0].Text, "Failed to prepare dynamic resources: ")
	u.text = strings.TrimSuffix(strings.TrimPrefix(u.text, "prepare dynamic resources: "), ".")
	return u, true
}

func (u *unprepared) finding(c *Context) Finding {
	p := u.pod
	first, last := span(u.evidence)
	f := Finding{
		Severity: Error, Confidence: Confirmed, Subject: p.Ref, Culprit: blame(p, "resourceClaims"), Evidence: u.evidence, First: first, Last: last,
		Title:    "its devices are not made ready on the node",
		Cause:    fmt.Sprintf("The kubelet%s could not have the devices of the Pod's claims made ready: %s.", onNode(p), u.text),
		RuledOut: []string{"image and command of the containers: the devices come before them"},
		Next: []Step{{Kind: Ask, Text: "the driver's Pod on the node, and its log",
			Command: "kubectl get pods -A -o wide --field-selector spec.nodeName=" + p.Spec.NodeName},
			{Kind: Check, Text: "the devices that drivers offer on the node",
				Command: "kubectl get resourceslices --field-selector spec.nodeName=" + p.Spec.NodeName}},
	}
	if m := driverName.FindStringSubmatch(u.text); m != nil && driverUnknown.MatchString(u.text) {
		f.Title = fmt.Sprintf("its node does not know device driver %s", m[1])
		f.Cause = fmt.Sprintf("The kubelet%s knows no driver %s, so nobody makes the devices of the Pod's claims ready.", onNode(p), m[1])
		f.Culprit, f.Group = blameNode(p, ""), "Node "+p.Spec.NodeName+" driver "+m[1]
		f.Unknown = []string{"why the driver is not registered: its Pod on the node may be missing, down, or still starting"}
	}
	for _, rc := range p.Spec.ResourceClaims {
		if rc.ResourceClaimName != nil {
			f.Evidence = append(f.Evidence, c.PodField(p, "spec.resourceClaims["+rc.Name+"]", "resourceClaimName: "+*rc.ResourceClaimName))
		}
	}
	return f
}
