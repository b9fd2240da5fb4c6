package rules

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageDenied = &Rule{
	ID:    "image-pull/denied",
	Title: "Repository does not exist, or the registry hides it",
	Doc: `"pull access denied, repository does not exist or may require authorization" and "requested access to the resource is denied" are one
answer for two facts: registries do not tell strangers which repositories exist. The name decides what is likelier:

  a bare name such as "my-sidecar" means docker.io/library/my-sidecar, and library holds only public official
  images, so credentials cannot help: the image is not there;
  a name on a private registry with no pull secret is more often a lack of credentials.

Check that the image was pushed under exactly this name before handing out credentials.`,
	Detect: pullRuleOf(secretsFit, func(c *Context, f *pullFailure, x *Finding) {
		name, _, _ := message.SplitImage(f.Image)
		if f.Registry == "docker.io" && !strings.Contains(strings.TrimPrefix(name, "docker.io/"), "/") {
			x.Title = "no such image on Docker Hub"
			x.Confidence = Likely
			x.Cause = fmt.Sprintf("Container %q asks for %s. A bare name means docker.io/library/%s, and library holds only public "+
				"official images; the refusal says that it is not there.", f.container.Name, f.Image, name)
			x.RuledOut = append(x.RuledOut, "missing credentials: images in docker.io/library need none")
			x.Next = []Step{{Kind: Check, Text: "under which full name the image was pushed, and whether it was"}, f.setImage()}
			return
		}
		x.Title = "no such repository, or the registry hides it"
		x.Confidence = Possible
		x.Cause = fmt.Sprintf("%s refuses the pull of %s with an answer that has two readings: the repository does not exist under this "+
			"name, or it is private and the pull had no right to it. %s", f.answering(), f.Image, c.secretsNamed(f)) + f.standsIn()
		x.RuledOut = append(x.RuledOut, "the network and the registry's certificate: it answered")
		x.Unknown = []string{"which of the two readings holds: the registry hides private repositories from strangers"}
		x.Next = append([]Step{{Kind: Check, Text: "with an account that may see it, does the repository exist",
			Command: "skopeo list-tags docker://" + name}}, asks(c.secretSteps(f))...)
		x.Next = append(x.Next, f.pullByHand())
	}, message.PullDenied),
}

// asks leaves out the fixes, which need a cause that is at least likely.
func asks(steps []Step) []Step {
	var out []Step
	for _, s := range steps {
		if s.Kind != Fix {
			out = append(out, s)
		}
	}
	return out
}
