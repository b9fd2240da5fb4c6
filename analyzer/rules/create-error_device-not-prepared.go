package rules

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

// deviceDriver is the name of the driver in the kubelet's words, and unregistered are the words of a kubelet that knows no such driver.
var (
	deviceDriver = regexp.MustCompile(`(?:driver|plugin name|plugin) ([a-z0-9.-]+\.[a-z0-9-]+)`)
	unregistered = regexp.MustCompile(`is not registered|list of registered DRA plugins`)
)

var createErrorDeviceNotPrepared = &Rule{
	ID:    "create-error/device-not-prepared",
	Title: "the devices of a resource claim are not prepared on the node",
	Doc: `Dynamic resource allocation: the claim has its devices and the Pod its node, but the kubelet could not have the devices made ready,
so it makes neither sandbox nor containers. It tries again for ever; the Pod stays in ContainerCreating.

How it is told apart: the Event FailedPrepareDynamicResources of a Pod of which nothing was created. Either the kubelet knows no such driver
(its Pod on the node is down, still starts, or has not registered), or the driver answered with an error, which stands in the text.
A claim that was never allocated keeps the Pod from a node at all: unschedulable/resource-claim.

What to do: look at the driver's Pod on that node and its log. Deleting the Pod helps only if it may go to another node.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, p := range c.Pods {
			ev := c.objectEvents(p.Ref, "FailedPrepareDynamicResources")
			if p.Healthy || len(ev) == 0 || !unstarted(p) {
				continue
			}
			text := strings.TrimPrefix(ev[0].Text, "Failed to prepare dynamic resources: ")
			driver := "the driver"
			if m := deviceDriver.FindStringSubmatch(text); m != nil {
				driver = "driver " + m[1]
			}
			f := Finding{
				Severity: Error, Confidence: Confirmed, Subject: p.Ref, Culprit: blame(p, "resourceClaims"),
				Title: "its devices cannot be prepared",
				Cause: fmt.Sprintf("The kubelet%s could not have the devices of the Pod's claims prepared: %s.", onNode(p), text),
				Next: []Step{{Kind: Check, Text: driver + " on the node: its Pod, and that it publishes devices",
					Command: "kubectl get resourceslices --field-selector spec.nodeName=" + p.Spec.NodeName},
					describePod(p)},
			}
			if unregistered.MatchString(text) {
				f.Title = "the node's kubelet does not know " + driver
				f.Culprit = blameNode(p, "")
				f.Group = driver + onNode(p)
			}
			for _, rc := range p.Spec.ResourceClaims {
				if rc.ResourceClaimName != nil {
					ref := loader.Ref{Kind: "ResourceClaim", Namespace: p.Namespace, Name: *rc.ResourceClaimName}
					ev = append(ev, c.PodField(p, "spec.resourceClaims["+rc.Name+"]", "resourceClaimName: "+ref.Name))
				}
			}
			f.Evidence = ev
			f.First, f.Last = span(ev)
			out = append(out, f)
		}
		return out
	},
}
