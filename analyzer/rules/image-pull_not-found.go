package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageNotFound = &Rule{
	ID:    "image-pull/not-found",
	Title: "Image, tag or digest does not exist in the registry",
	Doc: `The registry answered that it has no manifest of this name: "not found", "manifest unknown", "name unknown", 404. The registry was reached
and let the pull in, so network, certificate and credentials are fine. Told apart from image-pull/platform, whose text
also ends in "not found", and from image-pull/denied, where the registry may hide the repository.

Use a tag that exists, push the missing one, or go back to the revision before.`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		name, tag, digest := message.SplitImage(f.Image)
		repository := strings.TrimPrefix(name, f.Registry+"/")
		x.Title = "image tag does not exist in the registry"
		x.Cause = fmt.Sprintf("%s has no tag %s of %s: container %q asks for %s.", f.Registry, tag, repository, f.container.Name, f.Image)
		if digest != "" {
			x.Title = "image digest does not exist in the registry"
			x.Cause = fmt.Sprintf("%s has no image of that digest in %s: container %q asks for %s.",
				f.Registry, repository, f.container.Name, f.Image)
		}
		if strings.Contains(strings.ToLower(f.Text), "name unknown") ||
			strings.Contains(strings.ToLower(f.Text), "repository "+strings.ToLower(name)+" not found") {
			x.Title = "image repository does not exist in the registry"
			x.Cause = fmt.Sprintf("%s has no repository %s: container %q asks for %s.", f.Registry, repository, f.container.Name, f.Image)
		}
		if others := c.tagsRunning(name, f.Image); len(others) > 0 {
			x.Cause += fmt.Sprintf(" Running Pods use %s.", strings.Join(others, ", "))
		}
		x.RuledOut = append(x.RuledOut, "network and certificate: the registry answered that it lacks the image")
		if secret := c.badPullSecret(f.pod); secret != nil {
			x.Confidence = Likely
			x.Note = fmt.Sprintf("The pull secret %q that the Pod names %s; some registries answer "+
				"\"not found\" to a pull without credentials.", secret.Name, secret.fault)
			x.Evidence = append(x.Evidence, secret.evidence...)
		}
		x.Next = []Step{{Kind: Check, Text: "the tags that exist", Command: "skopeo list-tags docker://" + name}}
		x.Next = append(x.Next, c.rollback(f.pod)...)
		x.Next = append(x.Next, f.setImage())
	}, message.PullNotFound),
}

// tagsRunning lists references of the same repository that running containers use, at most three.
func (c *Context) tagsRunning(name, except string) []string {
	var out []string
	for _, image := range slices.Sorted(maps.Keys(c.runningImages())) {
		if n, _, _ := message.SplitImage(image); n == name && image != except && len(out) < 3 {
			out = append(out, image)
		}
	}
	return out
}
