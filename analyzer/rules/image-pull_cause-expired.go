package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageExpired = &Rule{
	ID:    "image-pull/cause-expired",
	Title: "Image is not pulled; the reason is no longer in the dump",
	Doc: `Only "Back-off pulling image" is left. Up to Kubernetes 1.31 the back-off text does not repeat the failure, and the Event that had it expires
after an hour (or was never collected). Every cause of this family is possible.

The newest failure is one "kubectl describe pod" away: kubelets try again at least every 5 minutes.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "image is not pulled, the reason has expired"
		x.Confidence = Possible
		x.Cause = fmt.Sprintf("Container %q waits between tries to pull %s. The failure itself is not in the dump: "+
			"the tag may not exist, the registry may refuse or be out of reach.", f.container.Name, f.Image)
		x.Unknown = append(c.siblingPulls(f), "why the pull fails: the Event that says so has expired or was not collected")
		if peer := c.registryServes(f); peer != nil && c.sameImageRuns(f) == nil {
			x.RuledOut = append(x.RuledOut, fmt.Sprintf("that %s never worked: Pod %s%s runs an image from it",
				f.Registry, peer.Ref.Path(), onNode(peer)))
		}
		if secret := c.badPullSecret(f.pod); secret != nil {
			x.Cause += fmt.Sprintf(" The pull secret %q that the Pod names %s, which would do it for a private image.", secret.Name, secret.fault)
			x.Evidence = append(x.Evidence, secret.evidence...)
		}
		x.Next = []Step{
			{Kind: Ask, Text: "the newest failure; it is written again every few minutes",
				Command: Kubectl(f.pod.Namespace, "get events --field-selector involvedObject.name=%s,reason=Failed -o yaml", f.pod.Name)},
			describePod(f.pod), f.pullByHand(),
		}
	}, message.PullBackOff),
}

// siblingPulls says what other Pods that pull the same image or from the same registry report.
func (c *Context) siblingPulls(f *pullFailure) []string {
	for _, o := range c.pullFailures() {
		if o.Class != message.PullBackOff && (o.Image == f.Image || o.Registry == f.Registry) && o.pod != f.pod {
			return []string{fmt.Sprintf("whether it is the same as for Pod %s, which fails to pull %s: %s", o.pod.Ref.Path(), o.Image, o.Class)}
		}
	}
	return nil
}
